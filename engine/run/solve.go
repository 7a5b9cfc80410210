package run

import (
	"context"

	"boardwalk/engine"
)

// Solve implements [engine.Solver]. It wins one board after another, each after the first of the changes
// with which it can. A run that it does not win so is unknown, but for a lost board in play. It needs the
// memory of one board.
func (t table) Solve(ctx context.Context, q engine.Question) engine.Solution {
	if t.State.Score().Won {
		return engine.Solution{Verdict: engine.VerdictWon, Points: t.Score().Points}
	}
	board := t.State.Solve(ctx, engine.Question{Goal: engine.GoalWin, Positions: q.Positions})
	if board.Verdict != engine.VerdictWon {
		if q.Goal == engine.GoalPoints {
			board = t.State.Solve(ctx, q)
		}
		board.Points += t.points
		board.Most = board.Most && board.Verdict == engine.VerdictLost // else the run may go on
		return board
	}
	s := engine.State(t)
	for _, m := range board.Line {
		next, err := s.Play(m)
		if err != nil {
			return engine.Solution{Verdict: engine.VerdictUnknown, Points: t.Score().Points} // a solver's line is legal
		}
		s = next
	}
	rest := s.(engine.Solver).Solve(ctx, q)
	return follows(board.Line, rest, board.Positions)
}

// Solve implements [engine.Solver].
func (c choice) Solve(ctx context.Context, q engine.Question) engine.Solution {
	positions := 0
	for i, m := range c.Moves() {
		next := c.after(c.offers[i]).next()
		board := next.State.Solve(ctx, engine.Question{Goal: engine.GoalWin, Positions: q.Positions})
		positions += board.Positions
		if board.Verdict == engine.VerdictWon || i == len(c.offers)-1 {
			return follows([]engine.Move{m}, next.Solve(ctx, q), positions)
		}
	}
	return engine.Solution{Verdict: engine.VerdictUnknown, Points: c.points}
}

// follows returns the solution of what comes after a line, as one from before it: other lines may do better.
func follows(line []engine.Move, rest engine.Solution, positions int) engine.Solution {
	if rest.Verdict == engine.VerdictLost {
		rest.Verdict = engine.VerdictUnknown
	}
	rest.Line = append(line, rest.Line...)
	rest.Most, rest.Least, rest.Positions = false, false, rest.Positions+positions
	return rest
}
