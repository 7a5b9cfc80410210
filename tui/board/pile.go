package board

import (
	"slices"
	"strconv"
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A pile is one pile while it is drawn.
type pile struct {
	*engine.View
	spot
	overlay   *Overlay
	cursor    bool
	crowded   bool       // other piles may stand right beside it
	beside    bool       // its label stands beside it
	sign      rune       // a marker, the dot of a lit place, or 0
	signStyle grid.Style // of the sign
	glow      grid.Style // of all of it while it is lit as a whole, or zero
}

// glowing returns the style of a part of the pile: its own, or that of light on all of it.
func (p *pile) glowing(own grid.Style) grid.Style {
	if p.glow != (grid.Style{}) {
		return p.glow
	}
	return own
}

// highlight returns the style of a card, reversed if its rank is to stand out.
func (p *pile) highlight(c engine.Card, style grid.Style) grid.Style {
	if rank := p.overlay.Rank; rank != nil && c.IsUp() && c.Rank() == *rank {
		style.Attr |= grid.Reverse
	}
	return p.glowing(style)
}

// A face is the three columns that show a card; a 0 leaves its column unchanged.
type face [3]rune

// blank is the face of an empty place.
var blank = face{' ', ' ', ' '}

func (f face) put(g *grid.Grid, x, y int, style grid.Style) {
	for i, r := range f {
		if r != 0 {
			g.Set(x+i, y, r, style)
		}
	}
}

// count writes a number right-aligned into the face.
func (f *face) count(n int) {
	for i := 2; i >= 0 && n > 0; i-- {
		f[i] = rune('0' + n%10)
		n /= 10
	}
}

// face returns the face of the pile's top card.
func (p *pile) face(look *theme.Look) (face, grid.Style) {
	top := p.Top()
	switch {
	case p.Face != "":
		style := look.Face
		if top == engine.NoCard {
			style = look.Faint
		}
		return centered(look.Translate(p.Face)), p.highlight(top, style)
	case top.IsUp():
		index, hold := look.Index(top), ' '
		if p.Marks&engine.Held != 0 {
			hold = '!'
		}
		return face{index[0], index[1], hold}, p.highlight(top, look.Suits[top.Suit()])
	case top.IsDown():
		hatch := look.Backs[look.Pattern][0]
		return face{hatch, hatch, hatch}, look.Back
	case p.Marks&engine.Opening != 0:
		return face{' ', '+', ' '}, look.Faint
	}
	return blank, look.Faint
}

// coveredFace returns the face of the i-th card shown of a fan, a covered one, in two
// columns. If cards at the bottom do not fit, the first says how many cards it stands
// for, itself included.
func (p *pile) coveredFace(i, shown int, look *theme.Look) (face, grid.Style) {
	left := len(p.Cards) - shown
	c := p.Cards[left+i]
	switch {
	case i == 0 && left > 0 && left+1 < 10:
		return face{look.Elided, rune('0' + left + 1)}, look.Count
	case i == 0 && left > 0:
		f := face{look.Elided}
		f.count(min(left+1, 99))
		return f, look.Count
	case c.IsDown():
		hatch := look.Backs[look.Pattern][0]
		return face{hatch, hatch}, look.Back
	}
	index := look.Index(c)
	return face{index[0], index[1]}, p.highlight(c, look.Suits[c.Suit()])
}

// centered returns a face with a text of up to three columns in the middle.
func centered(text string) face {
	f, x := blank, (3-utf8.RuneCountInString(text))/2
	for _, r := range text {
		if x < len(f) {
			f[x] = r
		}
		x++
	}
	return f
}

// box draws a pile as a box, with what its corner has to say; a fan is one box around all its cards.
func (p *pile) box(g *grid.Grid, look *theme.Look) {
	lines, inner, shown := 1, 3, p.shown(measures[Boxes])
	switch p.Fan {
	case engine.FanRight:
		inner = step * shown
	case engine.FanDown:
		lines = shown
	}
	s := sheet{p.x, p.y, inner + 2, lines + 2}
	p.blank(g, s, look)
	if p.cursor {
		look.Heavy.Draw(g, s.x, s.y, s.w, s.h, p.glowing(look.Frame))
	}
	p.cards(g, shown, look)
	if n := p.Down(); n > 0 {
		g.Put(p.x+2, p.y, strconv.Itoa(n), p.small(look))
	}
	if sign := p.closedSign(look); sign != 0 {
		g.Set(p.x+2, p.y, sign, p.small(look))
	}
	if p.sign != 0 {
		p.drawSign(g, p.x+inner-3, lines, look)
	}
	if p.cursor {
		s.wash(g, p.glowing(look.Frame), look, true)
	}
	p.label(g, p.y+lines+2, look)
}

// drawSign writes the sign below the top card, whose own frame begins in column x. If the
// place is a legal one and not under the cursor, the frame is lit too. The other cards of
// a fan are not lit, as nothing is played onto them.
func (p *pile) drawSign(g *grid.Grid, x, lines int, look *theme.Look) {
	top, bottom := p.y, p.y+lines+1
	if lines > 1 {
		top = bottom - 1
	}
	for y := top; y <= bottom && p.lit(); y++ {
		for dx := range 5 {
			if y != bottom-1 || dx == 0 || dx == 4 { // the rest of that row is the face
				g.Set(x+dx, y, g.At(x+dx, y).Rune(), p.signStyle)
			}
		}
	}
	if p.lit() {
		sheet{x, top, 5, bottom - top + 1}.wash(g, p.signStyle, look, true)
	}
	g.Set(x+2, bottom, p.sign, p.signStyle)
}

// lit reports whether the frame of the pile is lit: it is a legal place that is neither
// marked nor under the cursor.
func (p *pile) lit() bool { return p.sign != 0 && !p.cursor && p.overlay.marker(p.At) == 0 }

// closedSign returns the sign of a foundation that is closed or takes only its own card,
// or 0. A marked or lit place has no such sign: if a card can be played there, the place
// is lit.
func (p *pile) closedSign(look *theme.Look) rune {
	switch {
	case p.sign != 0:
	case p.Marks&engine.Closed != 0:
		return look.Closed
	case p.Marks&engine.OwnOnly != 0:
		return look.Own
	}
	return 0
}

// small returns the style of small signs in the border of the pile.
func (p *pile) small(look *theme.Look) grid.Style {
	if len(p.Cards) == 0 {
		return look.Faint
	}
	return p.glowing(look.Count)
}

// blank draws a card with nothing on it, or an empty place.
func (p *pile) blank(g *grid.Grid, s sheet, look *theme.Look) {
	if len(p.Cards) == 0 {
		p.border(look).Draw(g, s.x, s.y, s.w, s.h, look.Faint)
		return
	}
	p.border(look).Draw(g, s.x, s.y, s.w, s.h, p.glowing(look.Edge))
	g.Fill(s.x+1, s.y+1, s.w-2, s.h-2, ' ', p.glowing(grid.Style{Bg: look.Edge.Bg}))
}

// border returns the border of a card, or of an empty place.
func (p *pile) border(look *theme.Look) theme.Box {
	if len(p.Cards) == 0 {
		return look.Empty
	}
	return look.Box
}

// label writes the pile's label below it, centered.
func (p *pile) label(g *grid.Grid, y int, look *theme.Look) {
	if p.Label != "" {
		g.Put(p.x+2-(utf8.RuneCountInString(p.Label)-1)/2, y, look.Translate(p.Label), look.Faint)
	}
}

// cards writes the faces inside a box, of which so many show.
func (p *pile) cards(g *grid.Grid, shown int, look *theme.Look) {
	bar, style := look.Box.V, look.Count
	if p.cursor {
		bar, style = look.Heavy.V, look.Frame
	}
	for i := range shown - 1 {
		if p.Fan == engine.FanRight { // a bar after each covered one
			g.Set(p.x+step*(i+1), p.y+1, bar, style)
		}
	}
	x, y := p.covered(g, p.x+1, p.y+1, shown, look)
	top, style := p.face(look)
	top.put(g, x, y, style)
}

// shown returns how many cards of the pile have room in a size.
func (p *pile) shown(m measure) int {
	room := 1
	switch p.Fan {
	case engine.FanRight:
		room = (p.w-max(m.w, measures[Brackets].w))/step + 1
	case engine.FanDown:
		room = p.h - m.h + 1
	}
	return max(min(len(p.Cards), room), 1)
}

// covered draws the faces of the covered cards of a fan, from the first one at x, y on, and returns
// where that of the top card goes.
func (p *pile) covered(g *grid.Grid, x, y, shown int, look *theme.Look) (int, int) {
	for i := range shown - 1 {
		card, style := p.coveredFace(i, shown, look)
		card.put(g, x, y, style)
		x, y = p.next(x, y)
	}
	return x, y
}

// next returns where the card stands in a fan that covers one at x, y.
func (p *pile) next(x, y int) (int, int) {
	if p.Fan == engine.FanRight {
		return x + step, y
	}
	return x, y + 1
}

// Cuts reports whether the layout leaves out face-up cards of a pile: the first ones of a
// long fan, or those below the top one of a squared pile, or all where a text stands for it.
func (l Layout) Cuts(v engine.View) bool {
	i := slices.IndexFunc(l.spots, func(s spot) bool { return s.at == v.At })
	if i < 0 {
		return false
	}
	if l.Size.large() && v.Kind == engine.Foundation {
		return false // it lists them
	}
	p := pile{View: &v, spot: l.spots[i]}
	shown := p.shown(measures[l.Size])
	if v.Face != "" {
		shown = 0
	}
	return slices.ContainsFunc(v.Cards[:max(len(v.Cards)-shown, 0)], engine.Card.IsUp)
}
