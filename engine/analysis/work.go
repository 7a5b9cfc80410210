package analysis

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/bits"

	"boardwalk/engine"
)

// A Budget bounds the searches of an analysis. What is 0 has a value that suits a round of
// a hundred moves: a minute or less of one core.
type Budget struct {
	Positions int // that the solver may look at from one position
	Tries     int // how often the advisor tries each move
	Check     int // how often a move that looks bad is tried again, together with the best
}

// The usual budget.
const (
	usualPositions = 400_000
	usualTries     = 200
	usualCheck     = 2_000
)

// A Work is an analysis in progress. It belongs to one goroutine at a time.
type Work struct {
	states []engine.State
	moves  []engine.Move
	budget Budget
	report Report

	asked   int           // of the questions about the deal
	win     []engine.Move // from the deal, if one is known
	turning *turning      // nil before its search begins, or if there is none
	goal    engine.Goal
	probed  int    // positions of the round that the solver was asked about
	judged  int    // moves judged so far
	sight   *sight // of the position after these
	done    bool
}

// New begins the analysis of a round: its states, from the deal to the last, and its moves,
// as [engine.Record.Replay] has them.
func New(states []engine.State, moves []engine.Move, b Budget) *Work {
	b = Budget{cmp.Or(b.Positions, usualPositions), cmp.Or(b.Tries, usualTries), cmp.Or(b.Check, usualCheck)}
	end := engine.Final(states[len(states)-1])
	w := &Work{states: states, moves: moves, budget: b}
	w.report = Report{Version: Version, Moves: len(moves), Points: end.Points, Won: end.Won}
	if _, ok := states[0].(engine.Solver); ok {
		w.report.Open = &Open{Verdict: engine.VerdictUnknown, Par: end.Points, Most: end.Points >= end.Max}
		if end.Won {
			w.report.Open.Verdict = engine.VerdictWon
			w.asked = 1 // that it could be won is known
		}
		if end.Won && w.report.Open.Most {
			w.asked = 2
		}
	}
	if _, ok := states[0].(engine.Advisor); ok && !engine.Open(states[0]) {
		w.report.Fair = &Fair{}
	}
	w.done = !w.more()
	return w
}

// Report returns what is known so far. It shares nothing with the work.
func (w *Work) Report() Report {
	r := w.report
	if r.Open != nil {
		open := *r.Open
		r.Open = &open
	}
	if r.Fair != nil {
		r.Fair = &Fair{Moves: r.Fair.Moves[:len(r.Fair.Moves):len(r.Fair.Moves)]}
	}
	return r
}

// Done reports whether the report is complete.
func (w *Work) Done() bool { return w.done }

// Progress returns how many steps have been made, of at most how many.
func (w *Work) Progress() (made, of int) {
	if w.report.Open != nil {
		of = 2 + 2*bits.Len(uint(len(w.moves)+1))
		if _, probe := w.probe(); w.asked < 2 || probe {
			made = w.asked + w.probed
		} else {
			made = of
		}
	}
	if w.report.Fair != nil {
		made, of = made+w.judged, of+len(w.moves)
	}
	return made, of
}

// more reports whether there is a step left to make.
func (w *Work) more() bool {
	_, probe := w.probe()
	return w.report.Open != nil && w.asked < 2 || probe || w.report.Fair != nil && w.judged < len(w.moves)
}

// probe returns the position to ask the solver about next.
func (w *Work) probe() (i int, ok bool) {
	if w.turning == nil {
		return 0, false
	}
	return w.turning.next()
}

// Step makes a step of the work, and reports whether there are more to make. If ctx ends
// meanwhile, the step is not made, and will be made again. A step takes a second or two at
// most, and the memory that the game's solver or advisor says.
//
// A solver whose line does not replay panics: that is a bug.
func (w *Work) Step(ctx context.Context) bool {
	if w.done || ctx.Err() != nil {
		return !w.done
	}
	if i, ok := w.probe(); w.report.Open != nil && w.asked < 2 {
		w.askDeal(ctx)
	} else if ok {
		w.askTurning(ctx, i)
	} else {
		w.judge(ctx)
	}
	w.done = !w.more()
	return !w.done
}

// askDeal asks whether the deal can be won, and then for the most points.
func (w *Work) askDeal(ctx context.Context) {
	goal := []engine.Goal{engine.GoalWin, engine.GoalPoints}[w.asked]
	found, ok := solve(ctx, w.states[0], goal, w.budget.Positions)
	if !ok {
		return
	}
	w.asked++
	open := w.report.Open
	if open.Verdict == engine.VerdictUnknown {
		open.Verdict = found.Verdict
	}
	if found.Verdict == engine.VerdictWon {
		w.win = found.Line
	}
	if found.Points > open.Par {
		open.Par, open.Line = found.Points, found.Line
	}
	open.Most = found.Most && found.Points == open.Par || open.Par >= w.states[0].Score().Max
	if w.asked == 2 {
		w.beginTurning()
	}
}

// beginTurning begins to look for where the win, or points of par, were thrown away.
func (w *Work) beginTurning() {
	open := w.report.Open
	t := newTurning(len(w.moves))
	last := len(w.moves)
	switch {
	case !w.report.Won && open.Verdict != engine.VerdictLost:
		w.goal = engine.GoalWin
		t.verdicts[0] = open.Verdict
	case w.report.Points < open.Par:
		w.goal = engine.GoalPoints
		t.verdicts[0] = engine.VerdictWon
		t.verdicts[last] = engine.VerdictUnknown
	default:
		return
	}
	if w.states[last].Over() {
		t.verdicts[last] = engine.VerdictLost
	}
	w.turning = t
	open.Turn = &Turn{Goal: w.goal, In: -1, Out: last + 1}
	if open.Turn.Line = open.Line; w.goal == engine.GoalWin {
		open.Turn.Line = w.win
	}
	open.Turn.In, open.Turn.Out = t.bounds()
}

// askTurning asks whether the goal is in reach from a position of the round.
func (w *Work) askTurning(ctx context.Context, i int) {
	found, ok := solve(ctx, w.states[i], w.goal, w.budget.Positions)
	if !ok {
		return
	}
	w.probed++
	open, v := w.report.Open, found.Verdict
	if w.goal == engine.GoalPoints {
		switch {
		case found.Points >= open.Par:
			v = engine.VerdictWon
		case found.Most:
			v = engine.VerdictLost
		default:
			v = engine.VerdictUnknown
		}
	}
	w.turning.verdicts[i] = v
	turn := *open.Turn // whoever has a report reads the one before
	open.Turn = &turn
	if turn.In, turn.Out = w.turning.bounds(); turn.In == i {
		turn.Line = found.Line
	}
}

// solve asks a solver. ok is false if ctx has ended, so that the answer means nothing.
func solve(ctx context.Context, s engine.State, goal engine.Goal, positions int) (found engine.Solution, ok bool) {
	found, err := engine.Solve(ctx, s, engine.Question{Goal: goal, Positions: positions})
	if err != nil && !errors.Is(err, engine.ErrNoSolver) {
		panic(fmt.Sprintf("analysis: %v", err))
	}
	return found, ctx.Err() == nil
}

// BestLine returns how somebody who sees through cards goes on from a state: to a win if the
// search finds one, and to as many points as it finds. Never show a player of a deal that counts. ok is false if the game has no
// solver, or ctx has ended.
func BestLine(ctx context.Context, s engine.State, b Budget) (line []engine.Move, ok bool) {
	if _, ok := s.(engine.Solver); !ok {
		return nil, false
	}
	positions := cmp.Or(b.Positions, usualPositions)
	most, ok := solve(ctx, s, engine.GoalPoints, positions)
	if !ok || most.Verdict == engine.VerdictWon {
		return most.Line, ok
	}
	if win, ok := solve(ctx, s, engine.GoalWin, positions); !ok || win.Verdict == engine.VerdictWon {
		return win.Line, ok
	}
	return most.Line, true
}
