package load

import (
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
	"boardwalk/server/sshtest"
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
	p := &Player{Game: g, Round: r, Keyboard: Keyboard{Term: new(sshtest.Terminal)}, Ledger: Ledger{Acked: 6, Finished: []FiledRound{{"OLD", 12}}}}
	history := func(games ...command.GameResult) []command.GameResult { return games }
	old := command.GameResult{Code: "OLD", Moves: 12}
	for name, test := range map[string]struct {
		found Finding
		want  int
	}{
		"as acknowledged":          {Finding{open: 6, history: history(old)}, 0},
		"as played":                {Finding{open: 7, history: history(old)}, 0},
		"a move lost":              {Finding{open: 5, history: history(old)}, 1},
		"a move doubled":           {Finding{open: 8, history: history(old)}, 1},
		"the open game lost":       {Finding{history: history(old)}, 1},
		"over, and filed since":    {Finding{history: history(command.GameResult{Code: "NOW", Moves: 7}, old)}, 0},
		"filed with a move lost":   {Finding{history: history(command.GameResult{Code: "NOW", Moves: 5}, old)}, 1},
		"a finished game lost":     {Finding{open: 6}, 1},
		"a finished game's moves":  {Finding{open: 6, history: history(command.GameResult{Code: "OLD", Moves: 11})}, 1},
		"everything lost":          {Finding{}, 2},
		"another game is no proof": {Finding{open: 6, history: history(command.GameResult{Code: "ELSE", Moves: 12})}, 1},
	} {
		if got := p.Losses(test.found); len(got) != test.want {
			t.Errorf("%s: %q, want %d losses", name, got, test.want)
		}
	}
}
