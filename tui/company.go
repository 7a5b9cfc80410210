package tui

import (
	"context"
	"fmt"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// Company is the others in the arcade, as one session meets them.
type Company interface {
	// Show lets others see what the player sees at the table, nil where there is
	// none. It is called when that has changed, once at a time, and never waits.
	// Once the app is closed there is none.
	Show(*Scene)
	// Watchers is how many watch the player's table. It never waits.
	Watchers() int
	// Tables are those that this session may watch, those that began first in
	// front. It may wait for a disk. The list is shared, and stays as it is.
	Tables() []LiveTable
	// Watch watches the table of a number until ctx ends. It may wait for a disk;
	// the error is a sentence for the player.
	Watch(ctx context.Context, number int) (Watch, error)
}

// A Watch is somebody's look at a table.
type Watch interface {
	// Next is a command that waits for a scene that was not seen yet, passing over
	// those that a newer one has followed, and comes to what then makes of it: of
	// nil where no more will come. One may wait at a time.
	Next(then func(*Scene) tea.Msg) tea.Cmd
}

// A Scene is what a player sees at a table, and nothing that is hidden from the
// player. It is immutable: all who watch share it.
type Scene struct {
	Game  string // the ID
	Event engine.Event
	Board engine.Board
	Score engine.Score
	Moves int
	Told  string // what the player did last, as a sentence; "" at first
	Over  bool   // nothing is left to play, but the player may take it back
	Final bool   // the round has ended: no more comes of it

	Assisted bool // the round had a hint, or a look back past a card that was turned up
}

// A LiveTable is a table at which somebody plays.
type LiveTable struct {
	Number   int // its session's, and no other's while the arcade goes on
	Player   string
	Own      bool   // it is the player's own, in another session
	Game     string // the ID
	Moves    int
	Score    engine.Score
	Idle     time.Duration // since the player pressed a key
	Watchers int
}

// A sight tells one scene from the next without looking at the board.
type sight struct {
	table *table // nil: there is none that can be shown
	turn  int
	ended bool
}

// show shows others what the player sees by now.
func (a *App) show() {
	if a.env.Company == nil {
		return
	}
	var now sight
	for _, s := range a.screens {
		if t, ok := s.(*table); ok && !t.seat.Lost() {
			now = sight{t, t.now.turn, t.saving.ended != nil && !t.seat.Pending()}
		}
	}
	switch {
	case now == a.shown:
		return
	case now.table == nil:
		a.env.Company.Show(nil)
	default:
		a.env.Company.Show(now.table.scene())
	}
	a.shown = now
}

// scene is what the player sees.
func (t *table) scene() *Scene {
	s := &Scene{
		Game: t.game().Info().ID, Event: t.event(), Board: t.pointer.board, Score: t.now.Score, Moves: t.now.Moves,
		Told: t.now.told, Over: t.now.Over, Final: t.saving.ended != nil && !t.seat.Pending(),
		Assisted: t.now.Tally.Assisted(),
	}
	if s.Final {
		s.Score = t.saving.ended.Score
	}
	return s
}

// watchers is how many watch this table, in words; "" where nobody does.
func (t *table) watchers() string {
	if t.env.Company == nil {
		return ""
	}
	switch n := t.env.Company.Watchers(); n {
	case 0:
		return ""
	default:
		return fmt.Sprintf("%d watching", n)
	}
}
