package main

import (
	"cmp"
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/puzzle"
	"boardwalk/engine/rating"
)

var predict = flag.Int("predict", 0, "try one in so many of the puzzles, and log how well ratings predict it")

// others are players that rated no puzzle, by name. Some make a slip in every fifth move.
var others = []struct {
	name   string
	choose chooser
}{
	{"fair 3", fair(3)},
	{"fair 3, slips", slipping(fair(3))},
	{"fair 30", fair(30)},
	{"open 3", open(3)},
	{"open 3, slips", slipping(open(3))},
	{"open 30", open(30)},
	{"reader 50", reader(50)},
	{"reader 200", reader(200)},
	{"reader 200, slips", slipping(reader(200))},
	{"reader 500", reader(500)},
}

func slipping(choose chooser) chooser {
	return func(ctx context.Context, s engine.State, random *rand.Rand) engine.Move {
		if moves := s.Moves(); random.IntN(5) == 0 {
			return moves[random.IntN(len(moves))]
		}
		return choose(ctx, s, random)
	}
}

// A try is whether a player solved a puzzle.
type try struct {
	puzzle, player int
	rating         float64
	solved         bool
}

// tries returns the tries of the others at some puzzles: one each.
func tries(t *testing.T, puzzles []puzzle.Puzzle) (all []try) {
	for i, p := range puzzles {
		g, _ := catalog.All().Find(p.Game)
		s, err := p.Start(g)
		if err != nil {
			t.Fatal(err)
		}
		for j, of := range others {
			if of.name[:4] == "fair" && engine.Hidden(s) == 0 {
				continue
			}
			solved := of.choose.solves(t.Context(), s, p.Answer, rand.New(rand.NewPCG(uint64(i), uint64(j))))
			all = append(all, try{i, j, p.Rating, solved})
		}
	}
	return all
}

// An expected is what was expected of a try, and what came of it.
type expected struct {
	chance float64
	solved bool
}

// after returns what is expected of the tries after the first 30 of each player, who is rated by these as people
// are.
func after(all []try, random *rand.Rand) (left [][]expected) {
	for player := range others {
		own := slices.DeleteFunc(slices.Clone(all), func(a try) bool { return a.player != player })
		random.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
		n := min(30, len(own)/2)
		strength := rating.Rating{Points: 1000, Deviation: 200, Volatility: rating.New().Volatility}
		for _, a := range own[:n] {
			score := 0.0
			if a.solved {
				score = 1
			}
			against := rating.Rating{Points: a.rating, Deviation: 60, Volatility: strength.Volatility}
			strength = strength.After([]rating.Game{{Opponent: against, Score: score}}, 1, 0)
		}
		var of []expected
		for _, a := range own[n:] {
			of = append(of, expected{strength.Points - a.rating, a.solved})
		}
		left = append(left, of)
	}
	return left
}

// auc returns how often a try that succeeded had been more likely to than one that failed; a tie is half. It is
// not a number if all succeeded or all failed.
func auc(all []expected) float64 {
	slices.SortFunc(all, func(a, b expected) int { return cmp.Compare(a.chance, b.chance) })
	ranks, solved := 0.0, 0.0
	for i := 0; i < len(all); {
		j, k := i, 0.0
		for ; j < len(all) && all[j].chance == all[i].chance; j++ {
			if all[j].solved {
				k++
			}
		}
		ranks, solved, i = ranks+k*float64(i+1+j)/2, solved+k, j
	}
	return (ranks - solved*(solved+1)/2) / (solved * (float64(len(all)) - solved))
}

// judged returns the AUC of all players after 30 tries, and the mean of those of each alone, over ten draws.
func judged(all []try, random *rand.Rand) (together, alone float64) {
	const draws = 10
	for range draws {
		left := after(all, random)
		sum, n := 0.0, 0.0
		for _, of := range left {
			if a := auc(of); !math.IsNaN(a) {
				sum, n = sum+a, n+1
			}
		}
		together, alone = together+auc(slices.Concat(left...))/draws, alone+sum/n/draws
	}
	return together, alone
}

// again draws as many puzzles as there are, with their tries.
func again(all []try, random *rand.Rand) (drawn []try) {
	by := map[int][]try{}
	for _, a := range all {
		by[a.puzzle] = append(by[a.puzzle], a)
	}
	ids := make([]int, 0, len(by))
	for id := range by {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for range ids {
		drawn = append(drawn, by[ids[random.IntN(len(ids))]]...)
	}
	return drawn
}

// TestRatingsPredict lets players who rated no puzzle try some. After 30 tries the ratings predict the others.
func TestRatingsPredict(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	if *predict == 0 {
		var some []puzzle.Puzzle
		for i, p := range puzzle.ByGame("boardwalk/hop-45") {
			if i%7 == 0 {
				some = append(some, p)
			}
		}
		if together, alone := judged(tries(t, some), random); together < 0.7 || alone < 0.75 {
			t.Errorf("AUC is %.3f together, %.3f alone", together, alone)
		}
		return
	}
	groups := map[string][]puzzle.Puzzle{}
	for i, p := range puzzle.All() {
		group := p.Game
		if group != "chessboard" && group != "boardwalk/hop-45" {
			group = "others"
		} else if i%*predict != 0 {
			continue
		}
		groups[group] = append(groups[group], p)
		groups["all"] = append(groups["all"], p)
	}
	for group, some := range groups {
		all := tries(t, some)
		together, alone := judged(all, random)
		var low, high []float64
		for range 200 {
			a, b := judged(again(all, random), random)
			low, high = append(low, a), append(high, b)
		}
		slices.Sort(low)
		slices.Sort(high)
		t.Logf("%s: %d puzzles, AUC %.3f (%.3f to %.3f) together, %.3f (%.3f to %.3f) alone", group, len(some), together, low[5], low[194], alone, high[5], high[194])
		for player, of := range others {
			var own []expected
			n := 0.0
			for _, a := range all {
				if a.player == player {
					own = append(own, expected{-a.rating, a.solved})
					if a.solved {
						n++
					}
				}
			}
			t.Logf("   %s: %.2f solved, AUC %.2f", of.name, n/float64(len(own)), auc(own))
		}
	}
}
