package draft

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/caption"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Pointer is the cursor on a board, and where the board is drawn.
type Pointer struct {
	Board engine.Board
	At    engine.Place
	stage
}

// Show shows a board. It keeps the layout if it can; in most games all boards share one.
func (p *Pointer) Show(b engine.Board) {
	alike := func(a, b engine.View) bool {
		return a.At == b.At && a.Kind == b.Kind && a.Fan == b.Fan && (a.Label == "") == (b.Label == "")
	}
	if p.roomy && len(p.Board.Notes) == len(b.Notes) && slices.EqualFunc(p.Board.Piles, b.Piles, alike) {
		p.Notes.lines = b.Notes
	} else {
		p.laid = request{}
	}
	p.Board = b
}

// Draw draws the board and its overlay on the part of the window that [Pointer.Frame] has
// returned, or else on a window of its own.
func (p *Pointer) Draw(g *grid.Grid, over board.Overlay, look *theme.Look) {
	if p.laid == (request{}) || p.frame.W != g.Width() || p.frame.H > g.Height() { // a frame may have more rows below
		p.Frame(g.Width(), g.Height())
	}
	if p.byPile {
		p.Notes.lines, _ = p.notes(g.Width(), g.Height())
	}
	p.Layout.Draw(g, p.X, p.Y, p.Board, over, look)
}

// notes returns the board's notes for a window. In a low one that would cut off some about single piles, only that about the
// pile under the cursor is among them, and whole; byPile says so.
func (p *Pointer) notes(w, h int) (lines []string, byPile bool) {
	var here []string
	for _, n := range p.Board.Notes {
		at, err := engine.ParsePlace(n[:min(len(n), 2)])
		byPile = byPile || err == nil && len(n) > w-2 && h < 16
		switch {
		case err != nil:
			lines = append(lines, wrapped(n, w-2)...)
		case at == p.At:
			here = wrapped(n, w-2)
		}
	}
	if !byPile {
		return p.Board.Notes, false
	}
	return append(lines, append(here, "", "")[:2]...), true
}

// DrawOther draws another board of the same round, with its notes, in place of the pointer's own.
func (p *Pointer) DrawOther(g *grid.Grid, b engine.Board, over board.Overlay, look *theme.Look) {
	other := *p
	other.Show(b)
	other.Draw(g, over, look)
	other.Notes.Draw(g, look)
}

// Bottom returns the first row below the board, once it has been drawn.
func (p *Pointer) Bottom() int { return p.Y + p.Layout.Height }

// Below returns the first row below the board and its notes, once it has been drawn.
func (p *Pointer) Below() int {
	if n := len(p.Notes.lines); n > 0 {
		return p.Notes.y + n
	}
	return p.Bottom()
}

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

// Moves reports whether a key moves the cursor.
func Moves(key string) bool {
	var p Pointer
	return p.Move(key)
}

// Under returns the place under the mouse, if any.
func (p *Pointer) Under(m tea.Mouse) (engine.Place, bool) { return p.Layout.At(m.X-p.X, m.Y-p.Y) }

// Pile returns the cards of the pile under the cursor as a sentence, also those that the
// board leaves out.
func (p *Pointer) Pile() string {
	v, _ := p.Board.Find(p.At)
	return caption.Pile(v)
}

// NextCut moves the cursor to the next pile of which the board leaves cards out; the first
// follows the last. It returns false if every card shows.
func (p *Pointer) NextCut() bool {
	at := slices.IndexFunc(p.Board.Piles, func(v engine.View) bool { return v.At == p.At })
	for n := range p.Board.Piles {
		if v := p.Board.Piles[(at+1+n)%len(p.Board.Piles)]; p.Layout.Cuts(v) {
			p.At = v.At
			return true
		}
	}
	return false
}
