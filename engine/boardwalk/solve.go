package boardwalk

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
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
	r := solver.Solve(ctx, &t, q.Goal, q.Positions)
	return engine.Solution{Verdict: r.Verdict, Line: words(t.Rules, r.Line), Points: r.Points, Most: r.Most, Positions: r.Positions}
}

func words(r *compact.Rules, line []compact.Move) []engine.Move {
	words := make([]engine.Move, len(line))
	for i, m := range line {
		words[i] = r.Word(m)
	}
	return words
}

// Unwinnable implements [engine.Prover].
func (s *State) Unwinnable(ctx context.Context, positions int) bool {
	t, ok := s.Compact()
	return ok && solver.Unwinnable(ctx, t.Rules, &t.Position, positions)
}
