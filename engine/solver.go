package engine

import (
	"context"
	"errors"
	"fmt"
)

// A Goal is what a search is after.
type Goal string

// The goals: to win in any way, to get the most points, or to win in the fewest moves. A
// solver that cannot look for the fewest moves treats GoalShortest as GoalWin.
const (
	GoalWin      Goal = "win"
	GoalPoints   Goal = "points"
	GoalShortest Goal = "shortest"
)

// Goals returns all goals.
func Goals() []Goal { return []Goal{GoalWin, GoalPoints, GoalShortest} }

// A Verdict says whether a position can be won by a player who sees every card.
type Verdict string

// The verdicts. A won position comes with the line that wins it, and a lost one was searched
// to its end. In any other case the verdict is unknown.
const (
	VerdictWon     Verdict = "won"
	VerdictLost    Verdict = "lost"
	VerdictUnknown Verdict = "unknown"
)

// A Question is what to ask a [Solver].
type Question struct {
	Goal Goal
	// Positions is the most positions to look at, about; 0 means as many as the solver
	// thinks fit. The same number finds the same everywhere.
	Positions int
}

// A Solution is what a search found.
type Solution struct {
	Verdict Verdict
	// Line leads from the position to the best end that was found. It is empty if the
	// position itself is that end.
	Line []Move
	// Points is the final score at the end of the line; see [Final].
	Points int
	// Most reports a proof that no line gives more points.
	Most bool
	// Least reports a proof that no shorter line leads to as many points. A solver looks for
	// one only if the goal is GoalShortest.
	Least bool
	// Positions is the number of positions that the search looked at.
	Positions int
}

// A Solver is a State that can search for the best way to go on, with all cards known. Never
// show a player of a deal that counts what it finds.
//
// Solve returns what it has found when it is done, has looked at as many positions as it may,
// or ctx has ended. It needs a bounded amount of memory, which its documentation states. Call
// [Solve] instead, which checks the line.
type Solver interface {
	Solve(context.Context, Question) Solution
}

// ErrNoSolver is returned for a game that nobody has written a solver for.
var ErrNoSolver = errors.New("this game has no solver")

// Solve asks the state's [Solver] and plays the line that it returns, so that a wrong line
// never passes for a result. The error is ErrNoSolver, or says what is wrong with the line.
func Solve(ctx context.Context, s State, q Question) (Solution, error) {
	solver, ok := s.(Solver)
	if !ok {
		return Solution{}, ErrNoSolver
	}
	found := solver.Solve(ctx, q)
	won := s.Score().Won
	for i, m := range found.Line {
		next, err := s.Play(m)
		if err != nil {
			return Solution{}, fmt.Errorf("move %d of the solver's line: %w", i+1, err)
		}
		s = next
		won = won || s.Score().Won
	}
	if won != (found.Verdict == VerdictWon) {
		return Solution{}, fmt.Errorf("the solver's verdict is %s, and won at the end of its line is %t", found.Verdict, won)
	}
	if end := Final(s); end.Points != found.Points {
		return Solution{}, fmt.Errorf("the solver's line gives %d points, not %d", end.Points, found.Points)
	}
	return found, nil
}

// A Prover is a State that can prove that nobody can win it any more, wherever the hidden
// cards lie. The result depends only on what the player can see, so it can be shown to the
// player of any deal.
//
// Unwinnable reports whether it found a proof. It looks at about as many positions as it is
// told, and finds nothing if ctx ends first.
type Prover interface {
	Unwinnable(ctx context.Context, positions int) bool
}
