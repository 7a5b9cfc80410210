package server

import "testing"

// Large windows share a number of cells, whether they are opened or enlarged. When the
// cells are used up, a window is drawn at most at 80x24. A window that closes or shrinks
// gives its cells back.
func TestScreensHaveSoManyCells(t *testing.T) {
	t.Parallel()
	a := open(t, func(c *Config) { c.Limits.Cells = 40 * 24 })
	comes := func(name string, columns, rows int, size string) *terminal {
		t.Helper()
		term := a.terminal(t, a.dial(t, name), "xterm", rows, columns)
		term.app = a.nextApp(t)
		term.sees("size " + size)
		return term
	}
	resize := func(term *terminal, columns, rows int, size string) {
		t.Helper()
		if err := term.sess.WindowChange(rows, columns); err != nil {
			t.Fatal(err)
		}
		if got := receive(t, term.app.seen, size); got != "size "+size {
			t.Errorf("a window of %dx%d is drawn as %s, want %s", columns, rows, got, size)
		}
	}
	leaves := func(term *terminal) {
		t.Helper()
		term.types("q")
		term.ends()
	}

	ann := comes("ann", 110, 24, "110x24")
	bob := comes("bob", 100, 30, "80x24")
	resize(bob, 20, 60, "20x60")
	resize(bob, 200, 6, "200x6")
	resize(bob, 90, 24, "90x24")
	resize(bob, 91, 24, "80x24")
	resize(bob, 70, 50, "70x24")
	leaves(ann)
	resize(bob, 119, 24, "119x24")
	leaves(bob)
	leaves(comes("again", 120, 24, "120x24"))
}

// A small arcade has room for windows of any size, and a large one for all.
func TestCellsForSessions(t *testing.T) {
	for sessions, want := range map[int]int{1: 1_200_000, 250: 1_200_000, 2000: 5_760_000} {
		if got := cellsFor(sessions); got != want {
			t.Errorf("%d sessions have %d cells, want %d", sessions, got, want)
		}
	}
}
