package table

import "boardwalk/engine/arcade"

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
	s := t.Seat.Scene()
	s.Board, s.LastAction = t.Draft.Pointer.Board, t.now.lastAction // the board is there once
	return s
}
