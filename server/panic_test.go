package server

import (
	"strings"
	"sync/atomic"
	"testing"
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
