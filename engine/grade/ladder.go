package grade

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// climb returns how hard a deal is for the players of the ladder: for the weakest that wins
// half of its rounds, the number of those below times 1 and more than all rounds, and its own
// losses. If none does, the strongest counts as if it stood one above the ladder.
func (s Scale) climb(ctx context.Context, g engine.Game, code engine.Code) (hardness int, err error) {
	lost := 0
	for rung, tries := range s.Ladder {
		lost = 0
		for round := range s.Rounds {
			won, err := try(ctx, g, code, tries, seed(code, rung, round))
			if err != nil {
				return 0, err
			}
			if !won {
				lost++
			}
			// The losses of a player who is too weak matter only if nobody is stronger.
			if 2*lost > s.Rounds && rung < len(s.Ladder)-1 {
				break
			}
		}
		if 2*lost <= s.Rounds {
			return rung*(s.Rounds+1) + lost, nil
		}
	}
	return len(s.Ladder)*(s.Rounds+1) + lost, nil
}

// seed returns the luck of a round of a player: other for each, and the same everywhere.
func seed(code engine.Code, rung, round int) *rand.Rand {
	sum := sha256.Sum256(fmt.Appendf(nil, "boardwalk grade 1\n%s\n%d\n%d", code, rung, round))
	return rand.New(rand.NewPCG(binary.BigEndian.Uint64(sum[:]), binary.BigEndian.Uint64(sum[8:])))
}

// try lets the house play a deal with about as many tries a move as told, and returns whether
// it won.
func try(ctx context.Context, g engine.Game, code engine.Code, tries int, random *rand.Rand) (won bool, err error) {
	house := hint.NewHouse(g.Deal(code), tries, random)
	for ctx.Err() == nil && !house.Score().Won && house.Step(ctx) {
	}
	return house.Score().Won, ctx.Err()
}
