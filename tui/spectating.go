package tui

import (
	"fmt"

	"boardwalk/engine/arcade"
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
		a.env.Spectators.Show(now.table.scene())
	}
	a.shownScene = now
}

// scene returns what the player sees.
func (t *table) scene() *arcade.Scene {
	s := &arcade.Scene{
		Game: t.game().Info().ID, Event: t.event(), Board: t.pointer.board, Score: t.now.Score, Moves: t.now.Moves,
		Told: t.now.lastAction, Over: t.now.Over, Final: t.seat.Ended() && !t.seat.Pending(),
		Assisted: t.now.Tally.Assisted(),
	}
	if s.Final {
		s.Score = t.seat.Result().Score
	}
	return s
}

// watchers returns how many sessions watch this table, in words, or "" if none does.
func (t *table) watchers() string {
	if t.env.Spectators == nil {
		return ""
	}
	switch n := t.env.Spectators.Watchers(); n {
	case 0:
		return ""
	default:
		return fmt.Sprintf("%d watching", n)
	}
}
