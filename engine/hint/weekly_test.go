package hint_test

import (
	"context"
	"errors"
	"hash/fnv"
	"math/rand/v2"
	"strconv"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
)

// A family of coins: each design is a game of 25 forced moves, which win some percentage of
// its deals. A game of a share above 100 has one move.
type coins struct {
	engine.Family
	shares []int // drawn in turn, from a random one on
	house  bool  // every design is a built-in game
}

func (coins) Name() string { return "Coins" }

func (f coins) Random(r *rand.Rand) engine.Design {
	return coin{share: f.shares[r.IntN(len(f.shares))], serial: r.IntN(1e9), house: f.house}
}

// A coin is a design, the game of it and the state of a deal.
type coin struct {
	engine.Design
	share, serial int
	house         bool
}

func (c coin) Title() string { return "Coin" }

func (c coin) Game(string) (engine.Game, error) {
	if c.house {
		return coinGame{coin: c}, nil
	}
	return madeUpCoin{coinGame{coin: c}}, nil
}

type coinGame struct {
	engine.Game
	coin coin
}

func (g coinGame) Info() engine.Info {
	return engine.Info{ID: "coins/" + strconv.Itoa(g.coin.share) + "/" + strconv.Itoa(g.coin.serial), Max: 10}
}

func (g coinGame) Deal(code engine.Code) engine.State {
	h := fnv.New32a()
	h.Write([]byte(code))
	s := coinState{won: int(h.Sum32()%100) < g.coin.share%100, left: 25}
	if g.coin.share > 100 {
		s.left = 1
	}
	return s
}

type madeUpCoin struct{ coinGame }

func (g madeUpCoin) Design() engine.Design      { return g.coin }
func (g madeUpCoin) Named(string) engine.MadeUp { return g }

type coinState struct {
	engine.State
	won  bool
	left int // moves
}

func (s coinState) Moves() []engine.Move {
	if s.Over() {
		return nil
	}
	return []engine.Move{{From: engine.At(1, 1)}}
}

func (s coinState) Over() bool { return s.left == 0 }

func (s coinState) Play(engine.Move) (engine.State, error) {
	return coinState{won: s.won, left: s.left - 1}, nil
}

func (s coinState) Score() engine.Score {
	if s.Over() && s.won {
		return engine.Score{Points: 10, Max: 10, Won: true}
	}
	return engine.Score{Max: 10}
}

func (s coinState) Board() engine.Board {
	card := engine.NewCard(engine.Rank(s.left%13), engine.Suit(s.left/13))
	return engine.Board{Piles: []engine.View{{At: engine.At(1, 1), Cards: []engine.Card{card}}}}
}

func TestTheGameOfAWeekIsWonSometimes(t *testing.T) {
	f := coins{shares: []int{0, 0, 99, 0, 99, 50, 99, 0, 99, 150}}
	chosen, sometimes := make(map[int]bool), 0
	for week := range 30 {
		name := "2026-W" + strconv.Itoa(week)
		d, e, err := hint.Weekly(context.Background(), search.Places{}, f, name)
		if err != nil {
			t.Fatal(err)
		}
		c := d.(coin)
		chosen[c.serial] = true
		if e.Deals != hint.SampleDeals {
			t.Errorf("%s: an estimate of %d deals", name, e.Deals)
		}
		if c.share == 50 {
			sometimes++
		}
		if c.share == 50 && (e.Won < 5 || e.Won > 45) {
			t.Errorf("%s: %d of %d won", name, e.Won, e.Deals)
		}
	}
	if len(chosen) != 30 || sometimes < 22 { // in the other weeks none of the kind is drawn
		t.Errorf("%d games in 30 weeks, %d of them won sometimes", len(chosen), sometimes)
	}
}

func TestAWeekMakesDoWithTheNearestGame(t *testing.T) {
	for _, c := range []struct {
		shares []int
		want   int
	}{
		{[]int{0, 0}, 0},
		{[]int{0, 96, 96, 96}, 96},
		{[]int{0, 150}, 150},
	} {
		d, e, err := hint.Weekly(context.Background(), search.Places{}, coins{shares: c.shares}, "2026-W47")
		if err != nil || e.Deals != hint.SampleDeals || d.(coin).share != c.want {
			t.Errorf("of %v: %v, %+v, %v", c.shares, d, e, err)
		}
	}
}

func TestNoGameOfAWeek(t *testing.T) {
	if d, _, err := hint.Weekly(context.Background(), search.Places{}, coins{shares: []int{50}, house: true}, "2026-W47"); err == nil {
		t.Errorf("a built-in game is chosen: %v", d)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if d, _, err := hint.Weekly(ctx, search.Places{}, coins{shares: []int{50}}, "2026-W47"); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, %v after the end of the context", d, err)
	}
}

// A smallFamily draws small games only, so that a test takes a moment.
type smallFamily struct{ engine.Family }

func (f smallFamily) Random(r *rand.Rand) engine.Design {
	for {
		d := f.Family.Random(r)
		if g, err := d.Game(d.Title()); err == nil && g.Info().Max <= 16 {
			return d
		}
	}
}

// TestAWeekOfBoardwalk chooses the variation of a week twice: it must be the same on every
// arcade with the same version of the program.
func TestAWeekOfBoardwalk(t *testing.T) {
	d, e, err := hint.Weekly(context.Background(), search.Places{}, smallFamily{boardwalk.Family()}, "2026-W47")
	if err != nil {
		t.Fatal(err)
	}
	again, twice, _ := hint.Weekly(context.Background(), search.Places{}, smallFamily{boardwalk.Family()}, "2026-W47")
	if again.Code() != d.Code() || twice != e {
		t.Errorf("got %s, %+v and then %s, %+v", d.Code(), e, again.Code(), twice)
	}
	if e.Won < 5 || e.Won > 45 || e.Winnable < e.Won || e.Deals != hint.SampleDeals {
		t.Errorf("%s: %s", d.Code(), e)
	}
}

// A surprise is won in some deals at sight and takes a while, where a design drawn by chance often does not. It
// depends on the random numbers alone.
func TestASurpriseIsWorthPlaying(t *testing.T) {
	for _, f := range catalog.Library().Families {
		for seed := range uint64(3) {
			d := hint.Surprise(t.Context(), search.Places{}, f, rand.New(rand.NewPCG(seed, 0)))
			if again := hint.Surprise(t.Context(), search.Places{}, f, rand.New(rand.NewPCG(seed, 0))); again.Text() != d.Text() {
				t.Errorf("%s: of seed %d it is another each time", f.Name(), seed)
			}
			g, err := d.Game(d.Title())
			if err != nil {
				t.Fatal(err)
			}
			const deals = 20
			won, moves, random := 0, 0, rand.New(rand.NewPCG(seed, 1))
			for i := range deals {
				house := hint.NewHouse(g.Deal(engine.Code("DEAL"+strconv.Itoa(i))), 0, random)
				for house.Step(t.Context()) {
				}
				if moves += house.Moves(); house.Score().Won {
					won++
				}
			}
			if won == 0 || moves < 10*deals {
				t.Errorf("%s: of seed %d comes %s, won %d times of %d in %d moves", f.Name(), seed, d.Code(), won, deals, moves)
			}
		}
	}
}

// TestNobodyIsWarnedOfASurprise has no time to play any.
func TestNobodyIsWarnedOfASurprise(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, f := range catalog.Library().Families {
		for seed := range uint64(100) {
			d := hint.Surprise(ctx, search.Places{}, f, rand.New(rand.NewPCG(seed, 0)))
			if w := d.Warnings(true); len(w) > 0 {
				t.Errorf("%s: of seed %d comes %s: %q", f.Name(), seed, d.Code(), w)
			}
		}
	}
}
