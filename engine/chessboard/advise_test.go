package chessboard

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

func advise(s engine.State, a engine.Ask) []engine.Choice {
	a.Tries = 1
	return s.(engine.Advisor).Advise(context.Background(), a)
}

// TestAdviceWins follows the advice from the deal on: it wins whatever can be won, makes the
// most points of what cannot, and never comes back to the same piles.
func TestAdviceWins(t *testing.T) {
	won := 0
	for i := range 4 {
		var s engine.State = New().Deal(engine.Code(fmt.Sprintf("ADVICE%d", i)))
		want := solve(t, s, engine.Question{})
		seen := make(map[string]bool)
		for {
			key := pilesAsText(s)
			if seen[key] {
				t.Fatalf("deal ADVICE%d goes round in circles: %s", i, key)
			}
			seen[key] = true
			choices := advise(s, engine.Ask{})
			if len(choices) == 0 {
				break
			}
			s, _ = s.Play(choices[0].Move)
		}
		if got := s.Score(); got.Points != want.Points {
			t.Errorf("deal ADVICE%d: the advice makes %d points, want %d", i, got.Points, want.Points)
		}
		if s.Score().Won {
			won++
		}
	}
	if won < 2 {
		t.Errorf("%d won deals are too few", won)
	}
}

// TestAdviceIsExact compares the choices in positions of random games with the solver.
func TestAdviceIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 1))
	for i := range 4 * *times {
		n := 0
		wander(random, engine.Code(fmt.Sprintf("EXACT%d", i)), func(s *state) {
			if n++; n > 1 {
				return
			}
			whole := solve(t, s, engine.Question{})
			choices := advise(s, engine.Ask{})
			if len(choices) == 0 {
				if whole.Points > s.Score().Points {
					t.Errorf("%v: no advice, though %d points can be made", s.Position(), whole.Points)
				}
				return
			}
			if got := int(choices[0].Points); got != whole.Points {
				t.Errorf("%v: the first choice leaves %d points, want %d", s.Position(), got, whole.Points)
			}
			for _, c := range choices {
				next, err := s.Play(c.Move)
				if err != nil {
					t.Fatal(err)
				}
				found := solve(t, next, engine.Question{})
				if won := found.Verdict == engine.VerdictWon; won != (c.Win == 1) || found.Points != int(c.Points) || c.Behind != choices[0].Win-c.Win {
					t.Errorf("%v: got %+v, but the solver %s with %d points", s.Position(), c, found.Verdict, found.Points)
				}
			}
			if unwinnable := s.Unwinnable(context.Background(), decideMost); unwinnable != (whole.Verdict == engine.VerdictLost) {
				t.Errorf("%v is %s, and unwinnable is %v", s.Position(), whole.Verdict, unwinnable)
			}
		})
	}
}

func TestAdviceAvoidsWhatWasSeen(t *testing.T) {
	s := New().Deal("WINGS")
	var banned []string
	for range 7 {
		choices := advise(s, engine.Ask{Seen: func(s engine.State) bool { return slices.Contains(banned, pilesAsText(s)) }})
		if len(choices) == 0 {
			break
		}
		for _, c := range choices {
			if next, _ := s.Play(c.Move); slices.Contains(banned, pilesAsText(next)) {
				t.Fatalf("%s leads to what was seen", c.Move)
			}
		}
		next, _ := s.Play(choices[0].Move)
		banned = append(banned, pilesAsText(next))
		if choices[0].Win != 1 {
			t.Errorf("%s is the first choice, and does not win", choices[0].Move)
		}
	}
	if len(banned) < 5 {
		t.Errorf("only %d moves were advised", len(banned))
	}
}

// TestAdviceTakesAWayAround checks that a line which leads through what was seen gives way to
// another.
func TestAdviceTakesAWayAround(t *testing.T) {
	var s engine.State = New().Deal("WINGS")
	later := s
	line := solve(t, s, engine.Question{}).Line
	for _, m := range line[:6] {
		later, _ = later.Play(m)
	}
	seen := func(s engine.State) bool { return pilesAsText(s) == pilesAsText(later) }
	for n := 0; !s.Score().Won; n++ {
		choices := advise(s, engine.Ask{Seen: seen})
		if len(choices) == 0 || n > 200 {
			t.Fatalf("no advice after %d moves", n)
		}
		s, _ = s.Play(choices[0].Move)
	}
}

func TestAdviceAmong(t *testing.T) {
	s := set(t, "b1 2c\na1 7h 4s\na2 5s\na3 Td") // no point can be made
	if got := advise(s, engine.Ask{}); len(got) != 0 {
		t.Errorf("got %+v where nothing can be gained", got)
	}
	among := []engine.Move{enginetest.Word(t, "a1c1"), enginetest.Word(t, "a1a2")}
	got := advise(s, engine.Ask{Among: among})
	if len(got) != 2 || got[0].Points != 1 || got[0].Win != 0 {
		t.Errorf("got %+v, want both moves with one point", got)
	}
}

// TestAdviceIsThereAtOnce checks the advice of somebody who has no time at all.
func TestAdviceIsThereAtOnce(t *testing.T) {
	ended, cancel := context.WithCancel(context.Background())
	cancel()
	for i := range 20 {
		s := New().Deal(engine.Code(fmt.Sprintf("ADVICE%d", i)))
		choices := s.(engine.Advisor).Advise(ended, engine.Ask{Tries: 1})
		if len(choices) == 0 || choices[0].Win != 0.5 {
			t.Fatalf("got %+v", choices)
		}
		if _, err := s.Play(choices[0].Move); err != nil {
			t.Error(err)
		}
		if got := s.(engine.Advisor).Advise(context.Background(), engine.Ask{}); !slices.Equal(got, choices) {
			t.Errorf("got %+v with no tries, want %+v", got, choices)
		}
	}
	s := set(t, "b1 2c\na1 7h 3c\na2 5s 6s")
	if got := s.(engine.Advisor).Advise(ended, engine.Ask{Tries: 1}); len(got) == 0 || got[0].Move.String() != "a1b1" {
		t.Errorf("got %+v, want a1b1 first, which is safe", got)
	}
}

func TestWhy(t *testing.T) {
	for _, test := range []struct{ given, word, want string }{
		{"a1 Td 5h\na2 6h\na3 7h", "a1b1", "makes Five the base rank, and lets the 6♥ follow"},
		{"a1 6h 5s\nb1 5h", "a1b2", "begins another foundation, and frees the 6♥ for its foundation"},
		{"a1 Td 6h\nb1 5h", "a1b1", "scores"},
		{"a1 6h\nb1 5h\nc1 9s", "a1b1", "scores, and empties a1"},
		{"a1 2h\nb4 3h 4h 5h 6h 7h 8h 9h Th Jh Qh Kh Ah", "a1b4", "completes a foundation, and empties a1"},
		{"a1 6h 9s\na2 Ts\nb1 5h", "a1a2", "frees the 6♥ for its foundation, and keeps both in the order in which they go up"},
		{"a1 8s Kc 9s\na2 Ts\nb1 5h", "a1a2", "takes the 9♠ off the 8♠, which goes up before it, and keeps both in the order in which they go up"},
		{"a1 6h Kc 9s\na2 4d\nb1 5h", "a1a3", "leaves one card on the 6♥"},
		{"a1 6h Kc 2d 9s\na2 4d\nb1 5h", "a1a3", "digs for the 6♥, under 2 more cards"},
		{"a1 2d 9s\na2 Ts", "a1a3", "uncovers the 2♦"},
		{"a1 2d 9s\na2 3d", "a1a3", "uncovers the 2♦, which fits the 3♦"},
		{"a1 2d 5s\na2 6s\nb1 6h", "a1a2", "uncovers the 2♦"}, // the Five goes up last
		{"a1 2d 5s\na2 9s", "a1a2", ""},
	} {
		if got := set(t, test.given).(engine.Explainer).Why(enginetest.Word(t, test.word)); got != test.want {
			t.Errorf("%s in %q: got %q, want %q", test.word, test.given, got, test.want)
		}
	}
}
