package grid

import (
	"slices"
	"strings"
)

// A Grid is a screen of cells. Columns and rows count from 0 at the top left. Drawing is
// clipped at the edges.
type Grid struct {
	// Cursor is where the terminal's cursor rests after the frame. Set it even while it
	// is hidden, because screen readers and magnifiers follow it.
	Cursor Cursor
	// Paned says that a pane stands beside what is drawn here.
	Paned bool

	w, h   int
	stride int    // cells from one row to the next
	cells  []Cell // row by row
}

// A Cursor is a position and whether it is visible. A position outside the grid is moved
// to the nearest edge.
type Cursor struct {
	X, Y    int
	Visible bool
}

// New returns a blank grid with the cursor hidden at its top left. A negative size is
// taken as 0.
func New(w, h int) *Grid {
	g := new(Grid)
	g.Resize(w, h)
	return g
}

// Width returns the number of columns.
func (g *Grid) Width() int { return g.w }

// Height returns the number of rows.
func (g *Grid) Height() int { return g.h }

// Resize gives the grid a new size and clears it. It reuses the memory if that suffices.
// The caller must limit the size.
func (g *Grid) Resize(w, h int) {
	g.w, g.h = max(w, 0), max(h, 0)
	g.stride = g.w
	g.cells = slices.Grow(g.cells[:0], g.w*g.h)[:g.w*g.h]
	g.Clear()
}

// Part returns a rectangle of the grid as a grid of its own: w columns and h rows with the
// top left corner at x, y, without what would lie outside. What is drawn on either shows
// on both, but each has its own cursor. A part is valid until the grid is resized, and is
// not resized itself.
func (g *Grid) Part(x, y, w, h int) Grid {
	left, right := clip(x, w, g.w)
	top, bottom := clip(y, h, g.h)
	if left == right || top == bottom {
		return Grid{}
	}
	return Grid{w: right - left, h: bottom - top, stride: g.stride, cells: g.cells[top*g.stride+left : (bottom-1)*g.stride+right]}
}

// Clear makes every cell blank and hides the cursor at the top left.
func (g *Grid) Clear() {
	for y := range g.h {
		clear(g.row(y))
	}
	g.Cursor = Cursor{}
}

// CopyFrom makes g equal to src, including its size.
func (g *Grid) CopyFrom(src *Grid) {
	g.w, g.h, g.stride, g.Cursor = src.w, src.h, src.w, src.Cursor
	g.cells = g.cells[:0]
	for y := range src.h {
		g.cells = append(g.cells, src.row(y)...)
	}
}

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

// Used returns how many rows there are down to the last one in which something is drawn.
func (g *Grid) Used() int {
	y := g.h
	for y > 0 && !slices.ContainsFunc(g.row(y-1), func(c Cell) bool { return c.Rune() != ' ' }) {
		y--
	}
	return y
}

// At returns the cell at a position, or a blank outside the grid.
func (g *Grid) At(x, y int) Cell {
	if !g.has(x, y) {
		return 0
	}
	return g.cells[y*g.stride+x]
}

// Set draws one rune; see [NewCell] for runes that become "?".
func (g *Grid) Set(x, y int, r rune, s Style) { g.set(x, y, NewCell(r, s)) }

// Put draws text in one row from column x on, each rune in one column, and returns the
// column after it, even if the text was clipped. See [NewCell] for runes that become "?";
// a newline is one of them.
func (g *Grid) Put(x, y int, text string, s Style) int {
	style := s.bits()
	for _, r := range text {
		g.set(x, y, runeBits(r)|style)
		x++
	}
	return x
}

// Fill draws the same rune on a rectangle of w columns and h rows.
func (g *Grid) Fill(x, y, w, h int, r rune, s Style) {
	c := NewCell(r, s)
	left, right := clip(x, w, g.w)
	top, bottom := clip(y, h, g.h)
	for y := top; y < bottom; y++ {
		for x := left; x < right; x++ {
			g.cells[y*g.stride+x] = c
		}
	}
}

// Ground gives every cell without a background the one of s, and its foreground where the cell has
// none.
func (g *Grid) Ground(s Style) {
	if s.Bg == 0 {
		return
	}
	style := Style{Fg: s.Fg, Bg: s.Bg}.bits()
	for y := range g.h {
		for x, c := range g.row(y) {
			switch {
			case c&bgMask != 0:
			case c&fgMask == 0:
				g.row(y)[x] |= style
			default:
				g.row(y)[x] |= style & bgMask
			}
		}
	}
}

// String returns the text of the rows without styles and trailing spaces, joined by
// newlines.
func (g *Grid) String() string {
	var b strings.Builder
	b.Grow((g.w + 1) * g.h)
	for y := range g.h {
		if y > 0 {
			b.WriteByte('\n')
		}
		row := g.row(y)
		n := len(row)
		for n > 0 && row[n-1].Rune() == ' ' {
			n--
		}
		for _, c := range row[:n] {
			b.WriteRune(c.Rune())
		}
	}
	return b.String()
}

func (g *Grid) has(x, y int) bool { return 0 <= x && x < g.w && 0 <= y && y < g.h }

func (g *Grid) set(x, y int, c Cell) {
	if g.has(x, y) {
		g.cells[y*g.stride+x] = c
	}
}

func (g *Grid) row(y int) []Cell { return g.cells[y*g.stride : y*g.stride+g.w] }

// cursor returns the cursor, moved into the grid if it is outside.
func (g *Grid) cursor() Cursor {
	c := g.Cursor
	c.X = max(min(c.X, g.w-1), 0)
	c.Y = max(min(c.Y, g.h-1), 0)
	return c
}

// clip returns the part of the n positions from at on that lies between 0 and size, as a
// half-open range. It does not overflow for any arguments.
func clip(at, n, size int) (from, to int) {
	if n <= 0 || at >= size {
		return 0, 0
	}
	if at < 0 {
		at, n = 0, n+at
	}
	return at, at + max(min(n, size-at), 0)
}
