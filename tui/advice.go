package tui

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// A hint takes at most hintTime from when it is asked for, and waits at most hintWait for a
// place among the searches. What is left of a tenth of a second is for storing that the
// hint was given, and for a busy arcade.
const (
	hintTime = 60 * time.Millisecond
	hintWait = 20 * time.Millisecond
)

// Advise returns a good move from the position at the end of a record, for a player who
// asks for it now. It searches for as long as a player likes to wait, if there is a place
// among the searches (see [Env.Searches]), and else returns the choice at first sight.
// The move depends on what the player can see, and not on where hidden cards lie. ok is
// false if no move gains anything besides those of except, or if ctx has ended. Count the hint and
// store the count before calling Advise.
func (e *Env) Advise(ctx context.Context, g engine.Game, r engine.Record, seed int64, except ...engine.Move) (a hint.Advice, ok bool) {
	most, wait := hintTime, hintWait
	if e.HintTime > 0 {
		most, wait = e.HintTime, e.HintTime
	}
	soon, cancel := context.WithTimeout(ctx, most)
	defer cancel()
	states, err := r.Replay(g)
	if err != nil {
		return hint.Advice{}, false // cannot fail: the record was just played
	}
	tries := 0
	waiting, stop := context.WithTimeout(soon, wait)
	defer stop()
	if leave, err := e.Searches.Enter(waiting); err == nil {
		defer leave()
		if tries = e.Budget.Tries; tries == 0 {
			tries = hint.Tries
		}
	}
	if ctx.Err() != nil {
		return hint.Advice{}, false
	}
	return hint.Best(soon, states, tries, rand.New(rand.NewPCG(uint64(seed), 0)), except...)
}

// searches are what a table looks for beyond the position that it shows: a good move, and
// whether anything is left to gain. They run in commands, one of each kind at a time.
type searches struct {
	spent      int    // a turn at which no other hint was found
	hintWanted bool   // search for a hint once its count is stored
	cancelHint func() // ends the search for a hint, nil if none is running
	deadEnds   bool   // a search for a dead end is running
}

// hintMsg brings a hint to the table that was at a turn, and deadEndMsg whether nothing
// more could be gained there.
type (
	hintMsg struct {
		round  *round
		turn   int
		advice hint.Advice
		ok     bool
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
	env, turn, game, record, seed := r.env, r.now.turn, r.seat.Game(), r.seat.Record(), r.env.Now().UnixNano()
	before := r.draft.Suggested()
	return func() tea.Msg {
		advice, ok := env.Advise(ctx, game, record, seed, before...)
		return hintMsg{r, turn, advice, ok}
	}
}

// deadEnd searches for something left to gain at a table, unless one of the legal moves
// obviously gains. Keys come faster than searches end: another begins when one has ended.
func (s *searches) deadEnd(r *round) tea.Cmd {
	d, ok := r.now.State.(engine.DeadEnder)
	if !ok || r.now.Over || s.deadEnds {
		return nil
	}
	if g, ok := d.(engine.Gainer); ok && slices.ContainsFunc(r.draft.Marking.Legal, g.Gains) {
		return nil
	}
	s.deadEnds = true
	at, turn, searches := r.now.Position, r.now.turn, r.env.Searches
	return func() tea.Msg {
		dead, _ := at.DeadEnd(context.Background(), searches) // which never ends
		return deadEndMsg{r, turn, dead}
	}
}
