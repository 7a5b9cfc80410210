package server

import (
	"context"
	"strings"
	"testing"
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
	"boardwalk/server/program"
	"boardwalk/tui"
)

// A session without key presses for a long time is parked: its app is closed, and after a
// key press another one begins at the same table.
func TestAwayForLong(t *testing.T) {
	a := newArcade()
	a.start(t, func(c *Config) { c.Limits.Park = time.Millisecond }, func(env *tui.Env) program.App {
		if env.At == "" {
			env.Playing("chessboard") // before the app can be parked
		}
		return a.newFakeApp(env)
	})
	term := a.play(t, a.dial(t, "ann"))
	receive(t, term.app.closed, "Close of the app")
	term.shows("You were away for a while. All is saved.", 1)
	term.shows("Press a key to go on.", 1)
	if n := a.Sessions(); n != 1 {
		t.Errorf("%d sessions, want that one", n)
	}
	term.types("q") // the key only wakes the session
	term.app = a.nextApp(t)
	if at := term.app.env.At; at != "chessboard" {
		t.Errorf("the player came back to the table of %q", at)
	}
	receive(t, term.app.closed, "Close of the second app")
	term.shows("Press a key to go on.", 2)
	term.in.Close()
	out, code := term.ends()
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	left(t, out, guestBye)
}

// TestAwayWithoutAGame: a player without a game on the table reads nothing about one,
// neither while the session is parked nor when it ends.
func TestAwayWithoutAGame(t *testing.T) {
	a := open(t, func(c *Config) { c.Limits.Park, c.Limits.Idle = time.Millisecond, 300*time.Millisecond })
	term := a.play(t, a.dial(t, "ann"))
	term.shows("You were away for a while.", 1)
	out, _ := term.ends() // by itself
	left(t, out, idleEnd)
	if strings.Contains(strings.ToLower(out), "game is saved") || strings.Contains(strings.ToLower(out), "games are saved") {
		t.Errorf("it speaks of a game: %q", out)
	}
}

// A session is not parked while something waits to be stored, because the app has the
// only copy.
func TestAwayWithSomethingToStore(t *testing.T) {
	a := newArcade()
	a.start(t, func(c *Config) {
		c.Limits.Park, c.Limits.Idle = time.Millisecond, 100*time.Millisecond
	}, func(env *tui.Env) program.App {
		f := a.newFakeApp(env)
		f.unsaved = true
		return f
	})
	term := a.play(t, a.dial(t, "ann"))
	out, _ := term.ends() // by itself
	left(t, out, idleEnd)
	if strings.Contains(out, "Press a key") {
		t.Errorf("the app was closed before that: %q", out)
	}
}

// The notice of a shutdown also reaches parked sessions, and so do the last words of a
// session that should end.
func TestAwayWhenTheArcadeCloses(t *testing.T) {
	t.Parallel()
	a := open(t, func(c *Config) { c.Limits.Park = time.Millisecond })
	term := a.play(t, a.dial(t, "ann"))
	term.shows("Press a key to go on.", 1)
	ctx, cancel := context.WithTimeout(t.Context(), guardTime)
	defer cancel()
	if err := a.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	out, _ := term.ends()
	left(t, out, closingSoon)
}

// Keys that come at once are all for the screen at which they were typed: those after the
// first do not reach the new app.
func TestAwayAndManyKeysAtOnce(t *testing.T) {
	a := open(t, func(c *Config) { c.Limits.Park = time.Millisecond })
	term := a.play(t, a.dial(t, "ann"))
	for range 20 {
		receive(t, term.app.closed, "Close of the app") // what is typed now is for the parked screen
		term.types("qqq")
		term.app = a.nextApp(t)
	}
	term.in.Close()
	out, code := term.ends()
	if code != exitOK {
		t.Errorf("exit %d", code)
	}
	left(t, out, guestBye)
}

// A notice that came while the session was parked disappears like any other, and does not
// keep the session from being parked again.
func TestAwayWithANotice(t *testing.T) {
	a := open(t, func(c *Config) { c.Limits.Park = time.Millisecond })
	term := a.play(t, a.dial(t, "ann"))
	term.shows("Press a key to go on.", 1)
	a.hub.Notify(func(*hub.Session) bool { return true }, "tea at five")
	term.shows("tea at five", 1)
	term.types("k")
	term.app = a.nextApp(t)
	term.shows("tea at five", 2)
	term.in.Close()
	term.ends()
}

// Nobody watches the table of a player who is away.
func TestAwayFromWatchers(t *testing.T) {
	a := newArcade()
	a.start(t, func(c *Config) { c.Limits.Park = time.Millisecond }, func(env *tui.Env) program.App {
		env.Spectators.Show(&arcade.Scene{Game: "chessboard"})
		return a.newFakeApp(env)
	})
	ann := a.play(t, a.dial(t, "ann"))
	ann.shows("Press a key to go on.", 1)
	bob := a.play(t, a.dial(t, "bob"))
	if _, err := bob.app.env.Spectators.Watch(t.Context(), a.hub.Sessions()[0].Number()); err == nil {
		t.Error("bob watches it")
	}
}
