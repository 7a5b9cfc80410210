package analysis

import (
	"cmp"
	"context"
	"slices"

	"boardwalk/engine"
)

// A Fault is a move of a round that threw something away, with those that would not have.
type Fault struct {
	At     int // the number of moves before it
	Better []engine.Move
	// Goal is what was thrown away with every card known; "" if the move was a fault with what the player
	// saw. Loss and Why are then those of [Judged].
	Goal engine.Goal
	Loss float64
	Why  string
}

// keepMost is the most positions that are looked at to find out whether a move keeps a goal.
const keepMost = 20_000

// Faults returns the faults of a round, which went through states, in their order: the move that threw
// the goal away, if the report is sure of it, and those that are graded [Mistake] or worse. With every card
// known, each move that a solver finds to keep the goal is better; that may take a second.
func (r Report) Faults(ctx context.Context, states []engine.State) (found []Fault) {
	if r.threwAway() {
		turn := r.Open.Turn
		m := Fault{At: turn.In, Goal: turn.Goal, Better: turn.Line[:1:1]}
		for _, move := range states[turn.In].Moves() {
			if move != turn.Line[0] && r.keeps(ctx, states[turn.In], move) {
				m.Better = append(m.Better, move)
			}
		}
		found = append(found, m)
	}
	if r.Fair != nil {
		for i, j := range r.Fair.Moves {
			if j.isFault() && (len(found) == 0 || found[0].At != i) {
				found = append(found, Fault{At: i, Better: []engine.Move{j.Best}, Loss: j.Loss, Why: j.Why})
			}
		}
	}
	slices.SortStableFunc(found, func(a, b Fault) int { return cmp.Compare(a.At, b.At) })
	return found
}

// Faulty reports whether there are faults.
func (r Report) Faulty() bool {
	return r.threwAway() || r.Fair != nil && slices.ContainsFunc(r.Fair.Moves, Judged.isFault)
}

// threwAway reports whether the report is sure of the move that threw the goal away.
func (r Report) threwAway() bool {
	return r.Open != nil && r.Open.Turn.Sure() && r.Open.Turn.In < r.Moves && len(r.Open.Turn.Line) > 0
}

func (j Judged) isFault() bool { return j.Grade() >= Mistake && !j.Best.IsZero() }

// keeps reports whether a solver finds that a move keeps what the round threw away.
func (r Report) keeps(ctx context.Context, s engine.State, m engine.Move) bool {
	next, err := s.Play(m)
	if err != nil {
		return false
	}
	found, err := engine.Solve(ctx, next, engine.Question{Goal: r.Open.Turn.Goal, Positions: keepMost})
	if err != nil {
		return false
	}
	if r.Open.Turn.Goal == engine.GoalWin {
		return found.Verdict == engine.VerdictWon
	}
	return found.Points >= r.Open.Par
}
