package table

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/search"
	"boardwalk/tui/play"
	"boardwalk/tui/screen"
)

// A warning looks after each move whether the round can still be won, for a player who wants
// to be told when it cannot. It runs in a command, one at a time.
type warning struct {
	play.Warning
	cancel func() // ends the search, nil if none is running
	due    bool   // the player is told once the count is stored
}

// stop ends the search.
func (w *warning) stop() {
	if w.cancel != nil {
		w.cancel()
	}
}

// search looks for a proof that the position at a table cannot be won, if the player wants to
// know. Keys come faster than searches end: another begins when one has ended.
func (w *warning) search(r *round) tea.Cmd {
	if !r.tellsLost() {
		return nil
	}
	if w.cancel != nil {
		w.cancel()
		return nil
	}
	p := w.Ask(r.Seat)
	if p == nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel = cancel
	turn, searches := r.now.turn, r.env.Searches
	return screen.Ask(r.screen, func() func() tea.Cmd {
		t, err := search.TakeTurn(ctx, searches)
		if err != nil {
			return func() tea.Cmd { return r.searched(turn, false) }
		}
		defer t.End()
		lost := p.Unwinnable(t, play.WarningPositions)
		return func() tea.Cmd { return r.searched(turn, lost) }
	})
}

// searched takes what a search from the position at a turn has found. If the round is lost, it counts that the player is
// told; once that is stored, the player is.
func (r *round) searched(turn int, lost bool) tea.Cmd {
	r.warning.cancel = nil
	switch {
	case r.Seat.Pending():
		return nil // another search begins when the position shows
	case turn != r.now.turn:
		return r.warning.search(r)
	}
	if !lost || r.warning.Ask(r.Seat) == nil || !r.tellsLost() {
		return nil
	}
	next, err := r.Seat.Warn()
	if err != nil {
		return nil
	}
	r.warning.Proved(r.Seat)
	r.warning.due = true
	r.now.Position = r.Seat.Shown() // the warning lowers the class
	return r.follow(next)
}

// tellsLost reports whether the player is to be told when the round is lost: by a setting, or as a hint has made the round
// assisted already, which would otherwise lead on in a lost game.
func (r *round) tellsLost() bool { return r.env.Settings.Warnings || r.now.Tally.Hints > 0 }

// lost reports whether the player knows that the position cannot be won any more.
func (r *round) lost() bool { return !r.warning.due && r.warning.Lost(r.Seat) }
