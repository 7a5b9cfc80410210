package server

import (
	"slices"
	"testing"
)

// Windows have so many cells together, whoever comes with them or makes theirs
// larger; who leaves, or makes a window smaller, leaves room.
func TestScreensHaveSoManyCells(t *testing.T) {
	t.Parallel()
	a := open(t, func(c *Config) { c.Limits.Cells = 2*80*24 + 10 })
	ann := a.play(t, a.dial(t, "ann"))
	bob := a.play(t, a.dial(t, "bob"))

	late := a.terminal(t, a.dial(t, "late"), "xterm", 24, 80)
	out, exit := late.ends()
	if exit != exitFailed {
		t.Errorf("exit %d, want %d:\n%s", exit, exitFailed, out)
	}
	if got := late.err.String(); got != tooLarge+"\r\n" {
		t.Errorf("who comes too late reads %q", got)
	}

	resize := func(term *terminal, rows, columns int) {
		t.Helper()
		if err := term.sess.WindowChange(rows, columns); err != nil {
			t.Fatal(err)
		}
	}
	resize(ann, 24, 81) // 24 cells more, and 10 are left
	ann.types("k")
	for want := range slices.Values([]string{"key k", "size 79x24"}) {
		if got := receive(t, ann.app.seen, want); got != want {
			t.Errorf("the app sees %q, want %q", got, want)
		}
		resize(ann, 24, 79)
	}
	resize(bob, 24, 81) // which ann's leaves room for
	bob.sees("size 81x24")

	resize(ann, 23, 79)
	ann.sees("size 79x23")
	bob.types("q")
	bob.ends()
	again := a.play(t, a.dial(t, "again"))
	again.types("q")
	again.ends()
}

// A small arcade has room for windows of any size, and a large one for all.
func TestCellsForSessions(t *testing.T) {
	for sessions, want := range map[int]int{1: 1_200_000, 250: 1_200_000, 2000: 9_600_000} {
		if got := cellsFor(sessions); got != want {
			t.Errorf("%d sessions have %d cells, want %d", sessions, got, want)
		}
	}
}
