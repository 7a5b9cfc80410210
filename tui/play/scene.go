package play

import (
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// Scene returns what the player sees, for others to watch. The last action is the front end's to tell.
func (s *Seat) Scene() *arcade.Scene {
	scene := &arcade.Scene{
		Game: s.Game().Info().ID, Rules: engine.RulesOf(s.Game()), Event: s.event, Code: s.Code(),
		Line:  slices.Clip(s.shownMoves()), // a move whose card does not show yet is none of it
		Board: s.shown.State.Board(), Score: s.shown.Score, Moves: s.shown.Moves, Millis: s.Played(),
		Over: s.shown.Over, Final: s.Ended() && !s.pending, Assisted: s.shown.Tally.Assisted(),
	}
	if scene.Final {
		scene.Score = s.Result().Score
	}
	if s.Ticks() {
		scene.Since = s.timer.Now()
	}
	return scene
}
