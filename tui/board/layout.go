// Package board draws what a player may see of a game. One renderer draws every game, in
// the largest size that fits: from cards of 15 by 11 cells with pips and courts down to
// cards of three characters.
//
//	l := board.Fit(b, 76, 18)
//	l.Draw(g, 2, 3, b, board.Overlay{Cursor: engine.At(1, 1)}, look)
//	p, ok := l.At(x-2, y-3) // the place under a mouse click
package board

import (
	"slices"

	"boardwalk/engine"
)

// A Size is the size in which cards are drawn.
type Size uint8

// The sizes, from the largest. The first four have pips and courts, and are named after the
// formats of printed cards: 15x11, 13x9, 9x7 and 7x5. Then come boxes of 5x3, brackets of
// 5x1, and plain cards of 3x1.
const (
	Jumbo Size = iota
	Poker
	Bridge
	Patience
	Boxes
	Brackets
	Plain
)

// Card returns the columns and rows of a card.
func (s Size) Card() (w, h int) { return measures[s].w, measures[s].h }

// large reports whether cards have pips and courts.
func (s Size) large() bool { return s < Boxes }

// A measure holds the dimensions of a size in columns and rows.
type measure struct {
	w, h   int  // of a card
	gap    int  // the fewest columns between piles
	spread int  // the most columns between piles
	fan    int  // the fewest rows of a downward fan
	label  bool // labels are shown
	after  int  // columns after the last pile, for the sign of one whose brackets leave it none
}

var measures = [...]measure{
	Jumbo:    {w: 15, h: 11, gap: 1, spread: 4, fan: 20, label: true},
	Poker:    {w: 13, h: 9, gap: 1, spread: 4, fan: 17, label: true},
	Bridge:   {w: 9, h: 7, gap: 1, spread: 4, fan: 14, label: true},
	Patience: {w: 7, h: 5, gap: 1, spread: 4, fan: 10, label: true},
	Boxes:    {w: 5, h: 3, gap: 1, spread: 4, fan: 7, label: true},
	Brackets: {w: 5, h: 1, gap: 1, spread: 3, fan: 5, label: true, after: 1},
	Plain:    {w: 3, h: 1, gap: 0, spread: 1, fan: 3},
}

const (
	margin = 2  // columns at the left edge, for the rows' digits
	header = 1  // rows at the top, for the columns' letters
	many   = 13 // columns of piles whose margin gives up its blank if they do not fit otherwise
	steps  = 12 // the most covered cards for which a fan takes room that is to spare
	step   = 3  // columns of a covered card in a sideways fan
	beside = 8  // columns for a label beside a pile, with the blank before it
	tall   = 22 // the fewest rows of a room for large cards: a window of 24 rows has fewer
)

// A Layout says where each pile of a board stands. It depends on the places, kinds, fans
// and labels and on the room, never on the cards, so nothing shifts while a game is
// played. It is immutable.
type Layout struct {
	Size          Size
	Width, Height int
	gap           int  // columns between piles
	beside        bool // labels stand beside the piles, not below
	spots         []spot
}

// A spot is the room of one pile.
type spot struct {
	at         engine.Place
	fan        engine.Fan
	x, y, w, h int
}

// Fit returns the largest layout of a board that fits w columns and h rows. If even the
// smallest does not fit, drawing cuts off what is outside.
func Fit(b engine.Board, w, h int) Layout {
	for size := Jumbo; size < Plain; size++ {
		if l, ok := fit(b, size, false, w, h); ok {
			return l
		}
		if !size.large() {
			continue
		}
		if l, ok := fit(b, size, true, w, h); ok { // rows are scarcer than columns
			return l
		}
	}
	l, _ := fit(b, Plain, false, w, h)
	return l
}

// fit returns the layout of the given size and reports whether it fits. The smallest size
// always counts as fitting.
func fit(b engine.Board, size Size, beside bool, w, h int) (Layout, bool) {
	m := measures[size]
	if size.large() && h < tall {
		return Layout{}, false
	}
	xs, widths, gap, wide := columns(b, m, beside, w)
	ys, heights, high := rows(b, m, beside, h)
	if size != Plain && (wide > w || high > h) {
		return Layout{}, false
	}
	l := Layout{Size: size, Width: wide, Height: high, gap: gap, beside: beside, spots: make([]spot, len(b.Piles))}
	for i := range b.Piles {
		v := &b.Piles[i]
		col, row := v.At.Col(), v.At.Row()
		l.spots[i] = spot{v.At, v.Fan, xs[col], ys[row], widths[col], heights[row]}
	}
	return l, true
}

// columns gives each column its left edge and width, with a gap between columns. Sideways
// fans share the space that the other columns leave; without fans, the piles spread out,
// in groups if there is no room for a gap between each two. Labels that stand beside piles
// widen the gap after them.
func columns(b engine.Board, m measure, labels bool, w int) (xs, widths [27]int, gap, wide int) {
	last, fans := 0, 0
	var label [27]int
	for _, v := range b.Piles {
		c := v.At.Col()
		last = max(last, c)
		if labels && v.Label != "" {
			label[c] = beside
		}
		if v.Fan == engine.FanRight && widths[c] == 0 {
			widths[c] = m.w + 5*step
			fans++
		}
	}
	total := margin + m.after
	for c := 1; c <= last; c++ {
		widths[c] = max(widths[c], m.w)
		total += widths[c] + label[c]
	}
	x, blanks := margin, 0 // blanks are spread where not every column can have a gap
	gap = m.gap
	if fans > 0 {
		total += (last - 1) * gap
		for c := 1; c <= last; c++ {
			if spare := (w - total) / fans; widths[c] > m.w && spare > 0 {
				widths[c] += min(spare, (steps-5)*step)
			}
		}
	} else if last > 1 {
		if last >= many && total+(last-1)*m.gap > w {
			x, total = x-1, total-1
		}
		if gap = min(max((w-total)/(last-1), m.gap), m.spread); gap == 0 {
			blanks = max(w-total, 0)
		}
	}
	for c := 1; c <= last; c++ {
		xs[c] = x
		x += widths[c] + label[c] + gap
		if blanks > 0 {
			x += c*blanks/(last-1) - (c-1)*blanks/(last-1)
		}
	}
	return xs, widths, gap, x - gap + m.after
}

// rows gives each row its top edge and the height of its piles. Downward fans share the
// space that the other rows leave. Without fans, a blank line separates foundations from
// the row below them, if there is room.
func rows(b engine.Board, m measure, beside bool, h int) (ys, heights [10]int, high int) {
	var label, fan, part [10]bool
	var kind [10]engine.Kind
	last, fans, parts := 0, 0, 0
	for _, v := range b.Piles {
		r := v.At.Row()
		if r > last {
			last, heights[r], kind[r] = r, m.h, v.Kind
			if kind[r-1] == engine.Foundation && v.Kind != engine.Foundation {
				part[r] = true
				parts++
			}
		}
		label[r] = label[r] || v.Label != "" && m.label && !beside
		if v.Fan == engine.FanDown && !fan[r] {
			fan[r], heights[r] = true, m.fan
			fans++
		}
	}
	total := header
	for r := 1; r <= last; r++ {
		total += heights[r]
		if label[r] {
			total++
		}
	}
	spare := max(h-total, 0)
	y := header
	for r := 1; r <= last; r++ {
		if fan[r] {
			heights[r] = min(heights[r]+spare/fans, m.h+steps)
		}
		if part[r] && fans == 0 && spare >= parts {
			y++
		}
		ys[r] = y
		y += heights[r]
		if label[r] {
			y++
		}
	}
	return ys, heights, y
}

// Crowded reports whether some piles stand side by side without a blank between them, for
// want of room. Sideways fans always do.
func (l Layout) Crowded() bool {
	return l.gap == 0 && !slices.ContainsFunc(l.spots, func(s spot) bool { return s.fan == engine.FanRight })
}

// At returns the place drawn at a column and row of the layout, and whether there is one.
func (l Layout) At(x, y int) (engine.Place, bool) {
	for _, s := range l.spots {
		if x >= s.x && x < s.x+s.w && y >= s.y && y < s.y+s.h {
			return s.at, true
		}
	}
	return engine.Place{}, false
}

// Corner returns the top left corner of a place, or 0, 0 if the layout does not have the
// place.
func (l Layout) Corner(p engine.Place) (x, y int) {
	for _, s := range l.spots {
		if s.at == p {
			return s.x, s.y
		}
	}
	return 0, 0
}

// Beside returns the place to which the cursor moves from p by dx columns or dy rows, of
// which only the signs matter: the next place in its row, or the nearest in the row above
// or below. At the edge it is p itself.
func (l Layout) Beside(p engine.Place, dx, dy int) engine.Place {
	i := slices.IndexFunc(l.spots, func(s spot) bool { return s.at == p })
	if i < 0 {
		return p
	}
	from := l.spots[i]
	best, distance := p, 0
	for _, s := range l.spots {
		right, down := s.x+s.w/2-(from.x+from.w/2), s.at.Row()-p.Row()
		var d int
		switch {
		case dx != 0 && down == 0 && right*dx > 0:
			d = right * dx
		case dy != 0 && down*dy > 0:
			d = down*dy*1000 + max(right, -right)
		default:
			continue
		}
		if best == p || d < distance {
			best, distance = s.at, d
		}
	}
	return best
}

// Edge returns the first place of p's row or, for dx > 0, the last.
func (l Layout) Edge(p engine.Place, dx int) engine.Place { return l.farthest(p, dx, 0) }

// farthest returns where the cursor comes from p as far as [Layout.Beside] moves it.
func (l Layout) farthest(p engine.Place, dx, dy int) engine.Place {
	for q := l.Beside(p, dx, dy); q != p; q = l.Beside(p, dx, dy) {
		p = q
	}
	return p
}

// Row returns the place to which the cursor moves in the next row or, for dy < 0, in the
// one before. The first row follows the last.
func (l Layout) Row(p engine.Place, dy int) engine.Place {
	if q := l.Beside(p, 0, dy); q != p {
		return q
	}
	return l.farthest(p, 0, -dy)
}
