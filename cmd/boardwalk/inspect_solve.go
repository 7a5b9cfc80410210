package main

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"boardwalk/engine"
)

// Without a time in the request, a search takes at most solveMillis milliseconds. No request
// may ask for more than solveMostMillis.
const (
	solveMillis     = 1_000
	solveMostMillis = 60_000
)

// A solveRequest is what a line asks a solver.
type solveRequest struct {
	goal   engine.Goal
	millis int
}

type inspectedSolution struct {
	Verdict engine.Verdict `json:"verdict"`
	Points  int            `json:"points"`
	Moves   []engine.Move  `json:"moves"`
	Millis  float64        `json:"ms"` // by the clock
}

// parseSolve returns what the fields of a request ask a solver, or nil if they ask nothing.
func parseSolve(solve, goal, millis json.RawMessage) (*solveRequest, error) {
	var asked *bool
	if solve != nil && (json.Unmarshal(solve, &asked) != nil || asked == nil) {
		return nil, badRequestf("solve", "syntax", "Solve is true or false.")
	}
	if asked == nil || !*asked {
		switch {
		case goal != nil:
			return nil, badRequestf("goal", "nothing-to-solve", "Goal is for a request with \"solve\": true.")
		case millis != nil:
			return nil, badRequestf("ms", "nothing-to-solve", "Ms is for a request with \"solve\": true.")
		}
		return nil, nil
	}
	r := &solveRequest{engine.GoalWin, solveMillis}
	if goal != nil && (json.Unmarshal(goal, &r.goal) != nil || !slices.Contains(engine.Goals(), r.goal)) {
		return nil, badRequestf("goal", "syntax", "Goal is \"win\", \"points\" or \"shortest\".")
	}
	if millis != nil && (json.Unmarshal(millis, &r.millis) != nil || r.millis < 1 || r.millis > solveMostMillis) {
		return nil, badRequestf("ms", "syntax", "Ms is a number of milliseconds, 1 to %d.", solveMostMillis)
	}
	return r, nil
}

// answer asks the solver of a game about a position. The error is a *badRequest.
func (r *solveRequest) answer(ctx context.Context, g engine.Game, s engine.State) (*inspectedSolution, error) {
	ctx, cancel := context.WithTimeout(ctx, time.Duration(r.millis)*time.Millisecond)
	defer cancel()
	began := time.Now()
	found, err := engine.Solve(ctx, s, engine.Question{Goal: r.goal})
	switch {
	case errors.Is(err, engine.ErrNoSolver):
		return nil, badRequestf("solve", "no-solver", "%s has no solver.", g.Info().Name)
	case err != nil:
		return nil, badRequestf("solve", "wrong-line", "The solver is wrong; please report this line: %s.", err)
	}
	line := append([]engine.Move{}, found.Line...) // none are an empty array in JSON, not null
	return &inspectedSolution{found.Verdict, found.Points, line, float64(time.Since(began).Microseconds()) / 1000}, nil
}
