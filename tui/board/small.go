package board

import (
	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// brackets draws a pile in one row, "[T♥3]": the third column holds the number of
// face-down cards, and the brackets are those of the cursor, or lit. A marker, a hold or
// the sign of a foundation comes right after: in the gap, where it hides nothing.
func (p *pile) brackets(g *grid.Grid, look *theme.Look) {
	indent := 0
	if p.Fan == engine.FanDown { // its covered cards stand above the face of the top one
		indent = 1
	}
	x, y := p.covered(g, p.x+indent, p.y, p.shown(measures[Brackets]), look)
	x -= indent
	top, style := p.short(look)
	if p.Face == "" {
		top.count(p.Down())
	}
	left, right, edge, after := '[', ']', look.Edge, x+5
	switch {
	case p.cursor:
		left, right, edge = '<', '>', look.Cursor
		style.Attr |= look.Cursor.Attr & grid.Reverse // with its brackets, not between two blocks
	case len(p.Cards) == 0:
		edge = look.Faint
		if p.overlay.marker(p.At) == 0 { // after a bare "A-9", D could be a rank
			left, right, after = ' ', ' ', x+4
		}
	}
	light := p.glowing(edge)
	if p.lit() {
		light = p.signStyle
	}
	g.Set(x, y, left, light)
	top.put(g, x+1, y, style)
	g.Set(x+4, y, right, light)
	if p.cursor || p.lit() {
		sheet{x, y, 5, 1}.wash(g, light, look, true)
	}
	switch closed := p.closedSign(look); {
	case p.sign != 0:
		g.Set(after, y, p.sign, p.signStyle)
	case closed != 0:
		g.Set(after, y, closed, look.Faint)
	case p.Marks&engine.Held != 0:
		g.Set(after, y, '!', style)
	}
	p.label(g, y+1, look)
}

// plain draws a pile in three columns: the card, and then the most important thing about
// the pile. The cursor's brackets stand in the gaps before and after it or, if there are none,
// its left one in the third column.
func (p *pile) plain(g *grid.Grid, look *theme.Look, gap int) {
	x, y := p.covered(g, p.x, p.y, p.shown(measures[Plain]), look)
	card, style := p.short(look)
	last, closed := ' ', p.closedSign(look)
	if p.Face != "" {
		switch last = card[2]; closed {
		case 0:
		case look.Closed:
			card[1] = '|' // "4x1" becomes "4|1": that sign would look like an x here
		default:
			card[1] = closed
		}
	}
	top := card
	switch {
	case p.sign != 0:
		last = p.sign
	case p.Marks&engine.Held != 0:
		last = '!'
	case p.Face == "" && p.Down() > 0 && p.Down() < 10:
		last = rune('0' + p.Down())
	case p.Face == "" && p.Top().IsDown(): // a large number also takes columns of the card's back
		top.count(p.Down())
		last = top[2]
	case p.Face == "" && closed != 0:
		last = closed
	}
	if p.cursor {
		style = p.glowing(look.Cursor)
		if gap == 0 && p.sign == 0 {
			top, last = card, '<'
		}
	}
	top[2] = last
	top.put(g, x, y, style)
	if p.sign != 0 && p.crowded { // beside other cards, and after a face such as "A-N", D could be a rank
		g.Set(x+2, y, p.sign, p.signStyle)
	}
	if p.cursor && gap > 0 {
		g.Set(x-1, y, '<', style)
		g.Set(x+3, y, '>', style)
	}
}

// short returns the face, with a dot for an empty place, which has no border here.
func (p *pile) short(look *theme.Look) (face, grid.Style) {
	top, style := p.face(look)
	if top == blank {
		top[1] = '.'
	}
	if p.Marks&engine.Held != 0 {
		top[2] = ' ' // the hold's sign is drawn after the face
	}
	return top, style
}
