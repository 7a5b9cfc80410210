package tui

import (
	"context"
	"math/rand/v2"
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// Advise searches for a good move from the position at the end of a record. limit bounds
// the searches that run at a time (see [Env.SearchLimit]); Advise may wait for one. ok is
// false if no move gains anything or ctx has ended. Count the hint and store the count
// before calling Advise.
func Advise(ctx context.Context, limit chan struct{}, g engine.Game, r engine.Record, seed int64) (m engine.Move, ok bool) {
	if limit != nil {
		select {
		case limit <- struct{}{}:
			defer func() { <-limit }()
		case <-ctx.Done():
			return engine.Move{}, false
		}
	}
	states, err := r.Replay(g)
	if err != nil {
		return engine.Move{}, false // cannot fail: the record was just played
	}
	return hint.Best(ctx, states, hint.Budget, rand.New(rand.NewPCG(uint64(seed), 0)))
}

// searches are what a table looks for beyond the position that it shows: a good move, and
// whether anything is left to gain. They run in commands, one of each kind at a time.
type searches struct {
	hintWanted bool   // search for a hint once its count is stored
	cancelHint func() // ends the search for a hint, nil if none is running
	deadEnds   bool   // a search for a dead end is running
}

// hintMsg brings a hint to the table that was at a turn, and deadEndMsg whether nothing
// more could be gained there.
type (
	hintMsg struct {
		round *round
		turn  int
		move  engine.Move
		ok    bool
	}
	deadEndMsg struct {
		round   *round
		turn    int
		deadEnd bool
	}
)

// hinting reports whether a hint is on its way.
func (s *searches) hinting() bool { return s.hintWanted || s.cancelHint != nil }

// stopHint ends the search for a hint.
func (s *searches) stopHint() {
	if s.cancelHint != nil {
		s.cancelHint()
	}
	s.cancelHint, s.hintWanted = nil, false
}

// hint searches for a good move at a table, if a hint is wanted.
func (s *searches) hint(r *round) tea.Cmd {
	if !s.hintWanted {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	s.hintWanted, s.cancelHint = false, cancel
	turn, game, record, seed, limit := r.now.turn, r.seat.Game(), r.seat.Record(), r.env.Now().UnixNano(), r.env.SearchLimit
	return func() tea.Msg {
		m, ok := Advise(ctx, limit, game, record, seed)
		return hintMsg{r, turn, m, ok}
	}
}

// deadEnd searches for something left to gain at a table, unless one of the legal moves
// obviously gains. Keys come faster than searches end: another begins when one has ended.
func (s *searches) deadEnd(r *round) tea.Cmd {
	d, ok := r.now.State.(engine.DeadEnder)
	if !ok || r.now.Over || s.deadEnds {
		return nil
	}
	if g, ok := d.(engine.Gainer); ok && slices.ContainsFunc(r.draft.marking.legal, g.Gains) {
		return nil
	}
	s.deadEnds = true
	turn, limit := r.now.turn, r.env.SearchLimit
	return func() tea.Msg {
		if limit != nil {
			limit <- struct{}{}
			defer func() { <-limit }()
		}
		dead, known := d.DeadEnd()
		return deadEndMsg{r, turn, dead && known}
	}
}
