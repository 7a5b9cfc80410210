package tui

import (
	"slices"
	"strings"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// Notes are a board's notes as a window has room for them.
type notes struct {
	lines []string
	x, y  int
}

// squeezed is notes in as few rows as w columns allow: two to a row where they
// fit, without their single blanks.
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
		g.Put(n.x, n.y+i, cut(look, line, g.Width()-n.x), look.Text)
	}
}
