package review

import (
	"context"

	"boardwalk/engine/search"
)

// step does a step of a long search as soon as there is a place for it, and keeps that in Turns
// until it is done, as it holds memory. It does nothing if ctx ends before that.
func step(ctx context.Context, p search.Places, do func(context.Context)) {
	leave, err := search.Places{Limit: p.Turns}.Enter(ctx)
	if err != nil {
		return
	}
	defer leave()
	p.Turns = nil
	if turn, err := search.TakeTurn(ctx, p); err == nil {
		defer turn.End()
		do(turn)
	}
}
