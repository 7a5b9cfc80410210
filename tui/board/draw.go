package board

import (
	"slices"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// An Overlay is what the table draws over the cards.
type Overlay struct {
	Cursor engine.Place   // no cursor is drawn for no place
	Move   engine.Move    // its places are marked S, D and R
	Next   []engine.Place // legal next places; lit, or shown as unseen if their top card lies face down
	Rank   *engine.Rank   // the rank whose face-up cards stand out, if any
	Glow   []engine.Place // places whose cards are lit as a whole
}

// marker returns the letter of a marked place, or 0.
func (o *Overlay) marker(p engine.Place) rune {
	switch p {
	case o.Move.From:
		return 'S'
	case o.Move.To:
		return 'D'
	case o.Move.Return:
		return 'R'
	}
	return 0
}

// Draw draws the board with its top left corner at x, y. Text is clipped at the edges of
// the grid. The grid's cursor is placed on the overlay's.
func (l Layout) Draw(g *grid.Grid, x, y int, b engine.Board, o Overlay, look *theme.Look) {
	l.labels(g, x, y, look)
	crowded := l.Crowded()
	for i := range b.Piles {
		v := &b.Piles[i]
		if i >= len(l.spots) || l.spots[i].at != v.At {
			continue // a board of another game
		}
		p := pile{View: v, spot: l.spots[i], overlay: &o, cursor: v.At == o.Cursor, crowded: crowded, beside: l.beside}
		p.x, p.y = p.x+x, p.y+y
		p.sign, p.signStyle = sign(v, &o, look)
		if slices.Contains(o.Glow, v.At) {
			if p.glow = look.Lit; p.glow.Bg == 0 {
				p.glow.Attr |= grid.Reverse
			}
		}
		if p.cursor {
			g.Cursor.X, g.Cursor.Y = p.x+1, p.y
		}
		switch {
		case l.Size.large():
			p.large(g, measures[l.Size], look)
		case l.Size == Boxes:
			p.box(g, look)
		case l.Size == Brackets:
			p.brackets(g, look)
		default:
			p.plain(g, look, l.gap)
		}
	}
	l.hand(g, x, y, b, look)
	l.rowNames(g, x, y, b.Rows, look)
}

// rowNames writes the names of rows, each to the right of its last card, if the margin there has
// room for all: it is as wide as that at the left, which ends at x.
func (l Layout) rowNames(g *grid.Grid, x, y int, rows []engine.RowName, look *theme.Look) {
	if l.Size == Plain || slices.ContainsFunc(rows, func(r engine.RowName) bool {
		s, ok := l.lastOf(r.Row)
		return ok && s.x+s.w+2+len(r.Name) > min(l.Width+x, g.Width()-x)
	}) {
		return
	}
	for _, r := range rows {
		if s, ok := l.lastOf(r.Row); ok {
			g.Put(x+s.x+s.w+2, y+s.y+measures[l.Size].h/2, r.Name, look.Faint)
		}
	}
}

// lastOf returns the last spot of a row.
func (l Layout) lastOf(row int) (s spot, ok bool) {
	for _, s := range slices.Backward(l.spots) {
		if s.at.Row() == row {
			return s, true
		}
	}
	return spot{}, false
}

// hand writes the name of the hand to the right of its last card, if the layout has room.
// Nothing else on the board names that row.
func (l Layout) hand(g *grid.Grid, x, y int, b engine.Board, look *theme.Look) {
	last := len(b.Piles) - 1
	if last < 0 || last >= len(l.spots) || b.Piles[last].Kind != engine.Hand {
		return
	}
	s, name := l.spots[last], engine.Hand.String()
	if at := s.x + s.w + 2; at+len(name) <= l.Width {
		g.Put(x+at, y+s.y+measures[l.Size].h/2, name, look.Faint)
	}
}

// sign returns the sign of a marked or a lit place and its style; 0 for any other place.
func sign(v *engine.View, o *Overlay, look *theme.Look) (rune, grid.Style) {
	if m := o.marker(v.At); m != 0 {
		return m, look.Marker
	}
	switch {
	case !slices.Contains(o.Next, v.At):
		return 0, look.Border
	case v.Top().IsDown():
		return look.Unseen, look.Warn
	}
	return look.Dot, look.Lit
}

// labels draws the letters of the columns along the top and the digits of the rows at the
// left.
func (l Layout) labels(g *grid.Grid, x, y int, look *theme.Look) {
	for _, s := range l.spots {
		name := s.at.String()
		middle := measures[l.Size].w / 2
		if s.fan == engine.FanRight {
			middle = 1
		}
		g.Put(x+s.x+middle, y, name[:1], look.Faint)
		g.Put(x, y+s.y+measures[l.Size].h/2, name[1:], look.Faint)
	}
}
