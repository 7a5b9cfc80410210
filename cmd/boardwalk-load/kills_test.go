package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
)

func TestKills(t *testing.T) {
	t.Parallel()
	t.Run("a server that keeps all", func(t *testing.T) {
		r, code := killing(t, binary, func(r Report) bool { return r.Load.Acknowledged > 0 })
		k, f := r.Kills, r.Load
		if code != 0 || !r.Held || k.Lost+k.Doubled > 0 || k.Hung+k.Orderly > 0 {
			t.Fatalf("exit %d with %+v, errors %+v", code, k, r.Errors)
		}
		if k.Kills == 0 || k.Lives != k.Kills-k.Early+1 || k.Start.Count != k.Lives || k.Check.Count == 0 {
			t.Errorf("lives and kills: %+v", k)
		}
		if f.Acknowledged == 0 || f.Acknowledged+k.InFlight != f.Moves || k.Finished != f.Games || f.Wire.Read == 0 {
			t.Errorf("%d of %d moves were acknowledged and %d in flight; %d of %d games are finished", f.Acknowledged, f.Moves, k.InFlight, k.Finished, f.Games)
		}
	})
	t.Run("a server that forgets", func(t *testing.T) {
		// Each life but the first begins with what the first one left.
		forgetful := filepath.Join(t.TempDir(), "forgetful")
		script := fmt.Sprintf(`#!/bin/sh
if [ "$1" = serve ] && [ -f "$3.old" ]; then cp "$3.old" "$3"
elif [ "$1" = serve ] && [ -f "$3" ]; then cp "$3" "$3.old"
fi
exec %q "$@"
`, binary)
		if err := os.WriteFile(forgetful, []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
		r, code := killing(t, forgetful, func(r Report) bool { return r.Kills.Lost > 0 })
		if code != 1 || r.Held || r.Kills.Lost == 0 || len(r.Kills.Losses) < r.Kills.Lost {
			t.Errorf("exit %d with %+v, errors %+v", code, r.Kills, r.Errors)
		}
	})
}

// killing returns the report of a run of kills. If too little happened in it, killing
// tries again with longer lives: how far players get in a life depends on the machine.
func killing(t *testing.T, binary string, enough func(Report) bool) (r Report, code int) {
	t.Helper()
	for life := 700 * time.Millisecond; ; life *= 2 {
		var out, log bytes.Buffer
		code = run(t.Context(), []string{"--boardwalk", binary, "--kill-every", life.String(), "--for", (4 * life).String(), "--sessions", "4"}, &out, &log)
		r = Report{}
		if err := json.Unmarshal(out.Bytes(), &r); err != nil {
			t.Fatalf("%v: %s", err, &log)
		}
		if enough(r) || life > 5*time.Second {
			return r, code
		}
	}
}

func TestWhatMayBeFound(t *testing.T) {
	t.Parallel()
	g, _ := catalog.All().Find("hopscotch")
	r := engine.NewRound(g, "NOW")
	for range 7 {
		if err := r.Play(r.State().Moves()[0]); err != nil {
			t.Fatal(err)
		}
	}
	script := r.Record().Moves
	for name, test := range map[string]struct {
		script        []engine.Move
		moves         int
		lost, doubled int
	}{
		"as acknowledged":           {script, 5, 0, 0},
		"one in flight":             {script, 6, 0, 0},
		"as typed":                  {script, 7, 0, 0},
		"one lost":                  {script, 4, 1, 0},
		"all lost":                  {script, 0, 1, 0},
		"one doubled":               {script, 8, 0, 1},
		"all finished":              {nil, 0, 0, 0},
		"finished, and still there": {nil, 7, 0, 1},
	} {
		s := &killPlayer{script: test.script, player: &player{game: g, round: r, ledger: ledger{acked: 5}}}
		if lost, doubled := s.wrong(test.moves); len(lost) != test.lost || len(doubled) != test.doubled {
			t.Errorf("%s: lost %q, doubled %q", name, lost, doubled)
		}
	}
}

func TestWhatTheHistoryMustTell(t *testing.T) {
	t.Parallel()
	filed := []filedRound{{"A", 3}, {"B", 5}, {"C", 8}}
	a, b, c := command.GameResult{Code: "A", Moves: 3}, command.GameResult{Code: "B", Moves: 5}, command.GameResult{Code: "C", Moves: 8}
	for name, test := range map[string]struct {
		games         []command.GameResult
		from          int
		lost, doubled int
	}{
		"all":            {[]command.GameResult{c, b, a}, 0, 0, 0},
		"the newest":     {[]command.GameResult{c, b}, 2, 0, 0},
		"one lost":       {[]command.GameResult{c, a}, 0, 1, 0},
		"the newest one": {[]command.GameResult{b, a}, 2, 1, 0},
		"all lost":       {nil, 0, 3, 0},
		"one twice":      {[]command.GameResult{c, c, b}, 1, 0, 1},
		"not finished":   {[]command.GameResult{{Code: "D", Moves: 1}, c, b}, 1, 0, 1},
		"a move lost":    {[]command.GameResult{{Code: "C", Moves: 7}, b}, 1, 1, 1},
	} {
		if lost, doubled := compare(filed, test.from, test.games); len(lost) != test.lost || len(doubled) != test.doubled {
			t.Errorf("%s: lost %q, doubled %q", name, lost, doubled)
		}
	}
}

func TestTheTableHasKills(t *testing.T) {
	t.Parallel()
	r := Report{Load: Figures{Acknowledged: 9}, Kills: &Kills{Kills: 3, Check: Quantiles{Count: 2}, Survived: Survived{Finished: 1}}}
	if a := r.ofKills(); !allHeld(a.Bounds) || len(a.Bounds) != len(a.Figures) {
		t.Errorf("of a good run: %+v", a)
	}
	r.Kills.Lost = 1
	if a := r.ofKills(); allHeld(a.Bounds) {
		t.Errorf("of one with a loss: %+v", a)
	}
}

func TestMovesInFlight(t *testing.T) {
	t.Parallel()
	var s Survived
	s.countInFlight([]pendingMove{{moves: 4}, {moves: 5}, {moves: 6}}, 5)
	if s.InFlight != 3 || s.InFlightKept != 2 {
		t.Errorf("%d in flight, %d kept; want 3 and 2", s.InFlight, s.InFlightKept)
	}
}

func TestFlagsOfKills(t *testing.T) {
	t.Parallel()
	o, err := parse([]string{"--kill-every", "200ms"}, io.Discard)
	if err != nil || o.sessions != defaultKillPlayers {
		t.Errorf("%d sessions, %v", o.sessions, err)
	}
	if o, err := parse([]string{"--kill-every", "200ms", "--sessions", "3"}, io.Discard); err != nil || o.sessions != 3 {
		t.Errorf("%d sessions where 3 were asked for, %v", o.sessions, err)
	}
	for name, args := range map[string][]string{
		"a server that runs": {"--kill-every", "1s", "--addr", "127.0.0.1:2222"},
		"an attack":          {"--kill-every", "1s", "--abuse", "silent"},
		"a rate":             {"--kill-every", "1s", "--rate", "1"},
		"a ramp":             {"--kill-every", "1s", "--ramp", "20"},
		"who come back":      {"--kill-every", "1s", "--reconnect", "1"},
		"a process":          {"--kill-every", "1s", "--pid", "1"},
		"metrics":            {"--kill-every", "1s", "--metrics", "127.0.0.1:2280"},
		"anywhere":           {"--kill-every", "1s", "--anywhere"},
		"too fast":           {"--kill-every", "1ms"},
		"too slow":           {"--kill-every", "2m"},
		"backwards":          {"--kill-every", "-1s"},
		"no players":         {"--kill-every", "1s", "--sessions", "0"},
	} {
		if _, err := parse(args, io.Discard); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
