package grade

import (
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// lose returns how hard a deal is for the players of the ladder: a hundred for each round that they lose,
// and how far from all points their rounds ended, in percent.
func (s Scale) lose(ctx context.Context, g engine.Game, code engine.Code) (hardness int, err error) {
	missing, most := 0, 0
	for rung, player := range s.Ladder {
		for round := range s.Rounds {
			luck := engine.Luck(sha256.Sum256(fmt.Appendf(nil, "boardwalk grade 1\n%s\n%d\n%d", code, rung, round)))
			score, err := try(ctx, g, code, player, luck)
			if err != nil {
				return 0, err
			}
			if !score.Won {
				hardness += 100
			}
			missing, most = missing+score.Max-score.Points, most+score.Max
		}
	}
	return hardness + 99*missing/max(most, 1), nil
}

// try lets a player play a deal, and returns how that ended.
func try(ctx context.Context, g engine.Game, code engine.Code, p Player, random *rand.Rand) (engine.Score, error) {
	playing := p.Play(g.Deal(code), random)
	for range hint.HouseMoves {
		if ctx.Err() != nil || playing.Score().Won {
			break
		}
		_, ok, err := playing.Step(ctx)
		if err != nil {
			return engine.Score{}, fmt.Errorf("%s: %w", g.Info().ID, err)
		}
		if !ok {
			break
		}
	}
	return playing.Score(), ctx.Err()
}

// A Playing is a [Player] who plays a deal, and sees what a person would see. It belongs to one
// goroutine.
type Playing struct {
	player Player
	house  *hint.House
	random *rand.Rand
}

// Play returns the player at a position. The same random numbers play the same game.
func (p Player) Play(s engine.State, random *rand.Rand) *Playing {
	return &Playing{p, hint.NewHouse(s, p.Tries, random), random}
}

// Step plays a move and returns it. ok is false if there is none worth playing. Once ctx has ended,
// it plays on at first sight. The error says that the game refuses a move that it lists.
func (p *Playing) Step(ctx context.Context) (m engine.Move, ok bool, err error) {
	if p.random.IntN(100) >= p.player.Slips {
		ok = p.house.Step(ctx)
		return p.house.Last(), ok, nil
	}
	s := p.house.State()
	moves := s.Moves()
	if s.Over() || len(moves) == 0 {
		return m, false, nil
	}
	m = moves[p.random.IntN(len(moves))]
	next, err := s.Play(m)
	if err != nil {
		return m, false, fmt.Errorf("a listed move is refused: %w", err)
	}
	p.house = hint.NewHouse(next, p.player.Tries, p.random)
	return m, true, nil
}

// Score returns the score if the player ends the game here.
func (p *Playing) Score() engine.Score { return p.house.Score() }
