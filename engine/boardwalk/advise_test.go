package boardwalk

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/policy"
)

var _ engine.Advisor = (*State)(nil)

// variety returns the games of the authors, the widest that can be made up, and some at random.
func variety(t *testing.T, random *rand.Rand) (all []engine.Game) {
	t.Helper()
	all = append(all, All()...)
	wide := presets()[4].Variation
	wide.Name = "Wide"
	wide.OrderedRanks, wide.Wilds, wide.Frees, wide.Jokers, wide.Suits = 18, true, true, true, 5
	wide.Upper, wide.Lower, wide.HandColumns = 8, 12, 1
	wider := wide
	wider.Upper, wider.Lower, wider.HandColumns = 10, 9, 2
	low := presets()[0].Variation
	low.Name = "Low"
	low.OrderedRanks, low.Suits, low.Upper, low.Lower = 4, 2, 1, 3
	for _, v := range []Variation{wide, wider, low} {
		g, err := New(v)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	for range 12 {
		g, err := New(Random(random))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, g)
	}
	return all
}

// advised plays a game as its advisor says, and calls look before each move. It stops after a
// number of moves.
func advised(t *testing.T, g engine.Game, code engine.Code, moves int, look func(s *State, first engine.Choice)) *State {
	t.Helper()
	s := g.Deal(code).(*State)
	for range moves {
		choices := s.Advise(context.Background(), engine.Ask{})
		if len(choices) == 0 {
			break
		}
		look(s, choices[0])
		next, err := s.Play(choices[0].Move)
		if err != nil {
			t.Fatalf("%s %s: the first choice is %v", g.Info().Name, code, err)
		}
		s = next.(*State)
	}
	return s
}

func TestAdviceIsLegal(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for i, g := range variety(t, random) {
		n := 0
		end := advised(t, g, "LEGAL", 300, func(s *State, _ engine.Choice) {
			if n++; n%25 != i%25 {
				return
			}
			legal := s.Moves()
			for _, c := range s.Advise(context.Background(), engine.Ask{Tries: 2, Random: random}) {
				if !slices.Contains(legal, c.Move) || s.idle(c.Move) {
					t.Fatalf("%s: %s is advised", g.Info().Name, c.Move)
				}
				if !(c.Win >= 0 && c.Win <= 1 && c.Error >= 0) {
					t.Fatalf("%s: %+v", g.Info().Name, c)
				}
			}
		})
		if !end.Over() {
			t.Errorf("%s: not over after 300 moves", g.Info().Name)
		}
		if n == 0 {
			t.Errorf("%s: no advice", g.Info().Name)
		}
	}
}

// TestAdviceIsFair asks the same in positions that look alike, with other hidden cards.
func TestAdviceIsFair(t *testing.T) {
	random := rand.New(rand.NewPCG(13, 14))
	for i, g := range variety(t, random) {
		n := 0
		advised(t, g, "FAIR", 60, func(s *State, _ engine.Choice) {
			if n++; n%20 != i%20 {
				return
			}
			ask := func(s engine.State) []engine.Choice {
				return s.(engine.Advisor).Advise(context.Background(), engine.Ask{Tries: 2, Random: rand.New(rand.NewPCG(1, uint64(n))),
					Seen: func(s engine.State) bool { return len(s.Moves())%3 == 0 && s.(*State).Hidden() == 0 }})
			}
			want := ask(s)
			if got := ask(s.Guess(random)); !reflect.DeepEqual(got, want) {
				t.Fatalf("%s: with other hidden cards the advice is %v, not %v", g.Info().Name, got, want)
			}
		})
	}
}

// TestAdviceAmong asks about named moves, early in some games and late in others: each legal move alone, and all of
// them.
func TestAdviceAmong(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for i, g := range variety(t, random)[:8] {
		n, at := 0, []int{4, 24}[i%2]
		advised(t, g, "AMONG", 24, func(s *State, _ engine.Choice) {
			if n++; n != at {
				return
			}
			legal := s.Moves()
			for i, m := range legal {
				if i%5 != n%5 && len(legal) > 10 {
					continue
				}
				got := s.Advise(context.Background(), engine.Ask{Among: []engine.Move{m}, Tries: 1, Random: random})
				if len(got) != 1 || got[0].Move != m {
					t.Fatalf("%s: asked about %s: %v", g.Info().Name, m, got)
				}
			}
			got := s.Advise(context.Background(), engine.Ask{Among: legal, Tries: 1, Random: random})
			if len(got) != len(legal) || got[0].Behind != 0 || got[0].Error != 0 {
				t.Fatalf("%s: asked about %d moves: %d choices, the first %+v", g.Info().Name, len(legal), len(got), got[0])
			}
		})
	}
}

func TestAdviceLeavesOutWhatWasSeen(t *testing.T) {
	g := All()[4]
	asked, never := 0, 0
	advised(t, g, "SEEN", 100, func(s *State, _ engine.Choice) {
		for _, c := range s.Advise(context.Background(), engine.Ask{Seen: func(engine.State) bool { asked++; return true }}) {
			next, _ := s.Play(c.Move)
			if next.(*State).Hidden() == s.Hidden() {
				t.Errorf("%s leads to a position that was seen", c.Move)
			}
			never++
		}
	})
	if asked == 0 || never == 0 {
		t.Errorf("%d positions were looked up, and %d new ones advised", asked, never)
	}
}

// TestAdviceInNoTime asks with a context that has ended: the answer is that at first sight.
func TestAdviceInNoTime(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	for _, g := range All() {
		s := g.Deal("HASTE").(*State)
		got := s.Advise(ctx, engine.Ask{Tries: 1_000_000, Random: rand.New(rand.NewPCG(1, 2))})
		if want := s.Advise(ctx, engine.Ask{}); !reflect.DeepEqual(got, want) || len(got) == 0 {
			t.Errorf("%s: in no time %v, at first sight %v", g.Info().Name, got, want)
		}
	}
}

// TestPolicyWins plays deals with the first choices of the nets. That is a matter of arithmetic
// alone, so the floors are only as far below the figures of today as another net of the same
// strength could fall by chance.
func TestPolicyWins(t *testing.T) {
	for _, c := range []struct {
		game         string
		deals, floor int
	}{
		{"boardwalk/hop-45", 600, 280},
		{"boardwalk/hopscotch", 300, 12},
		{"boardwalk/lucky-seven", 200, 32},
		{"boardwalk/scotsi", 200, 22},
		{"boardwalk/cheshire", 100, 6},
	} {
		g, _ := All().Find(c.game)
		net, won := policy.For(c.game), 0
		var s policy.Sight
		for i := range c.deals {
			table, _ := g.Deal(engine.Code(fmt.Sprintf("PIN%d", i))).(*State).Compact()
			for {
				s.Read(table.Rules, &table.Position)
				if len(s.Arms) == 0 {
					break
				}
				net.Score(&s)
				table.Play(&table.Position, &table.Hidden, s.Arms[s.Best()].Move)
			}
			if table.Won() {
				won++
			}
		}
		if t.Logf("%s: %d of %d won", c.game, won, c.deals); won < c.floor {
			t.Errorf("%s: %d of %d won, want at least %d", c.game, won, c.deals, c.floor)
		}
	}
}

// TestChancesAgree asks for the chance to win at first sight and by play-outs: the two
// come from the same expectation, so they have to be about the same.
func TestChancesAgree(t *testing.T) {
	for _, g := range All() {
		s := g.Deal("CHANCE").(*State)
		sight := s.Advise(context.Background(), engine.Ask{})[0].Win
		tried := s.Advise(context.Background(), engine.Ask{Tries: 40, Random: rand.New(rand.NewPCG(1, 2))})[0].Win
		if math.Abs(sight-tried) > 0.25 {
			t.Errorf("%s: %.2f at first sight, %.2f tried", g.Info().Name, sight, tried)
		}
	}
}

func BenchmarkAdvise(b *testing.B) {
	for _, g := range All() {
		for _, tries := range []int{0, 10, 30, 100} {
			b.Run(fmt.Sprintf("%s/%d", g.Info().Name, tries), func(b *testing.B) {
				s := g.Deal("BENCH").(*State)
				for range 6 {
					next, err := s.Play(s.Advise(context.Background(), engine.Ask{})[0].Move)
					if err != nil {
						b.Fatal(err)
					}
					s = next.(*State)
				}
				random := rand.New(rand.NewPCG(1, 2))
				b.ResetTimer()
				for b.Loop() {
					s.Advise(context.Background(), engine.Ask{Tries: tries, Random: random})
				}
			})
		}
	}
}
