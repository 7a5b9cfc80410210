package server

import (
	"context"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/server/command"
	"boardwalk/server/limit"
	"boardwalk/server/port"
	"boardwalk/server/program"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
)

// left checks that a session's output ends with the terminal restored and then a
// sentence.
func left(t *testing.T, out, sentence string) {
	t.Helper()
	if want := grid.Leave + folded(sentence) + "\r\n"; !strings.HasSuffix(out, want) {
		t.Errorf("the output ends with %q,\nwant %q", out[max(0, len(out)-len(want)-20):], want)
	}
}

// folded returns a sentence in the lines of a terminal.
func folded(sentence string) string {
	return strings.ReplaceAll(caption.Fold(sentence, 0), "\n", "\r\n")
}

func TestProgram(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	if term.app.env.Player != arcade.Nameless || term.app.env.Proposed != "ann" || term.app.env.Store == nil || len(term.app.env.Games.House) != 2 {
		t.Errorf("the app got %+v", term.app.env)
	}
	if code := term.app.env.Deal(); len(code) != 13 {
		t.Errorf("a fresh deal is %q", code)
	}
	term.types("ab\x1b[A\x1b[<0;5;5M\x1b[200~hello\x1b[201~\x1b")
	for _, want := range []string{"key a", "key b", "key up", "paste hello", "key esc"} {
		if got := receive(t, term.app.seen, want); got != want {
			t.Errorf("the app saw %q, want %q", got, want)
		}
	}
	term.shows("the lobby of Somebody", 1)
	term.types("q")
	out, code := term.ends()
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	if !strings.HasPrefix(out, grid.Enter+grid.Mouse) {
		t.Errorf("the output begins with %.60q", out)
	}
	left(t, out, guestBye)
}

func TestRealApp(t *testing.T) {
	a := newArcade()
	a.start(t, nil, nil)
	term := a.terminal(t, a.dial(t, "ann"), "xterm-256color", 24, 80)
	term.shows("Chessboard", 1)
	term.types("qy")
	out, code := term.ends()
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	left(t, out, guestBye)
}

func TestGoodbyeToAnAccount(t *testing.T) {
	a := open(t, nil)
	key, _ := newKey(t)
	term := a.play(t, a.dial(t, "ann", gossh.PublicKeys(key)))
	term.types("q")
	out, _ := term.ends()
	left(t, out, goodbye)
}

func TestRedrawOnRequest(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	term.shows("the lobby of Somebody", 1)
	term.types("xy") // keys that change nothing draw nothing
	term.sees("key y")
	term.types("\x0c")
	term.shows("the lobby of Somebody", 2)
	term.types("q")
	out, _ := term.ends()
	if got := strings.Count(out, "the lobby of Somebody"); got != 2 {
		t.Errorf("drawn %d times, want at first and for Ctrl-L: %q", got, out)
	}
}

func TestARunningClockIsDrawn(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	term.types("T")
	// How long a frame lasts is measured before the client takes time to read it. The
	// first frame is for the key, the others follow by themselves.
	for _, want := range []string{"key T", "lasts", "frame 1", "lasts", "frame 2", "lasts", "frame 3"} {
		if got := receive(t, term.app.seen, want); got != want {
			t.Fatalf("the app saw %q, want %q", got, want)
		}
	}
	term.types("q")
	term.ends()
}

func TestNoTerminal(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	t.Run("none was asked for", func(t *testing.T) {
		_, errOut, code := exec(t, client, "")
		if code != exitTerminal || errOut != nothingTyped("ssh HOST")+"\n" || !strings.Contains(errOut, "TERM=dumb ssh -t HOST") {
			t.Errorf("exit %d: %q", code, errOut)
		}
	})
}

// TestWordsForTerminalsThatCannotMoveTheirCursor: the same arcade in lines of text,
// without one escape sequence.
func TestWordsForTerminalsThatCannotMoveTheirCursor(t *testing.T) {
	a := open(t, nil)
	for _, name := range []string{"dumb", ""} {
		t.Run(fmt.Sprintf("TERM=%q", name), func(t *testing.T) {
			term := a.terminal(t, a.dial(t, "ann"), name, 24, 80)
			term.shows("> ", 1)
			term.types("gaz\x7fmes\r")
			term.shows("gaz\b \bmes\r\n", 1) // it echoes, and Backspace works
			term.types("\x1b[A\x1bOPquit\r")
			out, code := term.ends()
			if code != exitOK || strings.Contains(out, "\x1b") {
				t.Errorf("exit %d with %q", code, out)
			}
		})
	}
}

// Lines and pages in words fit the window, also after it has changed.
func TestWordsFitTheWindow(t *testing.T) {
	a := open(t, nil)
	term := a.terminal(t, a.dial(t, "ann"), "dumb", 12, 40)
	term.shows("Menu> ", 1)
	fits := func(columns int) {
		t.Helper()
		before := term.out.String()
		term.types("help more\r")
		term.shows(" Enter ", strings.Count(before, " Enter ")+1)
		term.types("q\r")
		term.shows("Menu> ", strings.Count(before, "Menu> ")+1)
		page, _, _ := strings.Cut(term.out.String()[len(before):], " Enter ")
		lines, longest := strings.Split(page, "\r\n"), 0
		for _, line := range lines[1:] {
			longest = max(longest, len(line))
		}
		if longest >= columns || longest < columns-10 || len(lines) != 11 {
			t.Errorf("%d columns: %d lines of up to %d", columns, len(lines), longest)
		}
	}
	fits(40)
	size := struct{ Columns, Rows, Width, Height uint32 }{60, 12, 0, 0}
	if ok, err := term.sess.SendRequest("window-change", true, gossh.Marshal(size)); !ok || err != nil {
		t.Fatal(ok, err)
	}
	fits(60)
}

//abuse:case 22
func TestPanicEndsOneSession(t *testing.T) {
	a := open(t, nil)
	other := a.play(t, a.dial(t, "bob"))
	for key, where := range map[string]string{
		"U": "in Update", "D": "in Draw", "C": "in a Cmd", "B": "in a batch of Cmds", "S": "in a sequence of Cmds",
	} {
		t.Run(where, func(t *testing.T) {
			term := a.play(t, a.dial(t, "ann"))
			term.types(key)
			out, code := term.ends() // it waits for Close, too
			if code != exitFailed {
				t.Errorf("exit %d, want %d", code, exitFailed)
			}
			left(t, out, sorry)
		})
	}
	log := a.log.String()
	if strings.Count(log, "panic in a session") != 5 {
		t.Errorf("five panics were logged as\n%s", log)
	}
	if strings.ContainsRune(log, '\x1b') {
		t.Error("an escape reached the log")
	}
	other.types("k")
	other.sees("key k")
	t.Attr("reached", "5 of 5 panics end one session each")
}

// After a panic the player reads whether the last moves are stored.
func TestPanicOfAnAppThatCannotSave(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	term.types("FU")
	out, code := term.ends()
	if code != exitFailed {
		t.Errorf("exit %d, want %d", code, exitFailed)
	}
	left(t, out, notSaved)
	if log := a.log.String(); strings.Count(log, "panic in a session") != 1 || !strings.Contains(log, errDisk.Error()) {
		t.Errorf("it was logged as\n%s", log)
	}
}

//abuse:case 22
func TestPanicBeforeTheProgram(t *testing.T) {
	a := open(t, func(c *Config) {
		c.Store = fakeStore{player: func(arcade.Credential) (port.Player, error) { panic("in Player") }}
	})
	client := a.dial(t, "ann")
	for range 2 { // the server survives
		if _, errOut, code := exec(t, client, "whoami"); code != exitFailed || !strings.Contains(errOut, sorry) {
			t.Errorf("exit %d: %s", code, errOut)
		}
	}
}

func TestRowsThatCannotBeOpened(t *testing.T) {
	a := open(t, func(c *Config) {
		c.Store = fakeStore{player: func(arcade.Credential) (port.Player, error) { return nil, context.DeadlineExceeded }}
	})
	term := a.terminal(t, a.dial(t, "ann"), "xterm", 24, 80)
	_, code := term.ends()
	if code != exitFailed || !strings.Contains(term.err.String(), command.NotOpened) {
		t.Errorf("exit %d: %q", code, term.err.String())
	}
}

// A client that closes its session but keeps the connection, as ControlMaster does, must
// not keep the app running.
//
//abuse:case 6
func TestSessionClosedConnectionKept(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	for range 20 {
		term := a.play(t, client)
		term.sess.Close()
		receive(t, term.app.closed, "Close of the app")
	}
	if _, _, err := client.SendRequest("keepalive@openssh.com", true, nil); err != nil {
		t.Errorf("the connection is gone: %v", err)
	}
}

func TestEndOfInputEndsTheProgram(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	term.types("k")
	term.in.Close()
	term.sees("key k")
	out, code := term.ends()
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	left(t, out, guestBye)
}

func TestConnectionLost(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	term := a.play(t, client)
	client.Close()
	receive(t, term.app.closed, "Close of the app")
}

func TestIdle(t *testing.T) {
	a := open(t, func(c *Config) { c.Limits.Idle = 100 * time.Millisecond })
	term := a.play(t, a.dial(t, "ann"))
	_, _ = term.in.Write([]byte("W")) // what the server draws does not count as input
	out, code := term.ends()
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	left(t, out, idleEnd)
}

//abuse:case 3
func TestInputFlood(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	began := time.Now()
	// The server reads on until the end, so this cannot block for good.
	go term.in.Write([]byte(strings.Repeat("\x1b[A", 100_000)))
	out, _ := term.ends()
	left(t, out, floodEnd)
	most := program.KeysAtOnce + int(program.KeysSecond*time.Since(began).Seconds())
	if seen := len(term.app.seen); seen > most {
		t.Errorf("%d keys of a flood reached the app, want at most %d", seen, most)
	}
}

// The attack: many sessions of one address type as fast as each may. All that they may type is what some people would.
//
//abuse:case 3
func TestAllSessionsOfAnAddressTypeNoMore(t *testing.T) {
	for _, trusted := range []bool{false, true} {
		a := open(t, func(c *Config) {
			if trusted {
				c.Trusted = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
			}
		})
		a.typed = limit.NewRate(10, 0)
		seen := 0
		for _, player := range []string{"ann", "bob", "cyd"} {
			term := a.play(t, a.dial(t, player))
			term.types("jjjjjj")
			term.in.Close()
			receive(t, term.app.closed, "Close of the app")
			seen += len(term.app.seen)
		}
		if want := map[bool]int{false: 10, true: 18}[trusted]; seen != want {
			t.Errorf("trusted: %t: %d keys reached the apps, want %d", trusted, seen, want)
		}
	}
}

func TestArcadeFull(t *testing.T) {
	a := open(t, func(c *Config) { c.Limits.Sessions = 1 })
	a.play(t, a.dial(t, "ann"))
	if _, errOut, code := exec(t, a.dial(t, "bob"), "version"); code != exitFailed || !strings.Contains(errOut, "full") {
		t.Errorf("exit %d: %s", code, errOut)
	}
}

// A paste whose end was lost does not swallow what is typed after it.
func TestPasteWithoutAnEnd(t *testing.T) {
	t.Parallel()
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	term.types("\x1b[200~more than may wait")
	for {
		term.types("k")
		select {
		case got := <-term.app.seen:
			if got == "key k" {
				return
			}
		case <-time.After(3 * time.Second): // a paste lasts as long as it keeps arriving
		}
	}
}
