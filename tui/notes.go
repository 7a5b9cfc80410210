package tui

import (
	"slices"
	"strings"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// notes is a board's notes, laid out for a window.
type notes struct {
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
		if width(row) > w {
			return lines
		}
		rows = append(rows, row)
	}
	return rows
}

func (n notes) draw(g *grid.Grid, look theme.Look) {
	for i, line := range n.lines {
		g.Put(n.x, n.y+i, look.Cut(line, g.Width()-n.x), look.Text)
	}
}
