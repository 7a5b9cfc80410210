package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A pointer is the cursor on a board, and where the board is drawn.
type pointer struct {
	board  engine.Board
	layout board.Layout
	x, y   int
	at     engine.Place
	notes  notes
	w, h   int  // of the window that fitAbove has fitted the board to
	roomy  bool // with the notes as they are
}

// show takes up a board. In most games all boards have one layout.
func (p *pointer) show(b engine.Board) {
	if p.roomy && alike(p.board, b) {
		p.notes.lines = b.Notes
	} else {
		p.w, p.h = 0, 0
	}
	p.board = b
}

// alike tells whether boards have the same layout, where their notes stay as they are.
func alike(a, b engine.Board) bool {
	return len(a.Notes) == len(b.Notes) && slices.EqualFunc(a.Piles, b.Piles, func(a, b engine.View) bool {
		return a.At == b.At && a.Kind == b.Kind && a.Fan == b.Fan && (a.Label == "") == (b.Label == "")
	})
}

// fit finds the board's layout below the first line of a window, in h rows.
func (p *pointer) fit(g *grid.Grid, h int) {
	p.layout = board.Fit(p.board, g.Width()-2, h)
	p.x, p.y = max((g.Width()-p.layout.Width)/2-1, 0), 1
	if p.layout.Height < h {
		p.y = 2
	}
}

// longest is about the most columns that what a move will do is told in.
const longest = 100

// fitAbove finds the layout of a board above its notes, a sentence and the
// line of keys. Notes move together before cards are cut off. The sentence may
// be as long as any, unless the cards would have to be smaller for that: then a
// long one covers what is lowest. Most frames show the board of the one before.
func (p *pointer) fitAbove(g *grid.Grid) {
	if p.w == g.Width() && p.h == g.Height() {
		return
	}
	p.w, p.h = g.Width(), g.Height()
	p.notes = notes{lines: p.board.Notes, x: 2}
	h := g.Height() - 3 - len(p.board.Notes)
	p.fit(g, h)
	if p.roomy = p.layout.Height <= h; !p.roomy {
		p.notes = notes{lines: squeezed(p.board.Notes, g.Width()-1), x: 1}
		h = g.Height() - 3 - len(p.notes.lines)
		p.fit(g, h)
	}
	more := 0 // rows of the sentence
	for n := (longest - 1) / (g.Width() - 3); n > 0 && more == 0; n-- {
		spare := *p
		if spare.fit(g, h-n); spare.layout.Size == p.layout.Size && spare.layout.Height <= h-n {
			*p, more = spare, n
		}
	}
	p.notes.y = g.Height() - 2 - more - len(p.notes.lines)
}

// draw draws the board and what is laid over it, as far up as what stands below
// allows.
func (p *pointer) draw(g *grid.Grid, over board.Overlay, look theme.Look) {
	p.fitAbove(g)
	p.layout.Draw(g, p.x, p.y, p.board, over, look)
}

// drawShown draws a board at which nobody plays here, its notes and a sentence.
func (p *pointer) drawShown(g *grid.Grid, over board.Overlay, look theme.Look, text string, style grid.Style) {
	p.draw(g, over, look)
	p.notes.draw(g, look)
	words(g, look.Words(text), style)
}

// move moves the cursor, where the key is one that does.
func (p *pointer) move(key string) bool {
	switch key {
	case "left", "h":
		p.at = p.layout.Beside(p.at, -1, 0)
	case "right", "l":
		p.at = p.layout.Beside(p.at, 1, 0)
	case "up", "k":
		p.at = p.layout.Beside(p.at, 0, -1)
	case "down", "j":
		p.at = p.layout.Beside(p.at, 0, 1)
	case "home":
		p.at = p.layout.Edge(p.at, -1)
	case "end":
		p.at = p.layout.Edge(p.at, 1)
	case "tab":
		p.at = p.layout.Row(p.at, 1)
	case "shift+tab":
		p.at = p.layout.Row(p.at, -1)
	default:
		return false
	}
	return true
}

// under is the place under the mouse, if any.
func (p *pointer) under(m tea.Mouse) (engine.Place, bool) { return p.layout.At(m.X-p.x, m.Y-p.y) }
