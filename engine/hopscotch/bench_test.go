package hopscotch

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
)

func BenchmarkSolve(b *testing.B) {
	for i := 0; b.Loop(); i++ {
		s := New().Deal(engine.Code(fmt.Sprint("BENCH", i%50)))
		if got, err := engine.Solve(context.Background(), s, engine.Question{Goal: engine.GoalWin}); err != nil || got.Verdict != engine.VerdictWon {
			b.Fatal(got.Verdict, err)
		}
	}
}

func BenchmarkAdvise(b *testing.B) {
	s := set(b, "a1 (7h) (8h) (9h) (Th) (Jh) (Qh) (Kh) (2h)", "b1 9d", "a3 6s Ks", "b3 5s", "c3 8s 7s")
	random := rand.New(rand.NewPCG(1, 2))
	for b.Loop() {
		s.(engine.Advisor).Advise(context.Background(), engine.Ask{Tries: 100, Random: random})
	}
}

func BenchmarkUnwinnable(b *testing.B) {
	s := New().Deal("BENCH")
	for b.Loop() {
		s.(engine.Prover).Unwinnable(context.Background(), 1000)
	}
}
