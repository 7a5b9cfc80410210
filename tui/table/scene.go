package table

import (
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A sceneKey identifies a scene of a table, so that a change can be found without comparing boards.
type sceneKey struct {
	turn  int
	ended bool
}

// Scene returns what the player sees now, the same scene as before unless that has changed. It is nil if
// it cannot be shown.
func (t *Table) Scene() *arcade.Scene {
	key := sceneKey{t.now.turn, t.Seat.Ended() && !t.Seat.Pending()}
	switch {
	case t.Seat.Lost():
		return nil
	case t.scene == nil || t.sceneKey != key:
		t.scene, t.sceneKey = t.newScene(), key
	}
	return t.scene
}

func (t *Table) newScene() *arcade.Scene {
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
