package hopscotch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"boardwalk/engine"
)

// TestAdviceKnowsNothingHidden asks for advice where the stock lies in another order.
func TestAdviceKnowsNothingHidden(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	advise := func(s engine.State, tries int) []engine.Choice {
		return s.(engine.Advisor).Advise(context.Background(), engine.Ask{Tries: tries, Random: rand.New(rand.NewPCG(1, 2))})
	}
	for i := range 3 {
		s := New().Deal(engine.Code(fmt.Sprint("FAIR", i)))
		for n := 0; !s.Over(); n++ {
			tries := n % 2 * 10
			want := advise(s, tries)
			if got := advise(s.(engine.Guesser).Guess(random), tries); !reflect.DeepEqual(got, want) {
				t.Fatalf("%v: got %v, want %v", s.Position(), got, want)
			}
			next, err := s.Play(want[0].Move)
			if err != nil {
				t.Fatal(err)
			}
			s = next
		}
	}
}

func TestAdviceNamesTheDeal(t *testing.T) {
	s := set(t, "a1 (7h)", "a3 9d")
	for _, tries := range []int{0, 10} {
		got := s.(engine.Advisor).Advise(context.Background(), engine.Ask{Tries: tries, Random: rand.New(rand.NewPCG(1, 2))})
		if len(got) != 1 || got[0].Move != deal {
			t.Errorf("%d tries: got %v, want a1", tries, got)
		}
	}
}

func TestAdviceAmong(t *testing.T) {
	s := set(t, "a1 (7h)", "b1 2d", "a3 9d")
	among := []engine.Move{{From: table.Place(waste), To: table.Place(second)}, {From: table.Place(waste), To: table.Place(by1)}}
	got := s.(engine.Advisor).Advise(context.Background(), engine.Ask{Tries: 10, Random: rand.New(rand.NewPCG(1, 2)), Among: among})
	if len(got) != 2 || got[0].Points == 0 || got[1].Points == 0 {
		t.Errorf("got %v, want both moves, tried", got)
	}
}

func TestAdviceWhenTimeIsUp(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	s := set(t, "a1 (7h) (8h)", "b1 9d", "a3 Td")
	got := s.(engine.Advisor).Advise(ctx, engine.Ask{Tries: 100, Random: rand.New(rand.NewPCG(1, 2))})
	atSight := s.(engine.Advisor).Advise(context.Background(), engine.Ask{Random: rand.New(rand.NewPCG(1, 2))})
	if len(got) == 0 || got[0].Move != atSight[0].Move {
		t.Errorf("got %v, want %v", got, atSight)
	}
}
