package tui

import (
	"context"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// Advise searches for a good move from the position at the end of a record. limit bounds
// the searches that run at a time (see [Env.HintLimit]); Advise may wait for one. ok is
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
