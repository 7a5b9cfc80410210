package hopscotch

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

var _ engine.Explainer = (*state)(nil)

func TestWhy(t *testing.T) {
	for _, test := range []struct{ given, word, want string }{
		{"a1 (7h)", "a1", "shows the next card, and no other move is better first"},
		{"b2 Jd\nb1 Kd", "b1b2", "closes b2"},
		{"a3 2d", "a3a2", "empties a3"},
		{"b1 2d\na3 9d 3h", "b1a2", "lets the 3♥ follow"},
		{"b3 9d 2d", "b3a2", "frees the 9♦ below"},
		{"b1 2d", "b1a2", "lets a2 take Threes next"},
		{"b1 Kd", "b1a3", "gives the Kings, which leave last, a reserve of their own"},
		{"b1 9d", "b1a3", "locks nothing in"},
		{"b1 9d\na3 9h", "b1a3", "costs little: it lies on another Nine"},
		{"b1 9d\na3 Th", "b1a3", "lets a2 take it and then the T♥ under it"},
		{"b1 Qd\na3 Kd 5h", "b1a3", "locks nothing in: d2 wants it after one other card, before all cards under it"},
		{"b1 Jd\na3 2h 7h\na1 (2d)", "b1a3", "locks in the 2♥, but a Two is still to come"},
		{"b1 Jd\na3 2h 7h\na1 (2d) (2s)", "b1a3", "locks in the 2♥, but 2 Twos are still to come"},
		{"b1 Jd\na3 2h 7h", "b1a3", ""},
		{"b1 Jd", "b1a2", ""},
	} {
		if got := set(t, test.given).(engine.Explainer).Why(enginetest.Word(t, test.word)); got != test.want {
			t.Errorf("%q, %s: got %q, want %q", test.given, test.word, got, test.want)
		}
	}
}

// TestReasonsKnowNothingHidden asks for reasons and proofs where the stock lies in another
// order.
func TestReasonsKnowNothingHidden(t *testing.T) {
	random := rand.New(rand.NewPCG(9, 1))
	for i := range 4 {
		s := New().Deal(engine.Code(fmt.Sprint("WHY", i)))
		for ; !s.Over(); s, _ = s.Play(enginetest.Pick(random, s.Moves())) {
			other := s.(engine.Guesser).Guess(random)
			for _, m := range s.Moves() {
				if got, want := other.(engine.Explainer).Why(m), s.(engine.Explainer).Why(m); got != want {
					t.Fatalf("%v, %s: got %q, want %q", s.Position(), m, got, want)
				}
			}
			if random.IntN(60) == 0 {
				got, want := other.(engine.Prover).Unwinnable(t.Context(), 500), s.(engine.Prover).Unwinnable(t.Context(), 500)
				if got != want {
					t.Fatalf("%v: unwinnable is %t, want %t", s.Position(), got, want)
				}
			}
		}
	}
}

func TestUnwinnable(t *testing.T) {
	for given, want := range map[string]bool{
		"a3 2d": true, // a card is missing
		"":      true,
	} {
		if got := set(t, given).(engine.Prover).Unwinnable(t.Context(), 1000); got != want {
			t.Errorf("%q: got %t, want %t", given, got, want)
		}
	}
	if New().Deal("LADDER").(engine.Prover).Unwinnable(t.Context(), 1000) {
		t.Error("a deal is called unwinnable")
	}
	if enginetest.Set(t, New(), won()).(engine.Prover).Unwinnable(t.Context(), 1000) {
		t.Error("a game that is won is called unwinnable")
	}
}
