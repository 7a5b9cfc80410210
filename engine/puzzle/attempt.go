package puzzle

import (
	"fmt"

	"boardwalk/engine"
)

// An Outcome is what a move was in an [Attempt].
type Outcome string

// The outcomes. After a wrong move the same move is asked for again, after a right one the next.
const (
	Wrong  Outcome = "wrong"
	Right  Outcome = "right"
	Solved Outcome = "solved"
)

// An Attempt is somebody solving a puzzle. It belongs to one goroutine.
type Attempt struct {
	puzzle Puzzle
	state  engine.State
	played int // moves of the answer
	failed bool
}

// NewAttempt returns an attempt at a puzzle of a game. The error is that of [Puzzle.Start].
func NewAttempt(g engine.Game, p Puzzle) (*Attempt, error) {
	s, err := p.Start(g)
	if err != nil {
		return nil, err
	}
	return &Attempt{puzzle: p, state: s}, nil
}

// Puzzle returns what is to be solved.
func (a *Attempt) Puzzle() Puzzle { return a.puzzle }

// State returns the position that asks for a move, or the last one once the puzzle is solved.
func (a *Attempt) State() engine.State { return a.state }

// Played returns the moves from the puzzle's position to that of [Attempt.State]: right ones, and those
// that were played by themselves.
func (a *Attempt) Played() []engine.Move { return a.puzzle.Answer[:a.played:a.played] }

// Next returns the move that is asked for. ok is false once the puzzle is solved.
func (a *Attempt) Next() (m engine.Move, ok bool) {
	if a.Solved() {
		return engine.Move{}, false
	}
	return a.puzzle.Answer[a.played], true
}

// Solved reports whether the whole answer was played.
func (a *Attempt) Solved() bool { return a.played == len(a.puzzle.Answer) }

// Failed reports whether a move was wrong or was shown.
func (a *Attempt) Failed() bool { return a.failed }

// Play tries a move. A wrong one is not played, and fails the attempt, which can go on all the same. After
// a right one, moves without a choice are played as well. The error is the *engine.IllegalMove of a move
// that the rules refuse: it does no harm. Play must not be called once the puzzle is solved.
func (a *Attempt) Play(m engine.Move) (Outcome, error) {
	next, err := a.state.Play(m)
	if err != nil {
		return "", err
	}
	if m != a.puzzle.Answer[a.played] {
		a.failed = true
		return Wrong, nil
	}
	a.state = next
	a.played++
	if a.Solved() {
		return Solved, nil
	}
	if len(a.state.Moves()) == 1 {
		return a.Play(a.puzzle.Answer[a.played])
	}
	return Right, nil
}

// Show plays the move that is asked for, which fails the attempt, and returns it.
func (a *Attempt) Show() engine.Move {
	m := a.puzzle.Answer[a.played]
	a.failed = true
	if _, err := a.Play(m); err != nil {
		panic(fmt.Sprintf("puzzle %s: %v", a.puzzle.ID, err)) // Check plays the answer of each puzzle
	}
	return m
}
