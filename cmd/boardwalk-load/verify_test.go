package main

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
)

func TestLosses(t *testing.T) {
	t.Parallel()
	g, ok := catalog.All().Find("hopscotch")
	if !ok {
		t.Fatal("there is no hopscotch")
	}
	r := engine.NewRound(g, "NOW")
	for range 7 {
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	p := &player{game: g, round: r, term: &terminal{}, ledger: ledger{acked: 6, finished: []filedRound{{"OLD", 12}}}}
	history := func(games ...command.GameResult) []command.GameResult { return games }
	old := command.GameResult{Code: "OLD", Moves: 12}
	for name, test := range map[string]struct {
		found finding
		want  int
	}{
		"as acknowledged":          {finding{open: 6, history: history(old)}, 0},
		"as played":                {finding{open: 7, history: history(old)}, 0},
		"a move lost":              {finding{open: 5, history: history(old)}, 1},
		"a move doubled":           {finding{open: 8, history: history(old)}, 1},
		"the open game lost":       {finding{history: history(old)}, 1},
		"over, and filed since":    {finding{history: history(command.GameResult{Code: "NOW", Moves: 7}, old)}, 0},
		"filed with a move lost":   {finding{history: history(command.GameResult{Code: "NOW", Moves: 5}, old)}, 1},
		"a finished game lost":     {finding{open: 6}, 1},
		"a finished game's moves":  {finding{open: 6, history: history(command.GameResult{Code: "OLD", Moves: 11})}, 1},
		"everything lost":          {finding{}, 2},
		"another game is no proof": {finding{open: 6, history: history(command.GameResult{Code: "ELSE", Moves: 12})}, 1},
	} {
		if got := p.losses(test.found); len(got) != test.want {
			t.Errorf("%s: %q, want %d losses", name, got, test.want)
		}
	}
}
