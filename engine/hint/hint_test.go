package hint_test

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/enginetest"
	"boardwalk/engine/hint"
)

// few is how often moves are tried in tests in which the quality of a hint does not matter.
const few = 5

func find(t testing.TB, id string) engine.Game {
	t.Helper()
	g, ok := catalog.All().Find(id)
	if !ok {
		t.Fatalf("no game %s", id)
	}
	return g
}

// set returns a state of a game set from "place pile" lines.
func set(t *testing.T, id string, lines ...string) engine.State {
	t.Helper()
	at := make(map[engine.Place]engine.Pile)
	for _, line := range lines {
		p, err := engine.ParsePlace(line[:2])
		if err != nil {
			t.Fatal(err)
		}
		if at[p], err = engine.ParsePile(line[3:]); err != nil {
			t.Fatal(err)
		}
	}
	s, err := find(t, id).Set(at)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// best returns a hint for the last state as text, "" if there is none.
func best(states ...engine.State) string {
	a, _ := hint.Best(context.Background(), states, few, rand.New(rand.NewPCG(4, 5)))
	return a.Move.String()
}

// follow plays a deal by hints until there is none, and returns the points. Every hint
// must be legal and lead to a board not seen before.
func follow(t *testing.T, g engine.Game, code engine.Code) int {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	states := []engine.State{g.Deal(code)}
	seen := make(map[string]bool)
	for {
		s := states[len(states)-1]
		shown := fmt.Sprint(s.Board().Piles)
		if seen[shown] {
			t.Fatalf("%s %s: the hints go round in circles", g.Info().ID, code)
		}
		seen[shown] = true
		a, ok := hint.Best(context.Background(), states, few, random)
		if !ok || len(states) == 300 {
			return s.Score().Points
		}
		next, err := s.Play(a.Move)
		if err != nil {
			t.Fatalf("%s %s: the hint %s: %v", g.Info().ID, code, a.Move, err)
		}
		states = append(states, next)
	}
}

// wander plays a deal at random and returns the points.
func wander(g engine.Game, code engine.Code, random *rand.Rand) int {
	s := g.Deal(code)
	for n := 0; n < 300 && !s.Over(); n++ {
		s, _ = s.Play(enginetest.Pick(random, s.Moves()))
	}
	return s.Score().Points
}

var hintTimes = flag.Int("times", 1, "how many times as many deals TestHintsAreBetterThanChance plays")

// TestHintsAreBetterThanChance wants a mean gain in points over random play that is a
// little less than was measured.
func TestHintsAreBetterThanChance(t *testing.T) {
	for _, test := range []struct {
		game        string
		deals, gain int
	}{
		{"boardwalk/hop-45", 4, 12},
		{"boardwalk/lucky-seven", 1, 10},
		{"hopscotch", 2, 8},
		{"chessboard", 8, 3},
	} {
		test.deals *= *hintTimes
		t.Run(test.game, func(t *testing.T) {
			g, random := find(t, test.game), rand.New(rand.NewPCG(3, 4))
			hinted, chance := 0, 0
			for i := range test.deals {
				code := engine.Code(fmt.Sprintf("HINT%d", i))
				hinted += follow(t, g, code)
				chance += wander(g, code, random)
			}
			if got := hinted - chance; got < test.gain*test.deals {
				t.Errorf("%d points by hints and %d by chance in %d deals, want a gain of %d a deal", hinted, chance, test.deals, test.gain)
			}
		})
	}
}

// TestHintDependsOnWhatIsSeenAlone asks for hints in positions that look the same but
// hide different cards.
func TestHintDependsOnWhatIsSeenAlone(t *testing.T) {
	hidden := 0
	for _, g := range catalog.All() {
		random := rand.New(rand.NewPCG(5, 6))
		for s, n := g.Deal("FAIR"), 0; n < 40 && !s.Over(); n++ {
			other := s
			if guesser, ok := s.(engine.Guesser); ok {
				other = guesser.Guess(random)
			}
			if enginetest.Same(s, other) != nil {
				hidden++
			}
			if n%5 == 0 {
				if got, want := best(other), best(s); got != want {
					t.Errorf("%s: the hint is %s with other cards hidden, want %s", g.Info().ID, got, want)
				}
			}
			s, _ = s.Play(enginetest.Pick(random, s.Moves()))
		}
	}
	if hidden == 0 {
		t.Error("no position hides anything")
	}
}

// The 9 at a3 may slide to the gap at b3 and back forever; no foundation takes it. The
// Ace, if it lies at a1, has its foundation below. The other 9 has none and its slide
// ends the game, but that slide does turn up a card.
func TestNoIdleSlideIsProposed(t *testing.T) {
	for _, test := range []struct{ a1, moves, want string }{
		{"a1 -", "[a3b3]", ""},
		{"a1 Ah", "[a1a2 a1b3 a3b3]", "a1a2"},
		{"a1 (8h) 9d", "[a1b3 a3b3]", "a1b3"},
	} {
		s := set(t, "boardwalk/hop-45", test.a1, "a2 As", "a3 9h", "a4 2s 2h 2d", "b3 -", "b4 3s 3h 3d")
		if got := fmt.Sprint(s.Moves()); got != test.moves {
			t.Fatalf("%s: the moves are %s, want %s", test.a1, got, test.moves)
		}
		if got := best(s); got != test.want {
			t.Errorf("%s: got %q, want %q", test.a1, got, test.want)
		}
	}
}

// Only the hearts can move: the 6 between the 5 and the 7, and either of these
// onto the 6. The Ace is wanted: a hint leads back there once, and no hint goes round in circles.
func TestNoHintLeadsBack(t *testing.T) {
	at := func(a1, c1 string) engine.State {
		return set(t, "chessboard", "a1 "+a1, "c1 "+c1, "a2 2s", "a3 4s", "a4 6s", "a5 8s", "c2 2d", "c3 4d", "c4 6d", "c5 8d",
			"b1 Kc", "b2 -", "b3 -", "b4 -")
	}
	before, now, after := at("Ac 5h 6h", "7h"), at("Ac 5h", "7h 6h"), at("Ac", "7h 6h 5h")
	if got := fmt.Sprint(now.Moves()); got != "[a1c1 c1a1]" {
		t.Fatalf("the moves are %s, want [a1c1 c1a1]", got)
	}
	for _, test := range []struct {
		states []engine.State
		want   string
	}{
		{[]engine.State{before, now}, "a1c1"},
		{[]engine.State{after, now}, "c1a1"},
		{[]engine.State{before, now, after, now}, "a1c1"},
		{[]engine.State{before, now, after, now, before, now, after, now}, ""},
	} {
		if got := best(test.states...); got != test.want {
			t.Errorf("after %d states: got %q, want %q", len(test.states), got, test.want)
		}
	}
}

// TestAHintWithoutTimeIsTheOneAtFirstSight checks games whose moves are played out, and an
// advisor, which is told that there is no time.
func TestAHintWithoutTimeIsTheOneAtFirstSight(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for _, g := range catalog.All() {
		states := []engine.State{g.Deal("LATE")}
		got, ok := hint.Best(ended, states, 1_000_000, rand.New(rand.NewPCG(1, 1)))
		want, _ := hint.Best(context.Background(), states, 0, rand.New(rand.NewPCG(1, 1)))
		if !ok || got.Move != want.Move {
			t.Errorf("%s: got %s after the end of the context, want %s", g.Info().ID, got.Move, want.Move)
		}
	}
}

// An advised state knows a good move, and what is good about it.
type advised struct {
	engine.State
	move engine.Move
	asks *[]engine.Ask
}

func (s advised) Advise(_ context.Context, a engine.Ask) []engine.Choice {
	*s.asks = append(*s.asks, a)
	if s.move.IsZero() {
		return nil
	}
	return []engine.Choice{{Move: s.move, Win: 0.5, Tries: a.Tries}, {}}
}

func (s advised) Why(m engine.Move) string { return "plays " + m.String() }

func TestAnAdvisorIsAsked(t *testing.T) {
	var asks []engine.Ask
	s := find(t, "boardwalk/hop-45").Deal("ABC")
	before, move := find(t, "boardwalk/hop-45").Deal("DEF"), s.Moves()[2]
	random := rand.New(rand.NewPCG(1, 1))
	got, ok := hint.Best(context.Background(), []engine.State{before, advised{s, move, &asks}}, 7, random)
	if want := (hint.Advice{Choice: engine.Choice{Move: move, Win: 0.5, Tries: 7}, Why: "plays " + move.String()}); !ok || got != want {
		t.Errorf("got %+v, %t, want %+v", got, ok, want)
	}
	if len(asks) != 1 || asks[0].Tries != 7 || asks[0].Random != random || !asks[0].Seen(before) || asks[0].Seen(find(t, "boardwalk/hop-45").Deal("GHI")) {
		t.Errorf("it was asked %+v", asks)
	}
	if got, ok := hint.Best(context.Background(), []engine.State{advised{s, engine.Move{}, &asks}}, 7, random); ok {
		t.Errorf("got %+v of an advisor who has nothing to say", got)
	}
}

// Where every win leads back through a board that was seen, the hint goes there once, and not again.
func TestAHintGoesBackWhereTheWinIs(t *testing.T) {
	s := find(t, "chessboard").Deal("WINGS") // can be won
	var seen []engine.State
	for _, m := range s.Moves() {
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		seen = append(seen, next)
	}
	random := rand.New(rand.NewPCG(1, 1))
	if a, ok := hint.Best(context.Background(), append(slices.Clone(seen), s), few, random); !ok || a.Win != 1 {
		t.Errorf("got %+v, %t, with a win behind what was seen", a, ok)
	}
	if a, ok := hint.Best(context.Background(), append(slices.Concat(seen, seen), s), few, random); ok {
		t.Errorf("got %+v, which leads to a board that was seen twice", a)
	}
}

func TestMovable(t *testing.T) {
	s := set(t, "boardwalk/hop-45", "a1 Ah", "a2 -", "a3 9h", "a4 2s 2h 2d", "b3 -", "b4 3s 3h 3d")
	if got := fmt.Sprint(hint.Movable(s)); got != "[a1 a3]" {
		t.Errorf("got %s, want [a1 a3]", got)
	}
}

func TestFew(t *testing.T) {
	s := set(t, "boardwalk/hop-45", "a1 Ah", "a2 -", "a3 9h", "a4 2s 2h 2d", "b3 -", "b4 3s 3h 3d")
	if got := hint.Few(s); got != 2 {
		t.Errorf("got %d, want 2", got)
	}
	for id, why := range map[string]string{"boardwalk/hop-45": "all of row 1 can move", "hopscotch": "a stock is to be dealt"} {
		if got := hint.Few(find(t, id).Deal("ABC")); got != 0 {
			t.Errorf("%d are few at the deal of %s, but %s", got, id, why)
		}
	}
}

func BenchmarkBest(b *testing.B) {
	for _, g := range catalog.All() {
		b.Run(g.Info().ID, func(b *testing.B) {
			random := rand.New(rand.NewPCG(7, 7))
			s := g.Deal("BENCH")
			for len(s.Moves()) < 4 {
				s, _ = s.Play(s.Moves()[0])
			}
			for b.Loop() {
				if _, ok := hint.Best(context.Background(), []engine.State{s}, hint.Tries, random); !ok {
					b.Fatal("no hint")
				}
			}
		})
	}
}
