package draft

import (
	"slices"
	"strings"
	"unicode/utf8"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Notes are a board's notes, laid out for a window.
type Notes struct {
	lines []string
	x, y  int
}

// squeezed joins notes to use fewer rows of w columns: two to a row, without their single
// blanks. If one does not fit, it returns lines unchanged.
func squeezed(lines []string, w int) []string {
	blanks := strings.NewReplacer("  ", " ", " [", " [", " ", "")
	var rows []string
	for pair := range slices.Chunk(lines, 2) {
		row := blanks.Replace(strings.Join(pair, "  "))
		if utf8.RuneCountInString(row) > w {
			return lines
		}
		rows = append(rows, row)
	}
	return rows
}

// DrawAbove draws the notes where a sentence begins at row y. If it would cover them, they stand
// higher, as far as the rows above them are blank, and what is left over gives way to it.
func (n Notes) DrawAbove(g *grid.Grid, look *theme.Look, y int) {
	for n.y+len(n.lines) > y && blank(g, n.y-1) {
		n.y--
	}
	n.lines = n.lines[:min(len(n.lines), max(y-n.y, 0))]
	n.Draw(g, look)
}

// blank reports whether nothing is drawn on row y.
func blank(g *grid.Grid, y int) bool {
	for x := range g.Width() {
		if g.At(x, y).Rune() != ' ' {
			return false
		}
	}
	return true
}

// Draw draws the notes.
func (n Notes) Draw(g *grid.Grid, look *theme.Look) {
	for i, line := range n.lines {
		g.Put(n.x, n.y+i, look.Cut(line, g.Width()-n.x), look.Text)
	}
}
