package rating

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func near(t *testing.T, what string, got, want, by float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > by {
		t.Errorf("%s = %f, want %f", what, got, want)
	}
}

// TestThePapersExample follows the example of the paper. Its figures are rounded.
func TestThePapersExample(t *testing.T) {
	player := Rating{1500, 200, 0.06}
	got := player.After([]Game{
		{Rating{1400, 30, 0.06}, 1},
		{Rating{1550, 100, 0.06}, 0},
		{Rating{1700, 300, 0.06}, 0},
	}, 1, 1)
	near(t, "points", got.Points, 1464.06, 0.01)
	near(t, "deviation", got.Deviation, 151.52, 0.01)
	near(t, "volatility", got.Volatility, 0.05999, 0.00001)
	near(t, "g", g(30/scale), 0.9955, 0.0001)
	near(t, "g", g(100/scale), 0.9531, 0.0001)
	near(t, "g", g(300/scale), 0.7242, 0.0001)
}

// TestNoGames: without games only the deviation grows, up to that of somebody unknown.
func TestNoGames(t *testing.T) {
	player := Rating{1612, 85, 0.06}
	if got := player.After(nil, 1, 0); got != player {
		t.Errorf("after nothing = %+v", got)
	}
	got := player.After(nil, 1, 1)
	near(t, "deviation", got.Deviation, math.Hypot(85, scale*0.06), 1e-9)
	if got.Points != player.Points || got.Volatility != player.Volatility {
		t.Errorf("after a period without games = %+v", got)
	}
	if got := player.Aged(1e6); got.Deviation != New().Deviation {
		t.Errorf("after a million periods = %+v", got)
	}
	if got := player.Aged(-5); got != player {
		t.Errorf("after a clock set back = %+v", got)
	}
}

// TestAgainstNobodyKnown: the less is known of an opponent, the less a game says.
func TestAgainstNobodyKnown(t *testing.T) {
	player, last := Rating{1500, 100, 0.06}, math.Inf(1)
	for _, deviation := range []float64{45, 100, 200, 350, 3500, 1e9} {
		won := player.After([]Game{{Rating{1500, deviation, 0.06}, 1}}, 1, 0)
		if won.Points <= 1500 && deviation < 1e9 || won.Points >= last || won.Deviation > player.Deviation {
			t.Errorf("a win against a deviation of %.0f gives %+v", deviation, won)
		}
		last = won.Points
	}
	near(t, "a win against a wholly unknown player", last, 1500, 0.001)
}

// TestSymmetry: of two players of whom the same is known, one wins what the other loses,
// a draw moves neither, and the order of games does not matter.
func TestSymmetry(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		ann := Rating{1000 + 1000*rng.Float64(), 45 + 305*rng.Float64(), 0.04 + 0.06*rng.Float64()}
		bob := ann
		won, lost := ann.After([]Game{{bob, 1}}, 1, 0), bob.After([]Game{{ann, 0}}, 1, 0)
		near(t, "what both have", won.Points+lost.Points, 2*ann.Points, 1e-6)
		near(t, "the deviation", won.Deviation, lost.Deviation, 1e-6)
		near(t, "after a draw", ann.After([]Game{{bob, 0.5}}, 1, 0).Points, ann.Points, 1e-9)

		var games []Game
		for range 1 + rng.IntN(31) {
			games = append(games, Game{Rating{800 + 1400*rng.Float64(), 45 + 305*rng.Float64(), 0.06}, float64(rng.IntN(3)) / 2})
		}
		after := ann.After(games, 1, rng.Float64())
		if !(after.Points >= pointsLeast && after.Points < 5000) || !(after.Deviation >= deviationLeast && after.Deviation <= deviationMost) || !(after.Volatility > 0 && after.Volatility <= volatilityMost) {
			t.Fatalf("%+v after %d games is %+v", ann, len(games), after)
		}
		one := ann.After(games, 1, 0.5)
		slices.Reverse(games)
		near(t, "in the other order", ann.After(games, 1, 0.5).Points, one.Points, 1e-6)
	}
}

// TestStrengthIsFound: players who win as often as their strength says are rated by it.
func TestStrengthIsFound(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	strong, weak := New(), New()
	for range 400 {
		score := 0.0
		if rng.Float64() < 0.76 { // about 200 points apart
			score = 1
		}
		strong, weak = strong.After([]Game{{weak, score}}, 1, 0.1), weak.After([]Game{{strong, 1 - score}}, 1, 0.1)
	}
	if apart := strong.Points - weak.Points; apart < 100 || apart > 300 || strong.Deviation > 110 {
		t.Errorf("they are %.0f apart, the stronger with a deviation of %.0f", apart, strong.Deviation)
	}
}

// TestWeight: games that weigh as one together move a rating no more than one game does,
// however many opponents there are.
func TestWeight(t *testing.T) {
	player := Rating{1500, 350, 0.06}
	one := player.After([]Game{{player, 0}}, 1, 0)
	for _, n := range []int{2, 31} {
		games := slices.Repeat([]Game{{player, 0}}, n)
		got := player.After(games, 1/float64(n), 0)
		near(t, "points", got.Points, one.Points, 1e-6)
		near(t, "deviation", got.Deviation, one.Deviation, 1e-6)
		if all := player.After(games, 1, 0); all.Points >= got.Points {
			t.Errorf("%d whole games lost cost %f points, one costs %f", n, 1500-all.Points, 1500-got.Points)
		}
	}
}
