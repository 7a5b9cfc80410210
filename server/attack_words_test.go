package server

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/limit"
)

// testLineReader returns the reader of a session in words that reads the bytes of a test.
func testLineReader() *lineReader {
	return &lineReader{
		ctx: context.Background(), in: &input{ready: make(chan struct{}, 1), ended: make(chan struct{}), limit: inputWaiting},
		session: newSession(identity{}, kindWords, "dumb", nil, time.Now()), closing: make(chan struct{}), idle: time.Hour,
		lines: limit.NewBucket(keysAtOnce, keysSecond, time.Now()),
	}
}

// The attack: a player in words types without a pause, so that there is always more to
// read. The session never saw a kick, ban or drain, and what was not played yet piled up.
func TestWhoTypesWithoutAPauseCanBeKicked(t *testing.T) {
	reader := testLineReader()
	p := make([]byte, 256)
	reader.session.end("out")
	for reads := 0; ; reads++ {
		reader.in.add([]byte(strings.Repeat("undo\r", 100)), limit.NewBucket(inputAtOnce, 0, time.Now()))
		if _, err := reader.Read(p); errors.Is(err, errEnded) {
			break
		}
		if len(reader.buf) > inputWaiting {
			t.Fatalf("%d bytes pile up", len(reader.buf))
		}
		if reads > 1000 {
			t.Fatal("the session goes on")
		}
	}
	if last := reader.noteEnd(""); last != "out" {
		t.Errorf("the last words are %q", last)
	}
}

// The attack: a program plays thousands of moves a second in words, where keys are not
// counted.
//
//abuse:case 18
func TestNoLinesBeyondWhatAnyoneTypes(t *testing.T) {
	reader, began := testLineReader(), time.Now()
	p := make([]byte, 256)
	for lines := 0; ; lines++ {
		reader.buf = append(reader.buf, "undo\r"...)
		n, wait := reader.nextLine()
		if wait > 0 {
			break
		}
		if got, err := reader.Read(p); got != n || err != nil || string(p[:got]) != "undo\r" {
			t.Fatalf("read %q, %v", p[:got], err)
		}
		if lines > keysAtOnce+int(keysSecond*time.Since(began).Seconds()) {
			t.Fatalf("%d lines at once", lines)
		}
	}
	if n, err := reader.Read(p); n == 0 || err != nil { // it waits, and drops nothing
		t.Errorf("read %d bytes, %v", n, err)
	}
}

// The attack: a program ends games in a loop, 600 a second in one session. Each is stored
// for good, and the disk would be full the next day.
//
//abuse:case 18
func TestGamesDoNotEndFasterThanTheyArePlayed(t *testing.T) {
	now := newWatch(time.Now())
	a, _ := openData(t, func(c *Config) { c.Now = now.time })
	term := a.play(t, a.dial(t, "mallory"))
	end := func(code engine.Code) error {
		_, err := term.app.env.Store.Finish(finished(t, code, 1, now.time().UnixMilli()), 0)
		return err
	}
	if err := end("R1"); err != nil {
		t.Fatal(err)
	}
	from := limit.Subnet(a.hub.sessions()[0].addr)
	for a.finishes.Allow(from, now.time()) {
	}
	if err := end("R2"); !errors.Is(err, errTooFast) {
		t.Errorf("one too many: %v", err)
	}
	now.passes(time.Second)
	if err := end("R2"); err != nil {
		t.Errorf("a second later: %v", err)
	}
}

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
	if !strings.HasSuffix(out, revokedEnd+"\r\n") || strings.Contains(term.out.String()[before:], "now shows") {
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
	if _, err := again.app.env.Store.Save(opened(), rev); !errors.Is(err, arcade.ErrConflict) || !errors.Is(err, errRevoked) {
		t.Errorf("Save = %v", err)
	}
	out, _ = again.ends()
	left(t, out, revokedEnd)
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
	if out, _ := term.ends(); !strings.HasSuffix(out, revokedEnd+"\r\n") {
		t.Errorf("the output ends with %q", out[max(0, len(out)-300):])
	}
}
