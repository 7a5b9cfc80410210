package tui

import (
	"context"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// Advise looks for a good move where a record ends, as one of those that slots
// has room for (see [Env]); it may wait for that. ok is false where nothing
// gains anything, and where ctx has ended. Count the hint, and store that,
// before you ask.
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
		return engine.Move{}, false // it was just played
	}
	return hint.Best(ctx, states, hint.Budget, rand.New(rand.NewPCG(uint64(seed), 0)))
}
