package hint

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/rand/v2"

	"boardwalk/engine"
)

// An Estimate says how a game went for the house in a number of sample deals. The zero
// Estimate is of no deal.
type Estimate struct {
	Deals   int `json:"deals"`
	Won     int `json:"won"`
	Perfect int `json:"perfect,omitempty"`
	Points  int `json:"points"` // over all deals
	Moves   int `json:"moves"`  // over all deals
}

// SampleDeals is the number of deals of a usual estimate. It takes 2 to 6 seconds of one
// core for most games of the house, 30 for Cheshire, and up to six minutes for the largest
// that can be made up.
const SampleDeals = 50

const (
	sampleBudget = 600 // positions to evaluate for a move of a sample deal
	sampleMoves  = 500 // the most moves of a sample deal: some games can go on for ever
	moveSeconds  = 6   // what a person is assumed to take for a move
)

// Sample plays sample deals of a game, one after another, and returns how they went. It
// calls report, if that is not nil, after each deal with the estimate so far. The error is
// that of ctx, if it ends first; the estimate is then of fewer deals.
//
// The house plays them as [Best] proposes moves, but with open cards: where it may only
// guess them, it wins next to nothing, and all games look alike.
//
// The deals and all that is random depend on the ID of the game alone, so an estimate of
// the same number of deals is the same everywhere, and one of more deals contains it.
//
// limit bounds the searches that run at a time, and turns the estimates that search or wait
// for a place in limit; there is no bound if one is nil. Sample takes places in both anew for
// each move, for 1 to 40 milliseconds. So a hint for a player waits for no more moves than
// turns has places, however many estimates are being made, and these take turns. An estimate
// holds a few hundred KiB.
func Sample(ctx context.Context, turns, limit chan struct{}, g engine.Game, deals int, report func(Estimate)) (Estimate, error) {
	return sample(ctx, turns, limit, g, Estimate{}, deals, report)
}

// sample goes on with an estimate up to a number of deals.
func sample(ctx context.Context, turns, limit chan struct{}, g engine.Game, e Estimate, deals int, report func(Estimate)) (Estimate, error) {
	for e.Deals < deals {
		score, moves, err := playSample(ctx, turns, limit, g, e.Deals)
		if err != nil {
			return e, err
		}
		e.Deals++
		e.Points += score.Points
		e.Moves += moves
		if score.Won {
			e.Won++
		}
		if score.Perfect {
			e.Perfect++
		}
		if report != nil {
			report(e)
		}
	}
	return e, nil
}

// playSample plays the i-th sample deal of a game to its end.
func playSample(ctx context.Context, turns, limit chan struct{}, g engine.Game, i int) (score engine.Score, moves int, err error) {
	seed := sha256.Sum256(fmt.Appendf(nil, "boardwalk sample 1\n%s\n%d", g.Info().ID, i))
	code, err := engine.NewCode(bytes.NewReader(seed[16:]))
	if err != nil {
		panic("hint: " + err.Error()) // the seed is long enough
	}
	random := rand.New(rand.NewPCG(binary.BigEndian.Uint64(seed[:]), binary.BigEndian.Uint64(seed[8:])))
	s := g.Deal(code)
	seen := map[string]bool{shown(s.Board()): true}
	for over := false; ; moves++ {
		err := inTurn(ctx, turns, limit, func() {
			m, ok := best(ctx, s, seen, sampleBudget, player{random: random, open: true})
			if over = !ok || moves == sampleMoves; over {
				return
			}
			s = play(s, m)
			seen[shown(s.Board())] = true
		})
		if err != nil {
			return engine.Score{}, 0, err
		}
		if over {
			return engine.Final(s), moves, nil
		}
	}
}

// inTurn calls search once it has a place in turns and then one in limit. The error is that
// of ctx, if it ended before the search did.
func inTurn(ctx context.Context, turns, limit chan struct{}, search func()) error {
	for _, places := range []chan struct{}{turns, limit} {
		if places == nil {
			continue
		}
		select {
		case places <- struct{}{}:
			defer func() { <-places }()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	search()
	return ctx.Err()
}

// rated is the fewest deals that an estimate needs for a level.
const rated = 20

// Level returns how hard the game is, going by the share of deals that the house won: easy
// from 60 percent on, medium from 30 and hard from 22. It is Unrated for few deals.
//
// In 100 deals each, the house won 92 of Hop 45, 33 of Lucky Seven, 26 of Scotsi and 20 of
// Boardwalk Hopscotch, which are easy, medium, hard and very hard. An estimate of 50 deals
// comes within 7 percent of that two times in three. Cheshire, of which a patient player
// wins most deals, is underrated at 10 of 50: where many plays only shift cards to and fro,
// the house plays poorly. Nor can an estimate tell how much a game demands of a player who
// does not see the cards.
func (e Estimate) Level() engine.Level {
	switch {
	case e.Deals < rated:
		return engine.Unrated
	case 100*e.Won >= 60*e.Deals:
		return engine.Easy
	case 100*e.Won >= 30*e.Deals:
		return engine.Medium
	case 100*e.Won >= 22*e.Deals:
		return engine.Hard
	}
	return engine.VeryHard
}

// String returns the estimate as a clause: "17 of 50 won by the house with open cards, 3
// perfect; 61 moves on average, about 6 minutes". The time is that of a person who takes six
// seconds a move, as is assumed here.
func (e Estimate) String() string {
	if e.Deals == 0 {
		return "not estimated yet"
	}
	text := fmt.Sprintf("%d of %d won by the house with open cards", e.Won, e.Deals)
	if e.Perfect > 0 {
		text += fmt.Sprintf(", %d perfect", e.Perfect)
	}
	moves := (e.Moves + e.Deals/2) / e.Deals
	minutes := (moves*moveSeconds + 30) / 60
	return text + fmt.Sprintf("; %s on average, about %s", plural(moves, "move"), plural(max(minutes, 1), "minute"))
}

// plural returns a number with its noun: "1 move", "61 moves".
func plural(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}
