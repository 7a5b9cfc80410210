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
	return t.onward(ctx, q, t.win(ctx, q))
}

// win returns how the board in play can be won.
func (t table) win(ctx context.Context, q engine.Question) engine.Solution {
	return t.State.Solve(ctx, engine.Question{Goal: engine.GoalWin, Positions: q.Positions})
}

// onward returns the solution of the run after that of win for the board in play.
func (t table) onward(ctx context.Context, q engine.Question, board engine.Solution) engine.Solution {
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
	return follows(board.Line, s.(engine.Solver).Solve(ctx, q), board.Positions)
}

// Solve implements [engine.Solver].
func (c choice) Solve(ctx context.Context, q engine.Question) engine.Solution {
	var next table
	var board engine.Solution
	at, positions := 0, 0
	for at = range c.offers {
		next = c.after(c.offers[at]).next()
		board = next.win(ctx, q)
		if board.Verdict == engine.VerdictWon {
			break
		}
		positions += board.Positions
	}
	return follows(c.Moves()[at:at+1], next.onward(ctx, q, board), positions)
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
