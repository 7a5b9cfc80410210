package draft

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Pointer is the cursor on a board, and where the board is drawn.
type Pointer struct {
	Board  engine.Board
	Layout board.Layout
	X, Y   int
	At     engine.Place
	Notes  Notes
	w, h   int  // the window for which fitAbove has laid out the board
	roomy  bool // the notes fit as they are
}

// Show shows a board. It keeps the layout if it can; in most games all boards share one.
func (p *Pointer) Show(b engine.Board) {
	if p.roomy && alike(p.Board, b) {
		p.Notes.lines = b.Notes
	} else {
		p.w, p.h = 0, 0
	}
	p.Board = b
}

// alike reports whether two boards have the same layout, given the same number of notes.
func alike(a, b engine.Board) bool {
	return len(a.Notes) == len(b.Notes) && slices.EqualFunc(a.Piles, b.Piles, func(a, b engine.View) bool {
		return a.At == b.At && a.Kind == b.Kind && a.Fan == b.Fan && (a.Label == "") == (b.Label == "")
	})
}

// Fit lays out the board below the first line of a window, in h rows. It leaves the columns
// at the edges blank unless the piles are crowded.
func (p *Pointer) Fit(g *grid.Grid, h int) {
	if p.Layout = board.Fit(p.Board, g.Width()-2, h); p.Layout.Crowded() {
		p.Layout = board.Fit(p.Board, g.Width(), h)
	}
	p.X, p.Y = max((g.Width()-p.Layout.Width)/2-1, 0), 1
	if p.Layout.Height < h {
		p.Y = 2
	}
}

// longest is about the maximum number of columns of the sentence about a move.
const longest = 100

// fitAbove lays out a board above its notes, a sentence and the line of keys. It joins
// notes before it cuts cards off. It leaves room for a sentence of any length, unless
// that would take smaller cards: then a long one covers the lowest rows. It returns at
// once if the layout is still valid, as for most frames.
func (p *Pointer) fitAbove(g *grid.Grid) {
	if p.w == g.Width() && p.h == g.Height() {
		return
	}
	p.w, p.h = g.Width(), g.Height()
	p.Notes = Notes{lines: p.Board.Notes, x: 2}
	h := g.Height() - 3 - len(p.Board.Notes)
	p.Fit(g, h)
	if p.roomy = p.Layout.Height <= h; !p.roomy {
		p.Notes = Notes{lines: squeezed(p.Board.Notes, g.Width()-1), x: 1}
		h = g.Height() - 3 - len(p.Notes.lines)
		p.Fit(g, h)
	}
	more := 0 // extra rows for the sentence
	for n := (longest - 1) / (g.Width() - 3); n > 0 && more == 0; n-- {
		spare := *p
		if spare.Fit(g, h-n); spare.Layout.Size == p.Layout.Size && spare.Layout.Height <= h-n {
			*p, more = spare, n
		}
	}
	p.Notes.y = g.Height() - 2 - more - len(p.Notes.lines)
}

// Draw draws the board and its overlay, laid out by fitAbove.
func (p *Pointer) Draw(g *grid.Grid, over board.Overlay, look theme.Look) {
	p.fitAbove(g)
	p.Layout.Draw(g, p.X, p.Y, p.Board, over, look)
}

// Bottom returns the first row below the board, once it has been drawn.
func (p *Pointer) Bottom() int { return p.Y + p.Layout.Height }

// Move moves the cursor. It returns false if the key is not for that.
func (p *Pointer) Move(key string) bool {
	switch key {
	case "left", "h":
		p.At = p.Layout.Beside(p.At, -1, 0)
	case "right", "l":
		p.At = p.Layout.Beside(p.At, 1, 0)
	case "up", "k":
		p.At = p.Layout.Beside(p.At, 0, -1)
	case "down", "j":
		p.At = p.Layout.Beside(p.At, 0, 1)
	case "home":
		p.At = p.Layout.Edge(p.At, -1)
	case "end":
		p.At = p.Layout.Edge(p.At, 1)
	case "tab":
		p.At = p.Layout.Row(p.At, 1)
	case "shift+tab":
		p.At = p.Layout.Row(p.At, -1)
	default:
		return false
	}
	return true
}

// Under returns the place under the mouse, if any.
func (p *Pointer) Under(m tea.Mouse) (engine.Place, bool) { return p.Layout.At(m.X-p.X, m.Y-p.Y) }
