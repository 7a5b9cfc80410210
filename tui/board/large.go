package board

import (
	"strconv"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A sheet is the rectangle of a card of one of the large sizes. Its index stands in the
// border of two corners, so that the covered cards of a fan need one row or three columns
// each, and the inside is free for pips and pictures.
type sheet struct{ x, y, w, h int }

// large draws a pile of large cards. The cursor is a frame around all of them, the light of a legal
// place one around the top card.
func (p *pile) large(g *grid.Grid, m measure, look *theme.Look) {
	shown, s := p.shown(m), sheet{p.x, p.y, m.w, m.h}
	p.blank(g, s, look)
	for range shown - 1 { // each covers most of the one before
		s.x, s.y = p.next(s.x, s.y)
		p.blank(g, s, look)
	}
	whole := sheet{p.x, p.y, s.x - p.x + s.w, s.y - p.y + s.h}
	light := grid.Style{}
	switch {
	case p.cursor:
		light = p.glowing(look.Frame)
		look.Heavy.Draw(g, whole.x, whole.y, whole.w, whole.h, light)
	case p.lit():
		whole, light = s, p.signStyle
		p.border(look).Draw(g, s.x, s.y, s.w, s.h, light)
	}
	p.covered(g, p.x+1, p.y, shown, look) // their indexes, in their borders
	p.indexes(g, s, look)
	p.inside(g, sheet{s.x + 1, s.y + 1, s.w - 2, s.h - 2}, look)
	p.largeSign(g, s, look)
	whole.wash(g, light, look, false)
	p.largeLabel(g, m, look)
}

// wash puts what stands on the ground of a card, or on the table's, under a light: all of it, or only
// what is in the border.
func (s sheet) wash(g *grid.Grid, light grid.Style, look *theme.Look, all bool) {
	for y := range s.h {
		for x := range s.w {
			if cell := g.At(s.x+x, s.y+y); all || x == 0 || x == s.w-1 || y == 0 || y == s.h-1 {
				g.Set(s.x+x, s.y+y, cell.Rune(), look.Under(light, cell.Style()))
			}
		}
	}
}

// indexes writes into the border of the top card: its index in two corners, or what a
// foundation has declared in one; and the number of face-down cards or the sign of a
// closed foundation.
func (p *pile) indexes(g *grid.Grid, s sheet, look *theme.Look) {
	top := p.Top()
	switch {
	case p.Face != "" && top != engine.NoCard:
		g.Put(s.x+1, s.y, look.Translate(p.Face), p.highlight(top, look.Face))
	case top.IsUp():
		index, style := look.Index(top), p.highlight(top, look.Suits[top.Suit()])
		g.Put(s.x+1, s.y, string(index[:]), style)
		g.Put(s.x+s.w-3, s.y+s.h-1, string(index[:]), style)
		if p.Marks&engine.Held != 0 {
			g.Set(s.x+3, s.y, '!', style)
		}
	}
	if n := p.Down(); n > 0 {
		g.Put(p.x+s.w-3, p.y, strconv.Itoa(n), look.Count)
	}
	if sign := p.closedSign(look); sign != 0 {
		g.Set(s.x+s.w-2, s.y, sign, p.small(look))
	}
}

// largeSign writes the sign of a marked or lit place into the lower border, beside the
// index.
func (p *pile) largeSign(g *grid.Grid, s sheet, look *theme.Look) {
	if p.sign == 0 {
		return
	}
	x, y := s.x+s.w/2-1, s.y+s.h-1
	if p.signStyle == look.Marker {
		g.Fill(x-1, y, 3, 1, ' ', p.signStyle)
	}
	g.Set(x, y, p.sign, p.signStyle)
}

// largeLabel writes the pile's label below it, or to its right in the middle.
func (p *pile) largeLabel(g *grid.Grid, m measure, look *theme.Look) {
	switch {
	case p.Label == "":
	case p.beside:
		g.Put(p.x+m.w+1, p.y+m.h/2, look.Translate(p.Label), look.Faint)
	default:
		g.Put(p.x+max(m.w-len([]rune(p.Label)), 0)/2, p.y+m.h, look.Translate(p.Label), look.Faint)
	}
}
