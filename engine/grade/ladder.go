package grade

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"boardwalk/engine"
)

// maxMoves is the most moves of a try: some games can go on for ever.
const maxMoves = 500

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

// try plays a deal as the game's advisor proposes, which thinks about as many tries a move
// as told, and returns whether it won. A state without an advisor is lost.
func try(ctx context.Context, g engine.Game, code engine.Code, tries int, random *rand.Rand) (won bool, err error) {
	state := g.Deal(code)
	had := map[string]bool{shown(state): true}
	seen := func(s engine.State) bool { return had[shown(s)] }
	for range maxMoves {
		if state.Score().Won {
			return true, nil
		}
		advisor, ok := state.(engine.Advisor)
		if !ok || state.Over() {
			return false, ctx.Err()
		}
		choices := advisor.Advise(ctx, engine.Ask{Tries: tries, Random: random, Seen: seen})
		if err := ctx.Err(); err != nil {
			return false, err
		}
		if len(choices) == 0 {
			return false, nil
		}
		next, err := state.Play(choices[0].Move)
		if err != nil {
			return false, fmt.Errorf("%s, deal %s: the advisor's move: %w", g.Info().ID, code, err)
		}
		state = next
		had[shown(state)] = true
	}
	return state.Score().Won, nil
}

// shown returns a key that is equal for states that look the same to the player.
func shown(s engine.State) string {
	var key []byte
	for _, v := range s.Board().Piles {
		for _, c := range v.Cards {
			key = append(key, byte(c))
		}
		key = append(key, byte(engine.NoCard), byte(v.Marks))
	}
	return string(key)
}
