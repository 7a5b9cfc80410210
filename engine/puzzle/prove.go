package puzzle

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/hashset"
)

// The bounds of puzzles that are worth a person's time.
const (
	MovesLeast = 4  // the fewest legal moves of the position
	AnswerMost = 40 // moves of an answer
	HiddenMost = 16 // cards that lie face down
	Easy       = 16 // the fewest positions that wrong moves lead to: with fewer they lose at once
)

// The ratings of puzzles are between these. Those by the number of positions that the proof looks at have a
// correlation of 0.7 with those that were measured.
const leastRating, mostRating = 800, 2400

// Find returns the puzzle at the end of a record of g, which is not rated, and the number of positions that its wrong
// moves lead to. That is 0 if there is no puzzle, or if that is not found out within about a number of positions for
// each move: by the state's solver, and by [Check].
func Find(ctx context.Context, g engine.Game, r engine.Record, positions int) (p Puzzle, looked int) {
	p = at(r)
	s, err := p.Start(g)
	if err != nil || len(s.Moves()) < MovesLeast {
		return Puzzle{}, 0
	}
	choices := 0 // the length of the answer up to the last choice
	for !s.Score().Won {
		keep, known := keeping(ctx, s, positions)
		if !known || len(p.Answer) == AnswerMost {
			return Puzzle{}, 0
		}
		if len(keep) != 1 {
			break
		}
		p.Answer = append(p.Answer, keep[0])
		if len(s.Moves()) > 1 {
			choices = len(p.Answer)
		}
		if s, err = s.Play(keep[0]); err != nil {
			return Puzzle{}, 0
		}
	}
	p.Answer = p.Answer[:choices]
	if looked, err = Check(ctx, g, p, positions); err != nil {
		return Puzzle{}, 0
	}
	return p, looked
}

// keeping returns the moves of s that keep the win, two at most. known is false if a move before the second
// of them was not decided within a number of positions.
func keeping(ctx context.Context, s engine.State, positions int) (keep []engine.Move, known bool) {
	for _, m := range s.Moves() {
		next, err := s.Play(m)
		if err != nil {
			return nil, false
		}
		switch Verdict(ctx, next, positions) {
		case engine.VerdictWon:
			if keep = append(keep, m); len(keep) == 2 {
				return keep, true
			}
		case engine.VerdictUnknown:
			return nil, false
		}
	}
	return keep, true
}

// Verdict returns whether a state can be won by a player who sees all cards, as far as that is found out within
// about a number of positions.
func Verdict(ctx context.Context, s engine.State, positions int) engine.Verdict {
	if p, ok := s.(engine.Prover); ok && engine.Hidden(s) == 0 && p.Unwinnable(ctx, positions) {
		return engine.VerdictLost // without a look for the most points
	}
	found, err := engine.Solve(ctx, s, engine.Question{Goal: engine.GoalWin, Positions: positions})
	if err != nil {
		return engine.VerdictUnknown
	}
	return found.Verdict
}

// ErrMany reports a search that was cut off.
var ErrMany = errors.New("there are too many positions to look at all of them")

// Check returns an error unless p is a puzzle of its game, by a plain search that shares nothing with any
// solver: after each move but the right one it looks at all that the rules allow, and nothing there is won. That
// the answer wins is shown by a line that the rules play to a win. It looks at no more than a number of positions
// after each move, and returns at how many it looked after the wrong ones.
func Check(ctx context.Context, g engine.Game, p Puzzle, positions int) (looked int, err error) {
	if p.Goal != engine.GoalWin || len(p.Answer) == 0 {
		return 0, errors.New("it has no answer that wins")
	}
	s, err := p.Start(g)
	if err != nil {
		return 0, err
	}
	if len(s.Moves()) < MovesLeast {
		return 0, fmt.Errorf("it has less than %d moves", MovesLeast)
	}
	for i, right := range p.Answer {
		moves := s.Moves()
		if i == len(p.Answer)-1 && len(moves) == 1 {
			return 0, errors.New("the answer ends with a move without a choice")
		}
		for _, m := range moves {
			next, err := s.Play(m)
			if err != nil {
				return 0, err
			}
			if m == right {
				continue
			}
			won, n, err := winnable(ctx, next, positions)
			looked += n
			switch {
			case err != nil:
				return 0, fmt.Errorf("%s instead of move %d of the answer: %w", m, i+1, err)
			case won:
				return 0, fmt.Errorf("%s instead of move %d of the answer wins, too", m, i+1)
			}
		}
		if s, err = s.Play(right); err != nil {
			return 0, err
		}
	}
	switch Verdict(ctx, s, positions) {
	case engine.VerdictWon:
		return looked, nil
	case engine.VerdictLost:
		return 0, errors.New("no line wins after the answer")
	}
	return 0, ErrMany
}

// winnable reports whether a state can be won, by looking at all that can be reached, and at how many
// positions it looked. It asks ctx at each, so that it lends its place to those who wait for one.
func winnable(ctx context.Context, s engine.State, positions int) (won bool, looked int, err error) {
	var seen hashset.Set
	seen.Add(key(s))
	for open := []engine.State{s}; len(open) > 0; {
		s, open = open[len(open)-1], open[:len(open)-1]
		if err := ctx.Err(); err != nil {
			return false, seen.Len(), err
		}
		if s.Score().Won {
			return true, seen.Len(), nil
		}
		for _, m := range slices.Backward(s.Moves()) {
			next, err := s.Play(m)
			if err != nil {
				return false, seen.Len(), err
			}
			if !seen.Add(key(next)) {
				continue
			}
			if seen.Len() > positions {
				return false, seen.Len(), ErrMany
			}
			open = append(open, next)
		}
	}
	return false, seen.Len(), nil
}

// key returns a hash of all that lies on the table.
func key(s engine.State) (sum uint64) {
	for at, pile := range s.Position() {
		hash := hashset.Mix(uint64(at.Col())<<8 | uint64(at.Row()))
		for i := range pile.Len() {
			hash = hashset.Mix(hash ^ uint64(pile.At(i)))
		}
		if pile.Held() {
			hash = hashset.Mix(hash)
		}
		sum += hash
	}
	return sum
}

// backMost is how many moves before the end of a round a puzzle is looked for: some rounds have thousands.
const backMost = 100

// Mine returns the last puzzle in a round of g, which may be where a win was thrown away, with a rating by how
// much the proof had to look at. It looks at the last hundred moves, and at about a number of positions for each. ok is
// false if there is none, or if that is not found out.
func Mine(ctx context.Context, g engine.Game, r engine.Record, positions int) (p Puzzle, ok bool) {
	states, err := r.Replay(g)
	if err != nil {
		return Puzzle{}, false
	}
	for n := len(r.Moves) - 1; n >= max(0, len(r.Moves)-backMost) && engine.Hidden(states[n]) <= HiddenMost; n-- {
		switch Verdict(ctx, states[n], positions) {
		case engine.VerdictUnknown:
			return Puzzle{}, false
		case engine.VerdictWon:
			r.Moves = slices.Clip(r.Moves[:n])
			if p, looked := Find(ctx, g, r, positions); looked >= Easy {
				p.Rating = min(leastRating+300*math.Log10(float64(looked)), mostRating)
				return p, true
			}
		}
	}
	return Puzzle{}, false
}
