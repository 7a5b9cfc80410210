package server

import (
	"errors"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/port"
)

// The attack: guess link codes in a loop. A code has 40 bits, a connection may run any
// number of commands, and each can try a code: 2,700 a second were possible. So each
// connection has few tries, however they are made, and logging in again makes guessing
// slow.
func TestLinkCodesAreNotGuessedInALoop(t *testing.T) {
	a, db := openData(t, nil)
	_, print := member(t, db, "ann")
	code, _, err := player(t, a, print).Link(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	key, _ := newKey(t)
	client := a.dial(t, "mallory", gossh.PublicKeys(key))
	words := a.terminal(t, client, "dumb", 24, 80)
	words.shows("Menu> ", 1)
	words.types("link AAAA-AAAA\r")
	words.shows("This code is wrong", 1)
	term := a.play(t, client)
	if err := term.app.env.Accounts.Join("AAAA-AAAB"); err == nil || !strings.Contains(err.Error(), "this code is wrong") {
		t.Errorf("on a screen: %v", err)
	}
	refuses(t, client, "link AAAA-AAAC", "This code is wrong")
	refuses(t, client, "link "+code, "Too many wrong codes")
	for range 3 {
		if err := term.app.env.Accounts.Join(code); !errors.Is(err, port.ErrGuesses) {
			t.Errorf("on a screen, the right one at last: %v", err)
		}
	}
	prints(t, a.dial(t, "mallory", gossh.PublicKeys(key)), "link "+code) // whoever has the code can still use it
}

// Whoever has an account is asked before it becomes part of another, but not with a wrong code. That is a guess, once,
// and a right code is none, however often it is asked about.
func TestAWrongLinkCodeIsOneGuess(t *testing.T) {
	a, db := openData(t, nil)
	_, print := member(t, db, "ann")
	code, _, err := player(t, a, print).Link(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	key, _ := member(t, db, "mallory")
	client := a.dial(t, "mallory", gossh.PublicKeys(key))
	words := a.terminal(t, client, "dumb", 24, 80)
	words.shows("Menu> ", 1)
	for i := range 2 * port.GuessesMax {
		words.types("link " + code + "\r")
		words.shows("Do you want it?", i+1)
		words.types("no\r")
		words.shows("The accounts stay two.", i+1)
	}
	words.types("link AAAA-AAAA\r")
	words.shows("This code is wrong", 1)
	screen := a.play(t, client).app.env.Accounts
	if _, err := screen.CanJoin("AAAA-AAAB"); err == nil || !strings.Contains(err.Error(), "this code is wrong") {
		t.Errorf("on a screen: %v", err)
	}
	if _, err := screen.CanJoin(code); err != nil {
		t.Errorf("on a screen, the right one: %v", err)
	}
	refuses(t, client, "link AAAA-AAAC", "This code is wrong")
	refuses(t, client, "link "+code, "Too many wrong codes")
}

// The attack: a player who is about to be banned makes a code and enters it with another
// key. That session now belongs to the banned account, and would go on with its games,
// its nick and new codes for the next key.
func TestACodeMadeBeforeABanDoesNotEvadeIt(t *testing.T) {
	r := openAdminArcade(t, nil)
	_, print := member(t, r.db, "Mallory")
	code, _, err := player(t, r.testServer, print).Link(time.Now())
	if err != nil {
		t.Fatal(err)
	}
	key, _ := newKey(t)
	client := r.dial(t, "other", gossh.PublicKeys(key))
	term := r.play(t, client)
	r.admin(t, "ban mallory cheating")
	if err := term.app.env.Accounts.Join(code); err != nil {
		t.Fatal(err)
	}
	out, _ := term.ends()
	left(t, out, "You are banned from this arcade: cheating.")
	refuses(t, client, "link", "You are banned")
}
