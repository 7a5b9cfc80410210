package server

import (
	"strings"
	"sync/atomic"
	"testing"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/catalog"
	"boardwalk/server/program"
	"boardwalk/tui"
)

// A trap is a place that panics once it is armed.
type trap struct {
	where string
	armed atomic.Bool
}

// at panics if this is the place.
func (tr *trap) at(where string) {
	if tr.armed.Load() && where == tr.where {
		panic("in " + where + "\x1b]52;c;evil")
	}
}

// panicked checks that a terminal's session, and no other of the arcade, ends by a panic:
// its player reads an excuse, and the log has nothing that a terminal would take for more
// than text.
func (a *testServer) panicked(t *testing.T, term *terminal) {
	t.Helper()
	out, exit := term.ends()
	if exit != exitFailed {
		t.Errorf("exit %d, want %d", exit, exitFailed)
	}
	left(t, out, sorry)
	if log := a.log.String(); strings.Count(log, "panic in a session") != 1 || strings.ContainsRune(log, '\x1b') {
		t.Errorf("it was logged as\n%s", log)
	}
}

// A trapped is an arcade of real apps, each with a part T that may panic in one place.
type trapped[T any] struct {
	*testServer
	db   *data.DB
	made chan T // the part of each app as it begins
}

// openTrapped starts an arcade. set puts the part with the trap in place of an program.App's own.
func openTrapped[T any](t *testing.T, where string, change func(*Config), set func(*tui.Env, *trap) T) *trapped[T] {
	p := &trapped[T]{newArcade(), dataFile(t), make(chan T, 10)}
	p.start(t, func(config *Config) {
		config.Store, config.Games = Data(p.db), catalog.Library()
		if change != nil {
			change(config)
		}
	}, func(env *tui.Env) program.App {
		p.made <- set(env, &trap{where: where})
		return tui.New(env)
	})
	return p
}

// enters returns a terminal in the lobby, of the player with a key.
func (p *trapped[T]) enters(t *testing.T, name string, key gossh.Signer) (*terminal, T) {
	t.Helper()
	term := p.terminal(t, p.dial(t, name, gossh.PublicKeys(key)), "xterm-256color", 24, 80)
	term.screens("Boardwalk Arcade")
	return term, receive(t, p.made, "an app")
}

// typesEach types keys, and waits after each but the last until the text after it shows.
func (term *terminal) typesEach(keys []string) {
	term.t.Helper()
	for i, key := range keys {
		if i%2 == 0 {
			term.types(key)
		} else {
			term.screens(key)
		}
	}
}

// leaves closes a terminal's input, and checks that its session ends well.
func (term *terminal) leaves() {
	term.t.Helper()
	term.in.Close()
	if _, code := term.ends(); code != exitOK {
		term.t.Errorf("another session ends with %d", code)
	}
}
