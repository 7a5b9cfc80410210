package draft

import (
	"testing"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A board's notes never stand in the row of a sentence: they go up where there are blank rows, and what has no room
// there is not drawn.
func TestNotesGiveWayToASentence(t *testing.T) {
	look := new(theme.Look)
	for blanks, want := range []string{"cards", "one", "one"} {
		g := grid.New(20, 8)
		g.Clear()
		g.Put(0, 4-blanks, "cards", grid.Style{})
		n := Notes{lines: []string{"one", "two"}, y: 5}
		n.DrawAbove(g, look, 5)
		rows := []rune{g.At(0, 4-blanks+min(blanks, 1)).Rune(), g.At(0, 5).Rune(), g.At(0, 6).Rune()}
		if rows[0] != rune(want[0]) || rows[1] != ' ' || rows[2] != ' ' {
			t.Errorf("with %d blank rows above, the rows begin with %q", blanks, rows)
		}
	}
}
