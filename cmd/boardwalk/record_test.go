package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	cast "boardwalk/tui/record"
)

// TestAGameComesHomeOverSSH: the program describes the record of a game played over ssh,
// and the server writes a cast of it.
func TestAGameComesHomeOverSSH(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	ann, bob := newPlayer(t, "ann"), newPlayer(t, "bob")
	r := perfectGame(t)
	r.Moves = r.Moves[:3]
	s := sit(t, ann.connect(a), r)
	for _, m := range r.Moves {
		s.typeMove(m)
	}
	s.finishes(len(r.Moves))

	run := func(p *player, want int, command ...string) string {
		t.Helper()
		out, errOut, code := p.run(a, command...)
		if code != want || (code == 0) != (errOut == "") {
			t.Fatalf("ssh HOST %s exits with %d, want %d: %s", strings.Join(command, " "), code, want, errOut)
		}
		return out
	}
	if out := run(ann, 0, "history"); !strings.Contains(out, "\n1   Hop 45 ") {
		t.Errorf("the history does not number its games:\n%s", out)
	}
	record := run(ann, 0, "record", "1")
	if want := r.String() + "\n"; record != want {
		t.Errorf("the record is %q, want %q", record, want)
	}
	id := ann.games(a, "history")[0].ID
	if got := run(ann, 0, "record", id); got != record {
		t.Errorf("by its ID the record is %q", got)
	}

	path := filepath.Join(t.TempDir(), "game.txt")
	if err := os.WriteFile(path, []byte(record), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := runProgram(t, "replay", path); code != 0 || !strings.Contains(out, "points after 3 moves.") {
		t.Errorf("replay exits with %d: %s", code, out)
	}
	if err := os.WriteFile(path, []byte(run(ann, 0, "export")), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, code := runProgram(t, "replay", path); code != 0 || !strings.Contains(out, "points after 3 moves.") {
		t.Errorf("replay of an export exits with %d: %s", code, out)
	}
	var want strings.Builder
	played, g, err := catalog.Library().ParseRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	if err := cast.WriteCast(&want, g, played); err != nil {
		t.Fatal(err)
	}
	if got := run(ann, 0, "replay", id, "--cast"); got != want.String() {
		t.Errorf("the cast over ssh is\n%s\nwant\n%s", got, &want)
	}

	run(ann, 64, "replay", "1")
	run(ann, 1, "record", "2")
	run(ann, 2, "record")
	run(bob, 1, "record", id) // ann's
	c := ann.connect(a, "replay", "1")
	c.await("Hop 45, replay", "move 0 of 3")
	c.press("e")
	c.await(a.ssh() + " replay " + id + " --cast > game.cast")
	c.press("q")
	c.await("Hop 45, replay")
	c.press("q")
	if code := c.exit(); code != 0 {
		t.Errorf("the replay exits with %d", code)
	}
}
