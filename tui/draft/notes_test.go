package draft

import (
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/tui/board"
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

// In the smallest window notes about single piles give way to that about the pile under the cursor, which is whole.
func TestANoteAboutAPileIsWhole(t *testing.T) {
	b := engine.Board{Notes: []string{"Take one.", "a1 this: what it does takes more than a row to say.", "b1 that: short."}}
	for col := range 3 {
		b.Piles = append(b.Piles, engine.View{At: engine.At(col+1, 1), Kind: engine.Reserve, Cards: []engine.Card{}})
	}
	for at, want := range map[string]string{"a1": "Take one.|a1 this: what it does takes more than|a row to say.", "b1": "Take one.|b1 that: short.|", "c1": "Take one.||"} {
		var p Pointer
		p.Show(b)
		p.At, _ = engine.ParsePlace(at)
		g := grid.New(40, 12)
		p.Draw(g, board.Overlay{Cursor: p.At}, theme.Default())
		if got := strings.Join(p.Notes.lines, "|"); got != want {
			t.Errorf("at %s the notes are %q, want %q", at, got, want)
		}
		p.Draw(grid.New(80, 24), board.Overlay{Cursor: p.At}, theme.Default())
		if len(p.Notes.lines) != len(b.Notes) {
			t.Errorf("in a common window the notes are %q", p.Notes.lines)
		}
	}
}
