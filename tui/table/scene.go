package table

import (
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A SceneKey identifies a scene, so that a change can be found without comparing boards. It is zero if
// there is none that can be shown.
type SceneKey struct {
	table *Table
	turn  int
	ended bool
}

// SceneKey returns what identifies the scene of the table now.
func (t *Table) SceneKey() SceneKey {
	if t.Seat.Lost() {
		return SceneKey{}
	}
	return SceneKey{t, t.now.turn, t.Seat.Ended() && !t.Seat.Pending()}
}

// Scene returns what the player sees now.
func (t *Table) Scene() *arcade.Scene {
	seat, now := t.Seat, t.now
	s := &arcade.Scene{
		Game: seat.Game().Info().ID, Rules: engine.RulesOf(seat.Game()), Event: seat.Event(), Code: seat.Code(), Board: t.Draft.Pointer.Board, Score: now.Score, Moves: now.Moves, Millis: seat.Played(),
		Line:       seat.Record().Moves[:now.Moves:now.Moves], // a move whose card does not show yet is none of it
		LastAction: now.lastAction, Over: now.Over, Final: seat.Ended() && !seat.Pending(),
		Assisted: now.Tally.Assisted(),
	}
	if s.Final {
		s.Score = seat.Result().Score
	}
	if seat.Ticks() {
		s.Since = t.env.Now()
	}
	return s
}
