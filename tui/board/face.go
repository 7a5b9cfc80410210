package board

import (
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// inside draws what a large card shows within its border.
func (p *pile) inside(g *grid.Grid, s sheet, look *theme.Look) {
	top := p.Top()
	switch {
	case top == engine.NoCard && p.Face != "":
		text, style := p.face(look)
		text.put(g, s.x+(s.w-3)/2, s.y+s.h/2, style)
	case top == engine.NoCard && p.Marks&engine.Opening != 0:
		g.Set(s.x+s.w/2, s.y+s.h/2, '+', look.Faint)
	case p.Kind == engine.Foundation && p.Face != "":
		p.gathered(g, s, look)
	case top.IsDown():
		s.back(g, look)
	case top.IsUp():
		s.front(g, top, look)
	}
}

// back draws the back of a card: a lattice in its middle, no larger than what is cheap to
// wipe out when the card turns up.
func (s sheet) back(g *grid.Grid, look *theme.Look) {
	if w, h := min(s.w-2, 9), min(s.h-2, 5); s.h > 3 {
		s = sheet{s.x + (s.w-w)/2, s.y + (s.h-h)/2, w, h}
	}
	for y := range s.h {
		for x := range s.w {
			g.Set(s.x+x, s.y+y, look.Backs[look.Pattern][1+(x+y)%2], look.Back)
		}
	}
}

// front draws the pips of a card, or the picture of one that has no number.
func (s sheet) front(g *grid.Grid, c engine.Card, look *theme.Look) {
	if c.Rank() > engine.Ace && c.Rank() <= engine.Ten {
		s.pips(g, c, look)
		return
	}
	rows, y := look.Picture(c, s.w, s.h), s.y
	if len(rows) > 0 {
		s.x += (s.w - utf8.RuneCountInString(rows[0])) / 2
	}
	y += (s.h - len(rows)) / 2
	for _, row := range rows {
		x := s.x
		for _, r := range row {
			if r == theme.SuitSign {
				r = look.Symbols[c.Suit()]
			}
			if r != ' ' {
				g.Set(x, y, r, look.Suits[c.Suit()])
			}
			x++
		}
		y++
	}
}

// pipRows holds how many pips stand in each row of a card of two to ten, from the top, for
// cards with 3, 5 or 7 rows. One pip stands in the middle and two at the sides.
var pipRows = [...][9]string{
	{"101", "111", "202", "212", "222", "232", "323", "333", "343"},
	{"10001", "10101", "20002", "20102", "20202", "21202", "21212", "22122", "23032"},
	{"1000001", "1001001", "2000002", "2001002", "2002002", "2102002", "2102012", "2021202", "2120212"},
}

// pips draws the pips of a card of two to ten as on a printed one, as far as the rows
// allow.
func (s sheet) pips(g *grid.Grid, c engine.Card, look *theme.Look) {
	rows := pipRows[min((s.h-3)/2, len(pipRows)-1)][c.Rank()-engine.Two]
	y := s.y + (s.h-len(rows))/2
	middle, side := s.x+s.w/2, max((s.w+1)/4, 2)
	pip, style := look.Symbols[c.Suit()], look.Suits[c.Suit()]
	for _, n := range rows {
		if n != '0' && n != '2' && n != '4' {
			g.Set(middle, y, pip, style)
		}
		if n >= '2' {
			g.Set(middle-side, y, pip, style)
			g.Set(middle+side, y, pip, style)
		}
		if n == '4' {
			g.Set(middle-1, y, pip, style)
			g.Set(middle+1, y, pip, style)
		}
		y++
	}
}

// gathered lists the cards of a foundation of one rank, the first one first.
func (p *pile) gathered(g *grid.Grid, s sheet, look *theme.Look) {
	const pitch = 3
	per := (s.w + 1) / pitch
	x, y := s.x+(s.w-per*pitch+1)/2, s.y
	if s.h > 3 {
		y++
	}
	shown := min(len(p.Cards), per*(s.y+s.h-y))
	for i := range shown {
		text, style := p.coveredFace(i, shown, look)
		text.put(g, x+i%per*pitch, y+i/per, style)
	}
}
