package main

import (
	"strings"
	"testing"
)

// TestAHostWithoutCompany: with company = false nobody sees who is here, follows anybody or
// gets a signal, by any way, and each way says so. Watching stays.
func TestAHostWithoutCompany(t *testing.T) {
	t.Parallel()
	const off = "In this arcade players do not see each other."
	a := openArcade(t, t.TempDir(), "--company=false")
	ann, bob := newPlayer(t, "ann"), newPlayer(t, "bob")
	ann.named(a, "ann")
	bob.named(a, "bob")

	for _, command := range []string{"who", "follow ann", "unfollow ann", "following", "who --json"} {
		if out, errOut, code := bob.run(a, strings.Fields(command)...); code == 0 || out != "" || strings.TrimSpace(errOut) != off {
			t.Errorf("%s exits with %d: %q, %q", command, code, out, errOut)
		}
	}
	words := "who\nfollow ann\nunfollow ann\nfollowing\nsignal 1\n"
	if out, _ := bob.feed(a, words); strings.Count(out, off) != 5 {
		t.Errorf("in words %q is answered\n%s", words, out)
	}

	plays := ann.connect(a)
	plays.await("Boardwalk Arcade")
	plays.press("\r")
	plays.await("Hop 45", "moves 1")
	looks := bob.connect(a)
	looks.await("Boardwalk Arcade")
	looks.press("p")
	looks.await(off)
	looks.press("S")
	looks.await("Settings")
	if strings.Contains(looks.screen(), "Signals") {
		t.Errorf("there is a setting for signals:\n%s", looks.screen())
	}
	looks.press("q", "w")
	looks.await("Watch", "ann")
	looks.press("\r")
	looks.await("ann plays Hop 45", "q stop watching")
	if screen := looks.screen(); strings.Contains(screen, "follow") || strings.Contains(screen, "signal") {
		t.Errorf("it offers to follow, or signals:\n%s", screen)
	}
	plays.await("1 watching")
	looks.press("f", "!", "1", "q")
	looks.await("Watch", "1 table")
	plays.press("!", "1", "?")
	plays.await("Keys (")
	if strings.Contains(plays.screen(), "a signal, such as") {
		t.Errorf("the keys have signals:\n%s", plays.screen())
	}
	plays.press("q")
	plays.await("moves 1")
	if screen := plays.screen(); strings.Contains(screen, "bob") || strings.Contains(screen, "ood game") {
		t.Errorf("a signal has come:\n%s", screen)
	}
}
