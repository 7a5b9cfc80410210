package boardwalk

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"boardwalk/engine"
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
	for range 25 {
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
			if n++; n%15 != i%15 {
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
		advised(t, g, "FAIR", 100, func(s *State, _ engine.Choice) {
			if n++; n%12 != i%12 {
				return
			}
			ask := func(s engine.State) []engine.Choice {
				return s.(engine.Advisor).Advise(context.Background(), engine.Ask{Tries: 3, Random: rand.New(rand.NewPCG(1, uint64(n))),
					Seen: func(s engine.State) bool { return len(s.Moves())%3 == 0 && s.(*State).Hidden() == 0 }})
			}
			want := ask(s)
			for range 2 {
				if got := ask(s.Guess(random)); !reflect.DeepEqual(got, want) {
					t.Fatalf("%s: with other hidden cards the advice is %v, not %v", g.Info().Name, got, want)
				}
			}
		})
	}
}

// TestAdviceAmong asks about named moves: each legal move alone, and all of them.
func TestAdviceAmong(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for _, g := range variety(t, random)[:8] {
		n := 0
		advised(t, g, "AMONG", 100, func(s *State, _ engine.Choice) {
			if n++; n%10 != 5 {
				return
			}
			legal := s.Moves()
			for _, m := range legal {
				got := s.Advise(context.Background(), engine.Ask{Among: []engine.Move{m}, Tries: 1, Random: random})
				if len(got) != 1 || got[0].Move != m {
					t.Fatalf("%s: asked about %s: %v", g.Info().Name, m, got)
				}
			}
			got := s.Advise(context.Background(), engine.Ask{Among: legal, Tries: 2, Random: random})
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

func BenchmarkAdvise(b *testing.B) {
	for _, g := range All() {
		for _, tries := range []int{0, 10, 30, 100} {
			b.Run(fmt.Sprintf("%s/%d", g.Info().Name, tries), func(b *testing.B) {
				s := g.Deal("BENCH").(*State)
				for range 12 {
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
