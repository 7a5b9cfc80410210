package server

import (
	"encoding/json"
	"strings"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/server/command"
)

// withRecords returns a client with a key whose account has two games, the newer one
// under unknown rules, on a server with the real games and a ranked game of another
// player.
func withRecords(t *testing.T) (*testServer, *gossh.Client, arcade.Result) {
	t.Helper()
	g := catalog.All()[0]
	state := g.Deal("R1")
	record := engine.Record{Game: g.Info().ID, Version: g.Info().Version, Code: "R1"}
	for range 3 {
		m := state.Moves()[0]
		next, err := state.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		state, record.Moves = next, append(record.Moves, m)
	}
	old := arcade.Result{ID: "OLD", Record: record, Score: state.Score(), Class: arcade.Counted}
	odd := old
	odd.ID, odd.Record.Version = "ODD", 99

	ranked := old
	ranked.ID = "BOBS"

	a := open(t, func(c *Config) {
		c.Games = catalog.Library()
		store := c.Store.(fakeStore)
		store.ranked = []arcade.Result{ranked}
		c.Store = store
	})
	key, fingerprint := newKey(t)
	a.mu.Lock()
	a.players[fingerprint] = &fakePlayer{account: fingerprint, rounds: []arcade.Result{odd, old}}
	a.mu.Unlock()
	return a, a.dial(t, "ann", gossh.PublicKeys(key)), old
}

func TestRecordIsOneLine(t *testing.T) {
	_, client, want := withRecords(t)
	for _, command := range []string{"record 2", "record OLD", "record BOBS"} {
		out, errOut, code := exec(t, client, command)
		if code != exitOK || errOut != "" || out != want.Record.String()+"\n" {
			t.Errorf("%s: exit %d, %q, %q", command, code, out, errOut)
		}
		if _, err := engine.ParseRecord(strings.TrimSpace(out)); err != nil {
			t.Error(err)
		}
	}
	out, _, code := exec(t, client, "record 2 --json")
	var got command.GameRecord
	if err := json.Unmarshal([]byte(out), &got); err != nil || code != exitOK {
		t.Fatalf("exit %d, %v: %s", code, err, out)
	}
	if got.ID != "OLD" || got.Moves != 3 || got.Record != want.Record.String() {
		t.Errorf("--json prints %+v", got)
	}
}

func TestReplayCasts(t *testing.T) {
	_, client, want := withRecords(t)
	out, errOut, code := exec(t, client, "replay 2 --cast")
	if code != exitOK || errOut != "" {
		t.Fatalf("exit %d: %s", code, errOut)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	var header struct{ Version, Width, Height int }
	if err := json.Unmarshal([]byte(lines[0]), &header); err != nil {
		t.Fatal(err)
	}
	if header.Version != 2 || header.Width != 80 || header.Height != 24 {
		t.Errorf("the header is %s", lines[0])
	}
	if got, want := len(lines)-1, len(want.Record.Moves)+2; got != want {
		t.Errorf("%d events, want %d", got, want)
	}
	for _, line := range lines[1:] {
		var event []any
		if err := json.Unmarshal([]byte(line), &event); err != nil || len(event) != 3 {
			t.Errorf("%v in %s", err, line)
		}
	}
}

func TestReplayNeedsATerminal(t *testing.T) {
	_, client, _ := withRecords(t)
	out, errOut, code := exec(t, client, "replay 2")
	if code != exitTerminal || out != "" || !strings.Contains(errOut, "ssh -t HOST replay 2\n") || !strings.Contains(errOut, "replay 2 --cast") {
		t.Errorf("exit %d, %q, %q", code, out, errOut)
	}
}

func TestReplayInATerminal(t *testing.T) {
	_, client, _ := withRecords(t)
	term := execInTerminal(t, client, "replay 2")
	term.shows("Hop 45, replay", 1)
	term.types("q")
	if out, code := term.ends(); code != exitOK || !strings.Contains(out, goodbye) {
		t.Errorf("exit %d, %q", code, out)
	}
}

func TestGamesThatCannotBeHad(t *testing.T) {
	a, client, _ := withRecords(t)
	for command, want := range map[string]string{
		"record 3":          "There is no finished game 3; ssh HOST history lists yours.\n",
		"record NONE":       "There is no finished game NONE; ssh HOST history lists yours.\n",
		"replay 3 --cast":   "There is no finished game 3; ssh HOST history lists yours.\n",
		"replay 99999":      "There is no finished game 99999; ssh HOST history lists yours.\n",
		"replay ODD --cast": "This game cannot be replayed: the record is of rules version 99; this program has version 1. Its score stands.\n",
	} {
		out, errOut, code := exec(t, client, command)
		if code != exitFailed || out != "" || errOut != want {
			t.Errorf("%s: exit %d, %q, %q", command, code, out, errOut)
		}
	}
	term := execInTerminal(t, client, "replay 1")
	_, code := term.ends()
	if errOut := term.err.String(); code != exitFailed || !strings.Contains(errOut, "This game cannot be replayed: the record is of") {
		t.Errorf("in a terminal: exit %d, %q", code, errOut)
	}
	if log := a.log.String(); strings.Contains(log, "level=ERROR") {
		t.Errorf("the log has errors:\n%s", log)
	}
}
