package boardwalk

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/solver"
)

// Solve implements [engine.Solver]; see package solver, which says what it needs. A state that
// has no compact form is unknown.
func (s *State) Solve(ctx context.Context, q engine.Question) engine.Solution {
	t, ok := s.Compact()
	if !ok {
		unknown := engine.Solution{Verdict: engine.VerdictUnknown, Points: s.End().Points}
		if s.Score().Won {
			unknown.Verdict = engine.VerdictWon
		}
		return unknown
	}
	return solver.Solve(ctx, &t, q.Goal, q.Positions)
}

// Unwinnable implements [engine.Prover].
func (s *State) Unwinnable(ctx context.Context, positions int) bool {
	t, ok := s.Compact()
	return ok && solver.Unwinnable(ctx, t.Rules, &t.Position, positions)
}
