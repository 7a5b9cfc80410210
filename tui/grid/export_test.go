package grid

import "slices"

// Nearest16 returns the colour sent to a terminal of 16 colours.
var Nearest16 = nearest16

// Equal reports whether g and o have the same size, cells and cursor.
func (g *Grid) Equal(o *Grid) bool {
	if g.w != o.w || g.h != o.h || g.Cursor != o.Cursor {
		return false
	}
	for y := range g.h {
		if !slices.Equal(g.row(y), o.row(y)) {
			return false
		}
	}
	return true
}
