package board

import (
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// An Overlay is what the table lays over the cards.
type Overlay struct {
	Cursor engine.Place   // none: no cursor is drawn
	Move   engine.Move    // its places are marked S, D and R
	Next   []engine.Place // legal next places, lit; one whose top card lies face down as unseen
	Rank   *engine.Rank   // the rank whose face-up cards stand out, if any
}

// stress is the style of a card, reversed where its rank is to stand out.
func (o Overlay) stress(c engine.Card, style grid.Style) grid.Style {
	if o.Rank != nil && c.IsUp() && c.Rank() == *o.Rank {
		style.Attr |= grid.Reverse
	}
	return style
}

// marker is the letter at a place, 0 for none.
func (o Overlay) marker(p engine.Place) rune {
	switch p {
	case o.Move.From:
		return 'S'
	case o.Move.To:
		return 'D'
	case o.Move.Ret:
		return 'R'
	}
	return 0
}

// A pile is one pile while it is drawn.
type pile struct {
	engine.View
	spot
	over   Overlay
	cursor bool
	sign   rune       // marker, dot of a lit place, or 0
	lit    grid.Style // of the sign
}

// Draw draws the board with its top left corner at x, y. Text is clipped at
// the grid's edges. The grid's cursor rests on the overlay's.
func (l Layout) Draw(g *grid.Grid, x, y int, b engine.Board, o Overlay, look theme.Look) {
	l.labels(g, x, y, look)
	for i, v := range b.Piles {
		if i >= len(l.spots) || l.spots[i].at != v.At {
			continue // a board of another game
		}
		p := pile{View: v, spot: l.spots[i], over: o, cursor: v.At == o.Cursor}
		p.x, p.y = p.x+x, p.y+y
		p.sign, p.lit = sign(v, o, look)
		if p.cursor {
			g.Cursor.X, g.Cursor.Y = p.x+1, p.y
		}
		switch l.Size {
		case Boxes:
			p.box(g, look)
		case Brackets:
			p.brackets(g, look)
		default:
			p.bare(g, look, l.gap)
		}
	}
	l.hand(g, x, y, b, look)
}

// hand names the hand, whose row does not tell what it is: behind its last card,
// where the layout has room.
func (l Layout) hand(g *grid.Grid, x, y int, b engine.Board, look theme.Look) {
	last := len(b.Piles) - 1
	if last < 0 || last >= len(l.spots) || b.Piles[last].Kind != engine.Hand {
		return
	}
	s, name := l.spots[last], engine.Hand.String()
	if at := s.x + s.w + 2; at+len(name) <= l.Width {
		g.Put(x+at, y+s.y+measures[l.Size].h/2, name, look.Faint)
	}
}

// sign is what tells a marked or a lit place.
func sign(v engine.View, o Overlay, look theme.Look) (rune, grid.Style) {
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

// labels draws the columns' letters above and the rows' digits at the left.
func (l Layout) labels(g *grid.Grid, x, y int, look theme.Look) {
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

// face is what the pile shows for its top card, in three columns.
func (p pile) face(look theme.Look) (string, grid.Style) {
	top := p.Top()
	switch {
	case p.Face != "":
		style := look.Title
		if top == engine.NoCard {
			style = look.Faint
		}
		return center(look.Words(p.Face), 3), p.over.stress(top, style)
	case top.IsUp():
		text := look.Card(top) + " "
		if p.Marks&engine.Held != 0 {
			text = look.Card(top) + "!"
		}
		return text, p.over.stress(top, look.Suits[top.Suit()])
	case top.IsDown():
		back := string(look.Hatch)
		return back + back + back, look.Back
	case p.Marks&engine.Opening != 0:
		return " + ", look.Faint
	}
	return "   ", look.Faint
}

// cover is what a covered card of a fan shows, in two columns.
func (p pile) cover(c engine.Card, look theme.Look) (string, grid.Style) {
	if c.IsDown() {
		return strings.Repeat(string(look.Hatch), 2), look.Back
	}
	return look.Card(c), p.over.stress(c, look.Suits[c.Suit()])
}

// center pads text to n columns. Text is of one-column runes.
func center(text string, n int) string {
	for left := false; len([]rune(text)) < n; left = !left {
		if left {
			text = " " + text
		} else {
			text += " "
		}
	}
	return text
}

// box draws a pile as a box; a fan as one box around all its cards.
func (p pile) box(g *grid.Grid, look theme.Look) {
	border, style := look.Box, look.Border
	switch {
	case p.cursor:
		border, style = look.Heavy, look.Cursor
	case len(p.Cards) == 0:
		border, style = look.Empty, look.Faint
	}
	lines, inner := p.lines(), 3
	if p.Fan == engine.FanRight {
		lines, inner = 1, 3*p.shown()
	}
	g.Set(p.x, p.y, border.TopLeft, style)
	g.Fill(p.x+1, p.y, inner, 1, border.H, style)
	g.Set(p.x+inner+1, p.y, border.TopRight, style)
	for i := range lines {
		g.Set(p.x, p.y+1+i, border.V, style)
		g.Set(p.x+inner+1, p.y+1+i, border.V, style)
	}
	bottom := p.y + lines + 1
	g.Set(p.x, bottom, border.BottomLeft, style)
	g.Fill(p.x+1, bottom, inner, 1, border.H, style)
	g.Set(p.x+inner+1, bottom, border.BottomRight, style)

	p.cards(g, lines, look)
	if p.sign != 0 {
		p.light(g, p.x+inner-3, lines)
	}
	p.corner(g, look)
	p.label(g, bottom+1, look)
}

// light writes the sign below the top card, whose own frame begins in column x.
// Where that is a legal place and not under the cursor, its frame is lit. The
// rest of a fan is not what is played on.
func (p pile) light(g *grid.Grid, x, lines int) {
	top, bottom := p.y, p.y+lines+1
	if lines > 1 {
		top = bottom - 1
	}
	lit := !p.cursor && p.over.marker(p.At) == 0
	for y := top; y <= bottom && lit; y++ {
		for dx := range 5 {
			if y != bottom-1 || dx == 0 || dx == 4 { // else it is the face
				g.Set(x+dx, y, g.At(x+dx, y).Rune(), p.lit)
			}
		}
	}
	g.Set(x+2, bottom, p.sign, p.lit)
}

// corner writes into the top border what the pile hides, or that it is closed.
func (p pile) corner(g *grid.Grid, look theme.Look) {
	if n := p.Down(); n > 0 {
		g.Put(p.x+2, p.y, strconv.Itoa(n), look.Faint)
	}
	if p.Marks&engine.Closed != 0 && p.sign == 0 { // a card that lifts its own lid is lit
		g.Set(p.x+2, p.y, look.Closed, look.Faint)
	}
}

// label writes the pile's label in the middle below it.
func (p pile) label(g *grid.Grid, y int, look theme.Look) {
	if p.Label != "" {
		g.Put(p.x+2-(utf8.RuneCountInString(p.Label)-1)/2, y, look.Words(p.Label), look.Faint)
	}
}

// lines is the rows of cards that a box shows.
func (p pile) lines() int {
	if p.Fan != engine.FanDown {
		return 1
	}
	return max(min(len(p.Cards), p.h-2), 1)
}

// shown is the number of cards that a sideways fan shows.
func (p pile) shown() int { return max(min(len(p.Cards), (p.w-2)/3), 1) }

// cards writes the faces of a box.
func (p pile) cards(g *grid.Grid, lines int, look theme.Look) {
	text, style := p.face(look)
	x, y := p.x+1, p.y+lines
	shown := lines
	bar, barStyle := look.Box.V, look.Faint
	if p.cursor {
		bar, barStyle = look.Heavy.V, look.Cursor
	}
	if p.Fan == engine.FanRight {
		shown = p.shown()
		x += 3 * (shown - 1)
	}
	for i := range shown - 1 { // the covered ones, first to last
		cover, coverStyle := p.cover(p.Cards[len(p.Cards)-shown+i], look)
		if i == 0 && shown < len(p.Cards) {
			cover, coverStyle = string(look.Elided)+strconv.Itoa(len(p.Cards)-shown+1), look.Faint
		}
		if p.Fan == engine.FanRight {
			g.Put(p.x+1+3*i, y, cover, coverStyle)
			if len([]rune(cover)) < 3 {
				g.Set(p.x+3+3*i, y, bar, barStyle)
			}
		} else {
			g.Put(p.x+1, p.y+1+i, cover, coverStyle)
		}
	}
	g.Put(x, y, text, style)
}
