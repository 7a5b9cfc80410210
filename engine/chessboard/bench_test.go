package chessboard

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

// BenchmarkDeals measures what the solver does with deals. The quantiles mean something with
// a number of deals, such as -benchtime 10000x.
func BenchmarkDeals(b *testing.B) {
	ask := func(q engine.Question) func(engine.State) bool {
		return func(s engine.State) bool {
			found := s.(engine.Solver).Solve(context.Background(), q)
			return found.Verdict == engine.VerdictWon && (q.Goal != engine.GoalShortest || found.Least)
		}
	}
	for _, bench := range []struct {
		name string
		run  func(engine.State) bool
	}{
		{"decide", func(s engine.State) bool {
			return s.(*state).decide(context.Background(), decideMost).verdict == engine.VerdictWon
		}},
		{"win", ask(engine.Question{})},
		{"shortest", ask(engine.Question{Goal: engine.GoalShortest})},
		{"advise", func(s engine.State) bool { return advise(s, engine.Ask{})[0].Win == 1 }},
	} {
		b.Run(bench.name, func(b *testing.B) {
			deals := 0
			quantiles(b, bench.run, func() engine.State {
				deals++
				return New().Deal(engine.Code(fmt.Sprintf("BENCH%d", deals)))
			})
		})
	}
}

// BenchmarkPositions measures the solver in positions of random games.
func BenchmarkPositions(b *testing.B) {
	random := rand.New(rand.NewPCG(9, 9))
	var s engine.State
	deals := 0
	quantiles(b, func(s engine.State) bool {
		return s.(engine.Solver).Solve(context.Background(), engine.Question{}).Verdict == engine.VerdictWon
	}, func() engine.State {
		if s == nil || len(s.Moves()) == 0 {
			deals++
			s = New().Deal(engine.Code(fmt.Sprintf("BENCH%d", deals)))
		}
		s, _ = s.Play(enginetest.Pick(random, s.Moves()))
		return s
	})
}

// quantiles runs a benchmark on one position after another, and reports how long it takes, and
// the share for which run returns true.
func quantiles(b *testing.B, run func(engine.State) bool, next func() engine.State) {
	var times []time.Duration
	yes := 0
	for b.Loop() {
		s := next()
		start := time.Now()
		if run(s) {
			yes++
		}
		times = append(times, time.Since(start))
	}
	slices.Sort(times)
	at := func(q float64) float64 { return float64(times[int(q*float64(len(times)-1))].Microseconds()) / 1000 }
	b.ReportMetric(at(0.5), "ms-median")
	b.ReportMetric(at(0.95), "ms-p95")
	b.ReportMetric(at(1), "ms-max")
	b.ReportMetric(float64(yes)/float64(len(times)), "won")
}
