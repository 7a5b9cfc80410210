package analysis_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/catalog"
	"boardwalk/engine/enginetest"
)

// wander plays a deal at random, for at most a number of moves.
func wander(t testing.TB, g engine.Game, code engine.Code, most int) engine.Record {
	t.Helper()
	random := rand.New(rand.NewPCG(7, 8))
	r := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: code}
	for s := g.Deal(code); len(r.Moves) < most && !s.Over(); {
		m := enginetest.Pick(random, s.Moves())
		next, err := s.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		r.Moves, s = append(r.Moves, m), next
	}
	return r
}

// TestGames analyses a round of each game, with few tries. What the report says of the
// deal must be so: its lines are played.
func TestGames(t *testing.T) {
	for _, g := range catalog.All() {
		t.Run(g.Info().ID, func(t *testing.T) {
			record := wander(t, g, "ABC", 12)
			states, err := record.Replay(g)
			if err != nil {
				t.Fatal(err)
			}
			w := analysis.New(states, record.Moves, analysis.Budget{Positions: 2000, Tries: 2, Check: 4})
			for w.Step(context.Background()) {
			}
			report := w.Report()
			if open := report.Open; open != nil {
				if end := playLine(t, states[0], open.Line); open.Line != nil && end.Points != open.Par {
					t.Errorf("the line to par gives %d points, not %d", end.Points, open.Par)
				}
				if turn := open.Turn; turn != nil && turn.In >= 0 {
					end := playLine(t, states[turn.In], turn.Line)
					if turn.Goal == engine.GoalWin && !end.Won || turn.Goal == engine.GoalPoints && end.Points < open.Par {
						t.Errorf("the line from %d leads to %+v: %+v", turn.In, end, open)
					}
				}
			}
			if report.Fair != nil && len(report.Fair.Moves) != len(record.Moves) {
				t.Errorf("%d moves are judged", len(report.Fair.Moves))
			}
		})
	}
}

// playLine returns the score at the end of a line, won if it was won at any time.
func playLine(t testing.TB, s engine.State, line []engine.Move) engine.Score {
	t.Helper()
	won := s.Score().Won
	for i, m := range line {
		next, err := s.Play(m)
		if err != nil {
			t.Fatalf("move %d of the line: %v", i+1, err)
		}
		s = next
		won = won || s.Score().Won
	}
	end := engine.Final(s)
	end.Won = end.Won || won
	return end
}

// BenchmarkAnalysis analyses whole rounds with the usual budget.
func BenchmarkAnalysis(b *testing.B) {
	for _, g := range catalog.All() {
		b.Run(g.Info().ID, func(b *testing.B) {
			n := 0
			for b.Loop() {
				record := wander(b, g, engine.Code(fmt.Sprint("BENCH", n)), 200)
				n++
				states, err := record.Replay(g)
				if err != nil {
					b.Fatal(err)
				}
				for w := analysis.New(states, record.Moves, analysis.Budget{}); w.Step(context.Background()); {
				}
			}
		})
	}
}
