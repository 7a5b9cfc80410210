package screen

import (
	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Picture shows how the table of a game looks: a deal that nobody else gets to see, since its
// code is made of the game's ID.
type Picture struct {
	game  string // the ID
	board engine.Board
}

// Of returns what draws the picture of a game in a pane.
func (p *Picture) Of(game engine.Game) func(*grid.Grid, *theme.Look) {
	if id := game.Info().ID; id != p.game {
		*p = Picture{id, game.Deal("PICTURE").Board()}
	}
	return BoardPane("How it is dealt", p.board, board.Overlay{})
}

// BoardPane returns what draws a board below a title in a pane, with cards as large as
// there is room for.
func BoardPane(title string, b engine.Board, over board.Overlay) func(*grid.Grid, *theme.Look) {
	const top, right = 2, 2
	return func(g *grid.Grid, look *theme.Look) {
		w, h := g.Width()-right, g.Height()-top-3
		l := board.Fit(b, w, h)
		g.Put(0, top, look.Cut(title, w), look.Faint)
		part := g.Part(0, top+2, w, h)
		l.Draw(&part, 0, 0, b, over, look)
	}
}
