package draft

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/board"
	"boardwalk/tui/grid"
)

// A stage is how a board stands in a window, with a pane beside it and with its notes, a
// sentence and the line of keys below. It goes by the window and by what the board
// consists of, never by its cards, so nothing shifts while a game is played.
type stage struct {
	// Side is how many columns a pane beside the board takes, 0 for no pane. Pane says
	// whether there is room for it.
	Side int
	// Says is how many rows the longest sentence takes, 0 if that is not known.
	Says int

	Layout board.Layout
	X, Y   int // where the board stands in the frame
	Notes  Notes

	frame grid.Area
	laid  request // what the rest was laid out for, zero if it is not valid
	pane  bool
	roomy bool // the notes fit as they are

	byPile bool // of the notes about single piles only one shows; see [Pointer.notes]
}

// A request is what a layout depends on, besides the board.
type request struct{ w, h, side, says int }

const (
	// Wide is how many columns a sentence, a heading and the keys need at most. A window
	// that is wider is used only as far as the board and the pane need it, and a narrower
	// one has no pane.
	Wide = 100
	// common is up to how many rows a window is used from its first to its last.
	common = 24
	// margin is how many columns stay blank on both sides of a board in a wide window.
	margin = 3
	// longest is about the maximum number of columns of the sentence about a move.
	longest = Wide - indent
	// indent is how many columns of a window a sentence cannot use.
	indent = 3
)

// Frame lays out the board in a window of w columns and h rows, and returns the part of
// the window that it takes: all of a common one, the middle of a large one. The board gets
// the largest cards that fit; there is a pane if that does not make them smaller. Frame
// returns at once if the layout is still valid, as for most frames.
func (p *Pointer) Frame(w, h int) grid.Area {
	now := request{w, h, p.Side, p.Says}
	if p.laid == now {
		return p.frame
	}
	p.laid, p.pane = now, false
	p.fitAbove(w, h)
	if p.Side > 0 && w >= Wide {
		beside := *p
		beside.fitAbove(w-p.Side, h)
		if beside.Layout.Size == p.Layout.Size && beside.Layout.Width <= w-p.Side {
			*p, p.pane = beside, true
		}
	}
	p.center(w, h)
	return p.frame
}

// Pane returns where a pane stands beside the board: at column x and from row y on, h
// rows. ok is false where there is none.
func (p *Pointer) Pane() (x, y, h int, ok bool) {
	return p.frame.W - p.Side, p.Y, p.Layout.Height, p.pane
}

// Space returns how many columns the board and what is below it have, without the pane.
func (p *Pointer) Space() int {
	if p.pane {
		return p.frame.W - p.Side
	}
	return p.frame.W
}

// fit lays out the board below the first line of a window, in w columns and h rows. It
// leaves the columns at the edges blank unless the piles are crowded.
func (p *Pointer) fit(w, h int) {
	if p.Layout = board.Fit(p.Board, w-2, h); p.Layout.Crowded() {
		p.Layout = board.Fit(p.Board, w, h)
	}
	p.X, p.Y = max((w-p.Layout.Width)/2-1, 0), 1
	if p.Layout.Height < h {
		p.Y = 2
	}
}

// fitAbove lays out the board above its notes, a sentence and the line of keys. It joins
// notes before it cuts cards off, and breaks long ones where that takes no smaller cards. If the
// length of sentences is not known, it leaves room for one of any length, unless that would take
// smaller cards: then a long one covers the lowest rows.
func (p *Pointer) fitAbove(w, h int) {
	p.Notes = Notes{x: 2}
	p.Notes.lines, p.byPile = p.notes(w, h)
	notes := len(p.Notes.lines)
	if h > common { // some games have one at times
		notes = max(notes, 1)
	}
	room := h - 2 - max(p.Says, 1) - notes
	p.fit(w, room)
	if p.roomy = p.Layout.Height <= room; !p.roomy {
		p.Notes = Notes{lines: squeezed(p.Notes.lines, w-1), x: 1}
		room = h - 2 - max(p.Says, 1) - len(p.Notes.lines)
		p.fit(w, room)
	} else if lines := wrapped(strings.Join(p.Notes.lines, "\n"), w-indent); len(lines) > max(len(p.Notes.lines), 1) {
		spare, rest := *p, room-len(lines)+len(p.Notes.lines)
		if spare.fit(w, rest); spare.Layout.Size == p.Layout.Size && spare.Layout.Height <= rest {
			*p, p.Notes.lines, room = spare, lines, rest
		}
	}
	says := max(p.Says, 1)
	if p.Says == 0 {
		for n := (longest - 1) / (w - indent); n > 0 && says == 1; n-- {
			spare := *p
			if spare.fit(w, room-n); spare.Layout.Size == p.Layout.Size && spare.Layout.Height <= room-n {
				*p, says = spare, 1+n
			}
		}
	}
	p.Notes.y = h - 1 - says - len(p.Notes.lines)
}

// wrapped breaks a note into rows of w columns.
func wrapped(note string, w int) []string { return strings.Split(ansi.Wordwrap(note, w, ""), "\n") }

// center finds the frame: it leaves out the columns and rows of a large window that
// nothing needs.
func (p *Pointer) center(w, h int) {
	f := grid.Area{W: w, H: h}
	side := 0
	if p.pane {
		side = p.Side
	}
	if w > Wide {
		f.W = min(w, max(Wide, p.Layout.Width+2*margin+side))
		f.X = (w - f.W) / 2
		p.X = max((f.W-side-p.Layout.Width)/2-1, 0)
	}
	if h > common {
		says := max(p.Says, 1)
		if p.Says == 0 && w < Wide {
			says += (longest - 1) / (w - indent)
		}
		// A blank row is above the notes, and the place of one even where there is none:
		// some games have one at times. The keys are below.
		f.H = min(h, p.Y+p.Layout.Height+1+max(len(p.Notes.lines), 1)+says+1)
		f.Y = (h - f.H) / 2
		p.Notes.y = f.H - 1 - says - len(p.Notes.lines)
	}
	p.frame = f
}
