package table

import (
	"context"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/play"
	"boardwalk/tui/screen"
)

// searches are what a table looks for beyond the position that it shows: a good move, and
// whether anything is left to gain. They run in commands, one of each kind at a time.
type searches struct {
	spent      int         // a turn at which no other hint was found
	hintWanted bool        // search for a hint once its count is stored
	finding    screen.Wait // for a hint
	deadEnds   bool        // a search for a dead end is running
}

// hinting reports whether a hint is on its way.
func (s *searches) hinting() bool { return s.hintWanted || s.finding.On() }

// stopHint ends the search for a hint.
func (s *searches) stopHint() {
	s.finding.End()
	s.hintWanted = false
}

// hint searches for a good move at a table, if a hint is wanted.
func (s *searches) hint(r *round) tea.Cmd {
	if !s.hintWanted {
		return nil
	}
	s.hintWanted = false
	ctx := s.finding.Begin()
	env, turn, game, record := r.env, r.now.turn, r.Seat.Game(), r.Seat.Record()
	before := r.Draft.Suggested()
	return screen.Ask(r.screen, func() func() tea.Cmd {
		advice, ok := env.Advise(ctx, game, record, before...)
		return func() tea.Cmd {
			if turn == r.now.turn && s.finding.On() && r.Seat.State() == play.Playing {
				s.stopHint()
				r.suggest(advice, ok)
			}
			return r.warning.search(r)
		}
	})
}

// deadEnd searches for something left to gain at a table, unless one of the legal moves
// obviously gains. Keys come faster than searches end: another begins when one has ended.
func (s *searches) deadEnd(r *round) tea.Cmd {
	d, ok := r.now.State.(engine.DeadEnder)
	if !ok || r.now.Over || s.deadEnds {
		return nil
	}
	if g, ok := d.(engine.Gainer); ok && slices.ContainsFunc(r.Draft.Marking.Legal, g.Gains) {
		return nil
	}
	s.deadEnds = true
	at, turn, searches := r.now.Position, r.now.turn, r.env.Searches
	return screen.Ask(r.screen, func() func() tea.Cmd {
		dead, _ := at.DeadEnd(context.Background(), searches) // which never ends
		return func() tea.Cmd {
			if s.deadEnds = false; turn != r.now.turn {
				return s.deadEnd(r)
			}
			r.now.deadEnd = dead
			return nil
		}
	})
}
