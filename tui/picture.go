package tui

import (
	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A picture shows how the table of a game looks: a deal that nobody else gets to see, since its
// code is made of the game's ID.
type picture struct {
	game  string // the ID
	board engine.Board
}

// Of a window: where the picture begins, and how large the window must be to have one.
const (
	pictureColumn             = 80
	pictureWidth, pictureRows = 116, 28
)

// pictured reports whether a window has room for a picture.
func pictured(g *grid.Grid) bool { return g.Width() >= pictureWidth && g.Height() >= pictureRows }

// show shows a game.
func (p *picture) show(game engine.Game) {
	if id := game.Info().ID; id != p.game {
		*p = picture{id, game.Deal("PICTURE").Board()}
	}
}

// draw draws the picture in the right part of a window.
func (p *picture) draw(g *grid.Grid, look theme.Look) {
	a := area{x: pictureColumn, y: 2, w: min(g.Width()-pictureColumn-2, 80), h: g.Height() - 6}
	l := board.Fit(p.board, a.w, a.h)
	g.Put(a.x, a.y, "How it is dealt", look.Faint)
	part := g.Part(a.x, a.y+2, a.w, a.h)
	l.Draw(&part, 0, 0, p.board, board.Overlay{}, look)
}
