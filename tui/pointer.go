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
	w, h   int  // the window for which fitAbove has laid out the board
	roomy  bool // the notes fit as they are
}

// show shows a board. It keeps the layout if it can; in most games all boards share one.
func (p *pointer) show(b engine.Board) {
	if p.roomy && alike(p.board, b) {
		p.notes.lines = b.Notes
	} else {
		p.w, p.h = 0, 0
	}
	p.board = b
}

// alike reports whether two boards have the same layout, given the same number of notes.
func alike(a, b engine.Board) bool {
	return len(a.Notes) == len(b.Notes) && slices.EqualFunc(a.Piles, b.Piles, func(a, b engine.View) bool {
		return a.At == b.At && a.Kind == b.Kind && a.Fan == b.Fan && (a.Label == "") == (b.Label == "")
	})
}

// fit lays out the board below the first line of a window, in h rows. It leaves the columns
// at the edges blank unless the piles are crowded.
func (p *pointer) fit(g *grid.Grid, h int) {
	if p.layout = board.Fit(p.board, g.Width()-2, h); p.layout.Crowded() {
		p.layout = board.Fit(p.board, g.Width(), h)
	}
	p.x, p.y = max((g.Width()-p.layout.Width)/2-1, 0), 1
	if p.layout.Height < h {
		p.y = 2
	}
}

// longest is about the maximum number of columns of the sentence about a move.
const longest = 100

// fitAbove lays out a board above its notes, a sentence and the line of keys. It joins
// notes before it cuts cards off. It leaves room for a sentence of any length, unless
// that would take smaller cards: then a long one covers the lowest rows. It returns at
// once if the layout is still valid, as for most frames.
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
	more := 0 // extra rows for the sentence
	for n := (longest - 1) / (g.Width() - 3); n > 0 && more == 0; n-- {
		spare := *p
		if spare.fit(g, h-n); spare.layout.Size == p.layout.Size && spare.layout.Height <= h-n {
			*p, more = spare, n
		}
	}
	p.notes.y = g.Height() - 2 - more - len(p.notes.lines)
}

// draw draws the board and its overlay, laid out by fitAbove.
func (p *pointer) draw(g *grid.Grid, over board.Overlay, look theme.Look) {
	p.fitAbove(g)
	p.layout.Draw(g, p.x, p.y, p.board, over, look)
}

// bottom returns the first row below the board, once it has been drawn.
func (p *pointer) bottom() int { return p.y + p.layout.Height }

// drawShown draws a board on which the player cannot play, its notes and a sentence.
func (p *pointer) drawShown(g *grid.Grid, over board.Overlay, look theme.Look, text string, style grid.Style) {
	p.draw(g, over, look)
	p.notes.draw(g, look)
	drawSentence(g, look.Translate(text), style)
}

// move moves the cursor. It returns false if the key is not for that.
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

// under returns the place under the mouse, if any.
func (p *pointer) under(m tea.Mouse) (engine.Place, bool) { return p.layout.At(m.X-p.x, m.Y-p.y) }
