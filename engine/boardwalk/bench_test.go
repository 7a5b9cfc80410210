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

// BenchmarkMakingAGame measures what a shelf of made-up games costs: to make a game of a
// design, to find one by its text or its code, and to say what is wrong with a design.
func BenchmarkMakingAGame(b *testing.B) {
	random := rand.New(rand.NewPCG(7, 7))
	var designs []engine.Design
	for range 64 {
		designs = append(designs, Family().Random(random))
	}
	run := func(name string, f func(engine.Design) error) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if err := f(designs[i%len(designs)]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	run("New", func(d engine.Design) error {
		_, err := d.Game("Mine")
		return err
	})
	run("Text", func(d engine.Design) error {
		again, err := Family().Parse(d.Text())
		if err != nil {
			return err
		}
		_, err = again.Game("Mine")
		return err
	})
	run("Code", func(d engine.Design) error {
		_, err := Family().ParseCode(d.Code())
		return err
	})
	run("Knobs", func(d engine.Design) error {
		d.Knobs()
		return nil
	})
	run("Rules", func(d engine.Design) error {
		g, err := d.Game("Mine")
		if err == nil {
			g.Rules()
		}
		return err
	})
	run("Problem", func(d engine.Design) error {
		d, err := d.Set("lower", "1")
		if err == nil {
			d.Problem()
		}
		return err
	})
}
