package hopscotch

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/thoughtful"
)

// Solve implements [engine.Solver]; see [thoughtful.Solve].
func (s *state) Solve(ctx context.Context, q engine.Question) engine.Solution {
	p, order := s.compact()
	return thoughtful.Solve(ctx, p, order, q)
}

// Unwinnable implements [engine.Prover]; see [thoughtful.Hopeless]. With enough positions it
// finds a proof whenever no order of the stock can be won.
func (s *state) Unwinnable(ctx context.Context, positions int) bool {
	p, _ := s.compact()
	return thoughtful.Hopeless(ctx, p, positions)
}
