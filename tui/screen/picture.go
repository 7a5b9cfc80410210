package screen

import (
	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/draft"
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
func (p *Picture) Of(game engine.Game) func(*grid.Grid, theme.Look) {
	if id := game.Info().ID; id != p.game {
		*p = Picture{id, game.Deal("PICTURE").Board()}
	}
	return BoardPane("How it is dealt", p.board, board.Overlay{})
}

// BoardPane returns what draws a board below a title in a pane, with cards as large as
// there is room for.
func BoardPane(title string, b engine.Board, over board.Overlay) func(*grid.Grid, theme.Look) {
	const top, right = 2, 2
	return func(g *grid.Grid, look theme.Look) {
		w, h := g.Width()-right, g.Height()-top-3
		l := board.Fit(b, w, h)
		g.Put(0, top, look.Cut(title, w), look.Faint)
		part := g.Part(0, top+2, w, h)
		l.Draw(&part, 0, 0, b, over, look)
	}
}

// DrawShown draws a board on which the player cannot play, its notes and a sentence.
func DrawShown(g *grid.Grid, p *draft.Pointer, over board.Overlay, look theme.Look, text string, style grid.Style) {
	p.Draw(g, over, look)
	text = look.Translate(text)
	p.Notes.DrawAbove(g, look, g.Height()-1-SentenceRows(text, g.Width()))
	DrawSentence(g, text, style)
}

// ViewNext moves the cursor of a board on which nobody plays to the next pile of which
// cards are left out. It returns the pile as a sentence, and whether there is one.
func ViewNext(p *draft.Pointer) (string, bool) {
	if !p.NextCut() {
		return "Every card that lies face up shows.", false
	}
	return p.Pile(), true
}
