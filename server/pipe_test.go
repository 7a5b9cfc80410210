package server

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
)

// piped runs a session without a terminal and without a command, to which a text is written at
// once. If the text is "", nothing is written and the input stays open.
func piped(t *testing.T, client *gossh.Client, command, text string) (out, errOut string, code int) {
	t.Helper()
	sess, err := client.NewSession()
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = sess.Close() }()
	var o, e bytes.Buffer
	sess.Stdout, sess.Stderr = &o, &e
	in, err := sess.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if command == "" {
		err = sess.Shell()
	} else {
		err = sess.Start(command)
	}
	if err != nil {
		t.Fatal(err)
	}
	if text != "" {
		go func() {
			_, _ = io.WriteString(in, text)
			_ = in.Close()
		}()
	}
	return stdoutCode(t, sess.Wait(), &o, &e)
}

// A session without a terminal is words mode for a pipe: no echo, no page, and the end of the
// lines keeps the game.
func TestAPipeIsWords(t *testing.T) {
	a, db := openData(t, nil)
	key, print := newKey(t)
	client := a.dial(t, "ann", gossh.PublicKeys(key))
	moves := finished(t, "R1", 2, 1).Record.Moves
	for _, c := range []struct{ command, text, want string }{
		{"", "deal 1 R1\nmoves\n" + moves[0].String() + "\nhelp\n" + moves[1].String(), "Hop 45 is kept at move 2.\nGoodbye.\n"},
		{"", "play 1\nscore\nquit\nplay 2\n", "2 moves, 0 taken back.\nThis game is practice: you chose its deal, or knew it.\nHop 45>\nHop 45 is kept at move 2.\nGoodbye.\n"},
		{"play hop 45", "score\n", "Hop 45 stands where you left it, at move 2."},
	} {
		out, errOut, code := piped(t, client, c.command, c.text)
		if code != exitOK || errOut != "" || !strings.Contains(out, c.want) || strings.ContainsAny(out, "\r\x1b") || strings.Contains(out, "Enter goes on") {
			t.Errorf("%q: exit %d, %s%s", c.text, code, out, errOut)
		}
	}
	player, err := db.Player(arcade.KeyCredential(print))
	if err != nil {
		t.Fatal(err)
	}
	if saved, _, err := player.Saved("boardwalk/hop-45"); err != nil || len(saved.Record.Moves) != 2 {
		t.Errorf("stored: %v, %v", saved.Record, err)
	}
}

// A pipe is bounded as a terminal in words is.
//
//abuse:case 3
func TestAPipeIsBounded(t *testing.T) {
	a, _ := openData(t, nil)
	client := a.dial(t, "mallory")
	for name, text := range map[string]string{
		"a flood of lines": strings.Repeat("help\n", 100_000), "a line without an end": strings.Repeat("x", 300_000),
		"a flood of escapes": strings.Repeat("\x1b[31m\x1b]0;evil\x07", 30_000),
	} {
		out, errOut, _ := piped(t, client, "", text)
		if !strings.Contains(out, floodEnd) || len(out) > 1<<20 {
			t.Errorf("%s: %d bytes, the end is %q", name, len(out), out[max(0, len(out)-100):])
		}
		harmless(t, name, out+errOut)
	}
}

// Who types nothing is told what could be typed, and who goes on typing nothing has to leave.
func TestAPipeWithNothingInIt(t *testing.T) {
	a, _ := openData(t, func(c *Config) { c.Limits.Idle = 100 * time.Millisecond })
	client := a.dial(t, "ann")
	for _, command := range []string{"", "play cheshire"} {
		if _, errOut, code := exec(t, client, command); code != exitTerminal || errOut != nothingTyped("ssh HOST")+"\n" {
			t.Errorf("%q: exit %d: %q", command, code, errOut)
		}
	}
	if out, errOut, code := piped(t, client, "", ""); code != exitOK || errOut != "" || !strings.Contains(out, idleEnd) {
		t.Errorf("idle: exit %d: %q, %s", code, out, errOut)
	}
}
