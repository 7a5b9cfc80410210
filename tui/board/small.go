package board

import (
	"strconv"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// brackets draws a pile in one row, "[T♥3]": the third column holds the number
// of face-down cards, the brackets a sign, the cursor, a hold or a closure.
func (p pile) brackets(g *grid.Grid, look theme.Look) {
	x, y := p.covered(g, look)
	text, style := p.short(look)
	if n := p.Down(); p.Face == "" && n > 0 {
		count := strconv.Itoa(n)
		text = string([]rune(text)[:3-len(count)]) + count
	}
	left, right, edge := '[', ']', look.Border
	switch {
	case p.cursor:
		left, right, edge = '<', '>', look.Cursor
	case len(p.Cards) == 0:
		left, right, edge = ' ', ' ', look.Faint
	}
	leftStyle := edge
	switch { // these stay under the cursor
	case p.Marks&engine.Closed != 0 && p.sign == 0: // a card that lifts its own lid is lit
		right = look.Closed
	case p.Marks&engine.Held != 0:
		right = '!'
	}
	if p.sign != 0 {
		left, leftStyle = p.sign, p.lit
	}
	g.Set(x, y, left, leftStyle)
	g.Put(x+1, y, text, style)
	g.Set(x+4, y, right, edge)
	p.label(g, y+1, look)
}

// bare draws a pile in three columns: the card, and what is most worth saying.
// The cursor takes the third, unless that is taken and there is a gap behind it.
func (p pile) bare(g *grid.Grid, look theme.Look, gap int) {
	x, y := p.covered(g, look)
	text, style := p.short(look)
	runes := []rune(text)
	last := ' '
	if p.Face != "" {
		last = runes[2]
	}
	switch {
	case p.sign != 0:
		last = p.sign
	case p.Marks&engine.Held != 0:
		last = '!'
	case p.Face == "" && p.Down() > 0 && p.Down() < 10:
		last = rune('0' + p.Down())
	case p.Face == "" && p.Top().IsDown(): // a large number takes in the back's columns
		count := []rune(strconv.Itoa(p.Down()))
		last = count[len(count)-1]
		copy(runes[3-len(count):], count)
	case p.Face == "" && p.Marks&engine.Closed != 0:
		last = look.Closed
	}
	behind := false
	if p.cursor {
		style = look.Cursor
		if behind = last != ' ' && gap > 0; !behind && p.sign == 0 {
			runes, last = []rune(text), '<'
		}
	}
	g.Put(x, y, string(runes[:2])+string(last), style)
	if behind {
		g.Set(x+3, y, '<', style)
	}
}

// short is the face with a dot for an empty place, which has no border here.
func (p pile) short(look theme.Look) (string, grid.Style) {
	text, style := p.face(look)
	if text == "   " {
		text = " . "
	}
	if p.Marks&engine.Held != 0 {
		text = text[:len(text)-1] + " " // its sign stands behind
	}
	return text, style
}

// covered draws the covered cards of a fan, one to a step, and returns where
// the top card stands.
func (p pile) covered(g *grid.Grid, look theme.Look) (x, y int) {
	x, y = p.x, p.y
	room := 1
	switch p.Fan {
	case engine.FanRight:
		room = (p.w-5)/3 + 1
	case engine.FanDown:
		room = p.h
	}
	shown := max(min(len(p.Cards), room), 1)
	for i := range shown - 1 {
		text, style := p.cover(p.Cards[len(p.Cards)-shown+i], look)
		if i == 0 && shown < len(p.Cards) {
			text, style = string(look.Elided)+strconv.Itoa(len(p.Cards)-shown+1), look.Faint
		}
		if p.Fan == engine.FanRight {
			g.Put(x, y, text, style)
			x += 3
		} else {
			g.Put(x+1, y, text, style)
			y++
		}
	}
	return x, y
}
