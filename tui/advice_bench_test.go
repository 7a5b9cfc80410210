package tui_test

import (
	"context"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/engine/search"
	"boardwalk/tui/session"
)

// BenchmarkHint asks for hints in the middle of a game: with a place among the searches and
// without.
func BenchmarkHint(b *testing.B) {
	for _, g := range catalog.All() {
		record := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "BENCH"}
		states, err := record.Replay(g)
		if err != nil {
			b.Fatal(err)
		}
		free, full := session.Ports{HintTime: time.Hour}, session.Ports{HintTime: 1, Searches: search.Places{Limit: make(chan struct{}, 1)}}
		full.Searches.Limit <- struct{}{}
		for len(record.Moves) < 12 {
			a, ok := full.Advise(context.Background(), g, record, 1)
			if !ok {
				break
			}
			next, err := states[len(states)-1].Play(a.Move)
			if err != nil {
				b.Fatal(err)
			}
			states, record.Moves = append(states, next), append(record.Moves, a.Move)
		}
		for name, env := range map[string]*session.Ports{"search": &free, "first sight": &full} {
			b.Run(g.Info().ID+"/"+name, func(b *testing.B) {
				for b.Loop() {
					env.Advise(context.Background(), g, record, 1)
				}
			})
		}
	}
}
