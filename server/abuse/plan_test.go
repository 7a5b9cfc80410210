package abuse_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

const (
	// planTries is the number of games played through to plan one: most games of random
	// moves are over after a few moves.
	planTries = 20

	// PlanMoves is the most moves that are planned, because random moves may go back and
	// forth forever.
	PlanMoves = 200
)

// plan returns the code of a deal and legal moves for it: the longest of some games
// played at random. It leaves out the routine moves, which the table plays by itself.
func plan(g engine.Game, random *rand.Rand) (best engine.Code, moves []engine.Move) {
	for range planTries {
		code := engine.Code(strings.ToUpper(fmt.Sprintf("%x", random.Uint32())))
		if m := PlayOut(g, code, random, PlanMoves); len(m) > len(moves) {
			best, moves = code, m
		}
	}
	return best, moves
}

// PlayOut plays a deal at random until it is over or most moves are played.
func PlayOut(g engine.Game, code engine.Code, random *rand.Rand, most int) (moves []engine.Move) {
	r := engine.NewRound(g, code)
	r.SetAuto(true) // the default in a player's settings
	for !r.State().Over() && len(moves) < most {
		legal := r.State().Moves()
		m := legal[random.IntN(len(legal))]
		if err := r.Play(m); err != nil {
			panic(fmt.Sprintf("%s refuses the legal %s: %v", g.Info().ID, m, err))
		}
		moves = append(moves, m)
	}
	return moves
}

func TestPlanIsLegalAndOfTheSeed(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.All() {
		code, moves := plan(g, rand.New(rand.NewPCG(3, 4)))
		again, same := plan(g, rand.New(rand.NewPCG(3, 4)))
		if code != again || len(moves) != len(same) || len(moves) == 0 || len(moves) > PlanMoves {
			t.Errorf("%s: %s with %d moves, then %s with %d", g.Info().ID, code, len(moves), again, len(same))
		}
	}
}
