package main

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"boardwalk/engine"
)

const (
	// planTries is how many games are played through for one that is planned:
	// most games of random moves are over after a few.
	planTries = 20

	// planMoves is how many moves are planned at most, as random ones may go to
	// and fro for ever.
	planMoves = 200
)

// plan is the code of a deal and legal moves to play it by: of some games that
// were played at random, the longest. The moves of routine that the table plays
// by itself are not among them.
func plan(g engine.Game, random *rand.Rand) (best engine.Code, moves []engine.Move) {
	for range planTries {
		code := engine.Code(strings.ToUpper(fmt.Sprintf("%x", random.Uint32())))
		if m := playOut(g, code, random); len(m) > len(moves) {
			best, moves = code, m
		}
	}
	return best, moves
}

// playOut plays a deal at random until it is over.
func playOut(g engine.Game, code engine.Code, random *rand.Rand) (moves []engine.Move) {
	r := engine.NewRound(g, code)
	r.SetAuto(true) // as it is in a new player's settings
	for !r.State().Over() && len(moves) < planMoves {
		legal := r.State().Moves()
		m := legal[random.IntN(len(legal))]
		if err := r.Play(m); err != nil {
			panic(fmt.Sprintf("%s refuses the legal %s: %v", g.Info().ID, m, err))
		}
		moves = append(moves, m)
	}
	return moves
}
