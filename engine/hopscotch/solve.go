package hopscotch

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/thoughtful"
)

// Solve implements [engine.Solver]; see [thoughtful.Solve].
func (s *state) Solve(ctx context.Context, q engine.Question) engine.Solution {
	p, order := s.compact()
	found := thoughtful.Solve(ctx, p, order, q)
	line := make([]engine.Move, len(found.Line))
	for i, m := range found.Line {
		line[i] = toMove(m)
	}
	return engine.Solution{
		Verdict: found.Verdict, Line: line, Points: found.Points,
		Most: found.Most, Positions: found.Positions,
	}
}
