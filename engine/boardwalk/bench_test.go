package boardwalk

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

func codeOf(i int) engine.Code { return engine.Code(fmt.Sprintf("D%d", i)) }

// midGame returns a state some twenty random moves into a deal that is not over by then.
func midGame(b *testing.B, g engine.Game) engine.State {
	random := rand.New(rand.NewPCG(7, 7))
	for i := range 1000 {
		s := g.Deal(codeOf(i))
		for n := 0; !s.Over(); n++ {
			if n == 20 {
				return s
			}
			s, _ = s.Play(enginetest.Pick(random, s.Moves()))
		}
	}
	b.Fatal("no deal goes on for twenty moves")
	return nil
}

func forEachGame(b *testing.B, f func(*testing.B, engine.Game)) {
	for _, g := range All() {
		b.Run(g.Info().Name, func(b *testing.B) {
			b.ReportAllocs()
			f(b, g)
		})
	}
}

func BenchmarkMoves(b *testing.B) {
	forEachGame(b, func(b *testing.B, g engine.Game) {
		s := midGame(b, g)
		for b.Loop() {
			s.Moves()
		}
	})
}

func BenchmarkPlay(b *testing.B) {
	forEachGame(b, func(b *testing.B, g engine.Game) {
		s := midGame(b, g)
		moves := s.Moves()
		for i := 0; b.Loop(); i++ {
			if _, err := s.Play(moves[i%len(moves)]); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkReplay(b *testing.B) {
	forEachGame(b, func(b *testing.B, g engine.Game) {
		r := engine.NewRound(g, "BENCH")
		random := rand.New(rand.NewPCG(7, 7))
		for !r.State().Over() && r.Len() < 100 {
			if err := r.Play(enginetest.Pick(random, r.State().Moves())); err != nil {
				b.Fatal(err)
			}
		}
		record := r.Record()
		for b.Loop() {
			if _, err := record.Replay(g); err != nil {
				b.Fatal(err)
			}
		}
		b.ReportMetric(float64(len(record.Moves)), "moves/record")
	})
}

func BenchmarkBoard(b *testing.B) {
	forEachGame(b, func(b *testing.B, g engine.Game) {
		s := midGame(b, g)
		for b.Loop() {
			s.Board()
		}
	})
}
