package enginetest

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
)

// checkGuess checks that a guess looks like its state and has the same cards, and that
// another state that looks the same gives the same guesses.
func checkGuess(t testing.TB, r *engine.Round, random *rand.Rand) {
	t.Helper()
	s, ok := r.State().(engine.Guesser)
	if !ok {
		if n := r.State().Board().Hidden(); n > 0 {
			t.Fatalf("%s: %d cards are hidden, but the state is no Guesser", r.Record(), n)
		}
		return
	}
	guess := s.Guess(random)
	if got, want := shown(guess), shown(r.State()); got != want {
		t.Fatalf("%s: a guess shows\n%s\nwant\n%s", r.Record(), got, want)
	}
	if got, want := fmt.Sprint(cards(guess)), fmt.Sprint(cards(r.State())); got != want {
		t.Fatalf("%s: a guess has the cards %s, want %s", r.Record(), got, want)
	}
	seed := random.Uint64()
	again := func(g engine.Guesser) engine.State { return g.Guess(rand.New(rand.NewPCG(seed, 1))) }
	if err := Same(again(s), again(guess.(engine.Guesser))); err != nil {
		t.Fatalf("%s: the guess depends on what is hidden: %v", r.Record(), err)
	}
}

// proofPositions is what a proof may look at in checkProof, which is about fairness and not
// about strength.
const proofPositions = 100

// checkProof checks that a proof that nobody can win goes by what the player sees: it is the
// same for a guess of the hidden cards.
func checkProof(t testing.TB, r *engine.Round, random *rand.Rand) {
	t.Helper()
	p, ok := r.State().(engine.Prover)
	s, hides := r.State().(engine.Guesser)
	if !ok || !hides {
		return
	}
	ctx := context.Background()
	if got, want := s.Guess(random).(engine.Prover).Unwinnable(ctx, proofPositions), p.Unwinnable(ctx, proofPositions); got != want {
		t.Fatalf("%s: that nobody can win depends on what is hidden: %t, and %t with a guess", r.Record(), want, got)
	}
}

// shown returns everything that the player sees of a state, can do in it and would score
// with it.
func shown(s engine.State) string {
	return fmt.Sprintf("%+v %v %v %+v %+v", s.Board(), s.Moves(), s.Over(), s.Score(), engine.Final(s))
}
