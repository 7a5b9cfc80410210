package tui_test

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/catalog"
	"boardwalk/engine/hint"
	"boardwalk/engine/search"
	"boardwalk/tui/session"
)

// begin returns a record of a deal, with no move.
func begin(g engine.Game, code engine.Code) engine.Record {
	return engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: code}
}

// BenchmarkHint asks for hints in the middle of a game: with a place among the searches and
// without.
func BenchmarkHint(b *testing.B) {
	for _, g := range catalog.All() {
		record := begin(g, "BENCH")
		free := session.Ports{HintTime: time.Hour, Budget: analysis.Budget{Tries: hint.Tries}}
		full := session.Ports{HintTime: 1, Searches: search.Places{Limit: make(chan struct{}, 1)}}
		full.Searches.Limit <- struct{}{}
		for len(record.Moves) < 12 {
			a, ok := full.Advise(context.Background(), g, record)
			if !ok {
				break
			}
			record.Moves = append(record.Moves, a.Move)
		}
		for name, env := range map[string]*session.Ports{"search": &free, "first sight": &full} {
			b.Run(g.Info().ID+"/"+name, func(b *testing.B) {
				for b.Loop() {
					env.Hints = new(hint.Desk) // which remembers nothing
					env.Advise(context.Background(), g, record)
				}
			})
		}
	}
}

// BenchmarkHintsOfACrowd has 50 players ask for hints at once, again and again, who share one place among the
// searches, and each of whom plays a deal of its own by them. It reports how many of the deals are
// won, beside which stands what the arcade's player wins alone ("boardwalk survey"). With
// -benchtime=6x there are 300 deals.
func BenchmarkHintsOfACrowd(b *testing.B) {
	const players = 50
	for _, g := range catalog.All() {
		b.Run(g.Info().ID, func(b *testing.B) {
			env := session.Ports{Searches: search.Places{Limit: make(chan struct{}, 1)}, Hints: new(hint.Desk)}
			won, sights := 0, 0
			var took []time.Duration
			for n := range b.N {
				var records []engine.Record
				for i := range players {
					records = append(records, begin(g, engine.Code(fmt.Sprintf("CROWD%d", n*players+i))))
				}
				for len(records) > 0 {
					told, waited := make([]hint.Advice, len(records)), make([]time.Duration, len(records))
					var all sync.WaitGroup
					for i, r := range records {
						all.Go(func() {
							asked := time.Now()
							told[i], _ = env.Advise(context.Background(), g, r)
							waited[i] = time.Since(asked)
						})
					}
					all.Wait()
					took = append(took, waited...)
					on := records[:0]
					for i, r := range records {
						if !told[i].Move.IsZero() {
							r.Moves = append(r.Moves, told[i].Move)
						}
						states, err := r.Replay(g)
						if err != nil {
							b.Fatal(err)
						}
						if told[i].Sight {
							sights++
						}
						switch end := states[len(states)-1]; {
						case engine.Final(end).Won:
							won++
						case !told[i].Move.IsZero() && !end.Over():
							on = append(on, r)
						}
					}
					records = on
				}
			}
			slices.Sort(took)
			b.ReportMetric(100*float64(won)/float64(b.N*players), "%won")
			b.ReportMetric(100*float64(sights)/float64(len(took)), "%sight")
			b.ReportMetric(float64(took[len(took)*95/100].Microseconds())/1000, "p95-ms")
		})
	}
}
