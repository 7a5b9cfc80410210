package grid_test

import (
	"fmt"
	"slices"
	"testing"

	"boardwalk/tui/grid"
	"boardwalk/tui/tuitest"
)

// newTerminal returns a terminal whose screen is full of rubbish.
func newTerminal(t *testing.T, w, h int) *tuitest.Terminal {
	t.Helper()
	term := tuitest.NewTerminal(w, h)
	if _, err := term.Write([]byte(grid.Enter)); err != nil {
		t.Fatal(err)
	}
	return term
}

// differs says how the visible screen differs from a grid in the colours of a profile. It
// returns "" if it does not differ and the next diff can follow.
func differs(term *tuitest.Terminal, p grid.Profile, g *grid.Grid) string {
	seen, want := seenIn(grid.ANSI256, term.Grid()), seenIn(p, g)
	for y := range want.Height() {
		for x := range want.Width() {
			if got, want := seen.At(x, y), want.At(x, y); got != want {
				return fmt.Sprintf("column %d, row %d: got %q %+v, want %q %+v",
					x, y, got.Rune(), got.Style(), want.Rune(), want.Style())
			}
		}
	}
	c := want.Cursor
	c.X, c.Y = max(min(c.X, want.Width()-1), 0), max(min(c.Y, want.Height()-1), 0)
	if seen.Cursor != c {
		return fmt.Sprintf("cursor: got %+v, want %+v", seen.Cursor, c)
	}
	modes := []string{"?1049", "?2004", "?25", "?7"}
	if c.Visible {
		modes = []string{"?1049", "?2004", "?7"}
	}
	if got := term.Modes(); !slices.Equal(got, modes) {
		return fmt.Sprintf("modes changed: got %v, want %v", got, modes)
	}
	if left := term.Unfinished(); left != "" {
		return "unfinished: " + left
	}
	return ""
}
