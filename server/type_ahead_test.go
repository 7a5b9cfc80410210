package server

import (
	"testing"
	"time"

	"boardwalk/engine/catalog"
)

// A key typed together with the key that opens a screen reaches that screen.
func TestKeysTypedAhead(t *testing.T) {
	t.Parallel()
	a := newArcade()
	a.start(t, func(c *Config) {
		c.Games.House, c.Limits.TypeAhead = catalog.All(), time.Hour
		c.Store = fakeStore{player: a.player}
	}, nil)
	term := a.terminal(t, a.dial(t, "ann"), "xterm-256color", 24, 80)
	term.screens("Boardwalk Arcade")
	term.types("Hq?qPqS\x1b[BqL") // a q that reached the lobby would ask whether to leave
	term.screens("Learn Hop 45")
	term.types("q")
	term.screens("Boardwalk Arcade")
	term.types("qy")
	if _, exit := term.ends(); exit != exitOK {
		t.Errorf("exit %d", exit)
	}
}
