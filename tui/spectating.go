package tui

import (
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/play"
)

// A sceneKey identifies a scene, so that a change can be found without comparing boards.
type sceneKey struct {
	table *table // nil if there is none that can be shown
	turn  int
	ended bool
}

// reportScene publishes what the player sees now, if that has changed.
func (a *App) reportScene() {
	if a.env.Spectators == nil {
		return
	}
	var now sceneKey
	for _, s := range a.screens {
		if t, ok := s.(*table); ok && !t.seat.Lost() {
			now = sceneKey{t, t.now.turn, t.seat.Ended() && !t.seat.Pending()}
		}
	}
	switch {
	case now == a.shownScene:
		return
	case now.table == nil:
		a.env.Spectators.Show(nil)
	default:
		t := now.table
		a.env.Spectators.Show(sceneOf(t.seat, t.now, t.draft.Pointer.Board, a.env.Now()))
	}
	a.shownScene = now
}

// sceneOf returns what a player sees at a seat at a time: a position on a board.
func sceneOf(seat *play.Seat, now position, b engine.Board, at time.Time) *arcade.Scene {
	s := &arcade.Scene{
		Game: seat.Game().Info().ID, Rules: engine.RulesOf(seat.Game()), Event: seat.Event(), Code: seat.Code(), Board: b, Score: now.Score, Moves: now.Moves, Millis: seat.Played(),
		Line:       seat.Record().Moves[:now.Moves:now.Moves], // a move whose card does not show yet is none of it
		LastAction: now.lastAction, Over: now.Over, Final: seat.Ended() && !seat.Pending(),
		Assisted: now.Tally.Assisted(),
	}
	if s.Final {
		s.Score = seat.Result().Score
	}
	if seat.Ticks() {
		s.Since = at
	}
	return s
}
