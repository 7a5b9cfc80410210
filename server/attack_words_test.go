package server

import (
	"errors"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/port"
)

// The attack: a player has two keys, and plays with one until the other removes it. The
// next move is not stored and its session ends, but the card that it turned up would have
// been seen: a look ahead, as often as the key is linked again.
func TestARemovedKeySeesNoCard(t *testing.T) {
	a, _ := openData(t, nil)
	key, print := newKey(t)
	term := a.terminal(t, a.dial(t, "mallory", gossh.PublicKeys(key)), "dumb", 24, 80)
	term.shows("Menu> ", 1)
	term.types("deal 1 R1\r")
	term.shows("Hop 45> ", 1)
	moves := finished(t, "R1", 2, 1).Record.Moves
	term.types(moves[0].String() + "\r")
	term.shows("Hop 45> ", 2)
	_, other := newKey(t)
	join(t, a, other, print)
	if err := player(t, a, other).RemoveKey(print, time.Now()); err != nil {
		t.Fatal(err)
	}
	before := len(term.out.String())
	term.types(moves[1].String() + "\r")
	out, _ := term.ends()
	if !strings.HasSuffix(out, folded(port.Revoked)+"\r\n") || strings.Contains(term.out.String()[before:], "now shows") {
		t.Errorf("the output ends with %q", term.out.String()[before:])
	}
	// On a screen the table notices it by the error of the save.
	again := a.play(t, a.dial(t, "mallory", gossh.PublicKeys(key)))
	rev, err := again.app.env.Store.Save(opened(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if err := player(t, a, print).Delete(time.Now()); err != nil {
		t.Fatal(err)
	}
	if _, err := again.app.env.Store.Save(opened(), rev); !errors.Is(err, arcade.ErrConflict) || !errors.Is(err, data.ErrRevoked) {
		t.Errorf("Save = %v", err)
	}
	out, _ = again.ends()
	left(t, out, port.Revoked)
}

// The account is deleted, and its session is left before it has noticed: the player must
// not read that the games are saved.
func TestWhoLeavesADeletedAccountIsToldSo(t *testing.T) {
	a, _ := openData(t, nil)
	key, print := newKey(t)
	term := a.terminal(t, a.dial(t, "ann", gossh.PublicKeys(key)), "dumb", 24, 80)
	term.shows("Menu> ", 1)
	term.types("deal 1 R1\r" + opened().Record.Moves[0].String() + "\r")
	term.shows("Hop 45> ", 2)
	if err := player(t, a, print).Delete(time.Now()); err != nil {
		t.Fatal(err)
	}
	if err := term.in.Close(); err != nil {
		t.Fatal(err)
	}
	if out, _ := term.ends(); !strings.HasSuffix(out, folded(port.Revoked)+"\r\n") {
		t.Errorf("the output ends with %q", out[max(0, len(out)-300):])
	}
}
