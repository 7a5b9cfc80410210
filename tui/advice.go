package tui

import (
	"context"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// Advise searches for a good move from the position at the end of a record. slots bounds
// the searches that run at a time (see [Env.Slots]); Advise may wait for one. ok is false
// if no move gains anything or ctx has ended. Count the hint and store the count before
// calling Advise.
func Advise(ctx context.Context, slots chan struct{}, g engine.Game, r engine.Record, seed int64) (m engine.Move, ok bool) {
	if slots != nil {
		select {
		case slots <- struct{}{}:
			defer func() { <-slots }()
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
