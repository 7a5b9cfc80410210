package main

import (
	"context"
	"math"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/engine/puzzle"
)

// A chooser is a player who tries puzzles. It returns a move, zero if it knows none.
type chooser func(ctx context.Context, s engine.State, random *rand.Rand) engine.Move

// fair returns the arcade's player, who does not see what lies face down.
func fair(tries int) chooser {
	return func(ctx context.Context, s engine.State, random *rand.Rand) engine.Move {
		advice, _ := hint.Best(ctx, []engine.State{s}, tries, random)
		return advice.Move
	}
}

// open returns a player who sees all cards, and plays out moves with no more than the rules.
func open(tries int) chooser {
	choose := fair(tries)
	return func(ctx context.Context, s engine.State, random *rand.Rand) engine.Move {
		return choose(ctx, struct{ engine.State }{s}, random) // neither an advisor nor a guesser
	}
}

// reader returns a player who sees all cards, and looks for a win at a number of positions.
func reader(positions int) chooser {
	return func(ctx context.Context, s engine.State, _ *rand.Rand) (m engine.Move) {
		found, err := engine.Solve(ctx, s, engine.Question{Goal: engine.GoalWin, Positions: positions})
		if err == nil && len(found.Line) > 0 {
			m = found.Line[0]
		}
		return m
	}
}

// rungs are those who try each puzzle. The first of them, fairRungs, do not try one with all cards face up: where a
// game hides none, the arcade's player searches to the end.
var rungs = []chooser{fair(1), fair(10), open(1), open(10), reader(30), reader(100), reader(300), reader(1000)}

const (
	fairRungs = 2
	rounds    = 6    // tries of each of the rungs at a puzzle, which together count as one game
	middle    = 1500 // the rating of a puzzle that wins and loses as often against the rungs
)

// rateAll rates puzzles by how often the rungs solve them: a puzzle that is solved has lost, and one that is not has
// won. The ratings are those that make the results most likely, if each puzzle and each of the rungs has also won and
// lost a game against somebody in the middle.
func rateAll(ctx context.Context, puzzles []puzzle.Puzzle) error {
	first := 1 + len(rungs) // the number of the first puzzle; 0 is who is in the middle
	var met []meeting
	for i, p := range puzzles {
		g, err := catalog.All().Resolve(p.Game)
		if err != nil {
			return err
		}
		start, err := p.Start(g)
		if err != nil {
			return err
		}
		for rung, choose := range rungs {
			if rung < fairRungs && engine.Hidden(start) == 0 {
				continue
			}
			var seed [32]byte
			copy(seed[:], p.ID)
			random := rand.New(rand.NewChaCha8(seed))
			m := meeting{a: 1 + rung, b: first + i, games: 1}
			for range rounds {
				if choose.solves(ctx, start, p.Answer, random) {
					m.won += 1.0 / rounds
				}
			}
			met = append(met, m)
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
	}
	players := first + len(puzzles)
	for i := 1; i < players; i++ {
		met = append(met, meeting{a: i, won: 1, games: 2})
	}
	for i, points := range rate(players, 0, met)[first:] {
		puzzles[i].Rating = math.Round(middle + points)
	}
	return nil
}

// solves reports whether the player finds each move of an answer that is a choice.
func (choose chooser) solves(ctx context.Context, s engine.State, answer []engine.Move, random *rand.Rand) bool {
	for _, m := range answer {
		next, err := s.Play(m)
		if err != nil || len(s.Moves()) > 1 && choose(ctx, s, random) != m {
			return false
		}
		s = next
	}
	return true
}
