package main

import (
	"encoding/json"
	"strings"
	"testing"

	"boardwalk/server/command"
)

func TestAGuestNeedsNoKey(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir())
	guest := &player{t: t, name: "visitor"}
	r := perfectGame(t)

	s := sit(t, guest.connect(a), r)
	s.typeMove(r.Moves[0])
	s.finishes(1)
	s.press("q")
	s.await("Boardwalk Arcade", "Somebody")
	s.press("q", "y")
	if code := s.exit(); code != 0 {
		t.Errorf("ssh exits with %d, want 0", code)
	}
	s.await("Thank you for playing.")

	stdout, stderr, code := guest.run(a, "whoami")
	if want := "Somebody, a guest: no key, so your games cannot be found again.\n"; stdout != want || code != 0 {
		t.Errorf("whoami prints %q, %q and exits with %d, want %q", stdout, stderr, code, want)
	}
	if games := guest.games(a, "history"); len(games) != 0 {
		t.Errorf("the next guest finds %+v", games)
	}
}

func TestGuestsCanBeRefused(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir(), "--guests=false")
	stdout, stderr, code := (&player{t: t, name: "visitor"}).run(a, "whoami")
	if stdout != "" || code != 255 || !strings.Contains(stderr, "This arcade knows its players by their keys.") {
		t.Errorf("ssh without a key prints %q, %q and exits with %d", stdout, stderr, code)
	}
	if _, stderr, code := newPlayer(t, "ann").run(a, "whoami"); code != 0 {
		t.Errorf("with a key it exits with %d: %s", code, stderr)
	}
}

func TestCommandsOverSSH(t *testing.T) {
	t.Parallel()
	a := openArcade(t, t.TempDir(), "--public", "play.example.org:2222")
	ann := newPlayer(t, "ann")
	r := perfectGame(t)
	s := sit(t, ann.connect(a), r)
	s.typeMove(r.Moves[0])
	s.finishes(1)

	version, _ := runProgram(t, "version")
	version, _, _ = strings.Cut(version, "\n")
	for _, test := range []struct {
		command     string
		code        int
		out, errOut string // parts of what it prints; "" is nothing at all
	}{
		{"whoami", 0, "Somebody, signed in by key " + ann.fingerprint() + ".\nGames played: 1.\n", ""},
		{"stats", 0, "Hop 45  practice  1 ", ""},
		{"stats scotsi", 0, "No game yet. ", ""},
		{"history", 0, "Hop 45  practice  1/27 ", ""},
		{"history -n 0", 2, "", "--last is 1 to 1000, not 0."},
		{"history go", 2, "", `There is no game "go"; there are Hop 45, `},
		{"best", 0, "No best yet. A best counts only on a fresh deal without help, with at least one\npoint, and after five moves or a win.", ""}, // a chosen deal is practice
		{"best scotsi", 0, "No best yet. ", ""},
		{"help", 0, "  whoami            Who you are here\n", ""},
		{"help best", 0, "Your best games, those that count and assisted ones.\n", ""},
		{"version", 0, version + "\n", ""},
		{"hist", 2, "", `There is no command "hist"; did you mean history?`},
		{"rm -rf /", 2, "", `There is no command "rm".`},
		{"whoami --xml", 2, "", "Unknown flag: --xml."},
		{"", 64, "Boardwalk Arcade, in words.", "Nothing was typed.\nIn a terminal: ssh -t -p 2222 play.example.org\nIn words: TERM=dumb ssh -t -p 2222 play.example.org\n"},
		{"rules", 0, "Hop 45", ""},
		{"rules Hopscotch", 2, "", "boardwalk/hopscotch (Boardwalk Hopscotch) and\nhopscotch (Hopscotch (1-2-3-4))"},
	} {
		t.Run("ssh HOST "+test.command, func(t *testing.T) {
			out, errOut, code := ann.run(a, strings.Fields(test.command)...)
			if code != test.code || !containsPart(out, test.out) || !containsPart(errOut, test.errOut) {
				t.Errorf("exit %d\nout %q\nerr %q\nwant %d\nout %q\nerr %q", code, out, errOut, test.code, test.out, test.errOut)
			}
			if strings.Contains(out+errOut, "\x1b") {
				t.Errorf("it prints control sequences: %q", out+errOut)
			}
		})
	}
	for command, into := range map[string]any{"whoami": &command.Whoami{}, "stats": &command.Stats{}, "version": &command.Version{}} {
		out, _, code := ann.run(a, command, "--json")
		if err := json.Unmarshal([]byte(out), into); err != nil || code != 0 {
			t.Errorf("%s --json exits with %d and prints %s: %v", command, code, out, err)
		}
	}
}

// containsPart reports whether a text contains a part, or is empty if the part is.
func containsPart(text, part string) bool {
	return strings.Contains(text, part) && (part != "" || text == "")
}
