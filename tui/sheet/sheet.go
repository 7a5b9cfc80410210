// Package sheet lists the moves of a round beside its board: each as its word, with the
// card that it played, and with the points where they changed.
package sheet

import (
	"iter"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// Width is how many columns a sheet takes.
const Width = 26

// A Sheet is the list of a round's moves, numbered from 1; number 0 is the deal. It shows
// a part of them. The zero Sheet has not even a deal.
type Sheet struct {
	lines []line
	top   int // the number in the first row
	// What the last frame had: the number that it had to show, the last one, and where
	// the rows are.
	shown, last int
	x, y, rows  int
}

// A line is what the sheet knows of a move.
type line struct {
	move   engine.Move
	card   engine.Card // on top of the source; it shows if it lay face up
	points int32       // after the move
}

// Len returns the number of moves.
func (s *Sheet) Len() int { return max(len(s.lines)-1, 0) }

// Follow makes the list that of these moves. states yields the states of the round from
// the one after n moves on; Follow asks only for those that it does not know.
func (s *Sheet) Follow(moves []engine.Move, states func(n int) iter.Seq[engine.State]) {
	same := 0
	for same < min(len(moves), s.Len()) && s.lines[same+1].move == moves[same] {
		same++
	}
	if len(s.lines) > 0 {
		s.lines = s.lines[:same+1]
		if same == len(moves) {
			return
		}
	}
	var before engine.State
	n := same
	for state := range states(same) {
		switch {
		case before != nil && n < len(moves):
			l := line{move: moves[n], points: int32(state.Score().Points)}
			b := before.Board()
			if v, ok := b.Find(l.move.From); ok {
				l.card = v.Top()
			}
			s.lines = append(s.lines, l)
			n++
		case len(s.lines) == 0:
			s.lines = append(s.lines, line{points: int32(state.Score().Points)})
		}
		before = state
	}
}

// Draw draws the sheet at column x, from row y on, in h rows. It scrolls so that number at
// shows, with the sign of the place that is chosen if chosen is true; remark returns what
// stands after a move, in at most two columns.
func (s *Sheet) Draw(g *grid.Grid, look *theme.Look, x, y, h, at int, chosen bool, remark func(n int) string) {
	s.x, s.y, s.rows = x, y+1, h-1
	if at != s.shown || s.Len() != s.last {
		s.show(at)
	}
	s.shown, s.last = at, s.Len()
	g.Fill(x, y, 1, h, look.Box.V, look.Border)
	g.Put(x+6, y, "move", look.Faint)
	g.Put(x+16, y, "points", look.Faint)
	for i := range s.rows {
		if n := s.top + i; n < len(s.lines) {
			s.line(g, look, s.y+i, n, chosen && n == at, remark)
		}
	}
}

// show scrolls as far as is needed. It goes on by half of the rows, so that most moves
// change one row of the window.
func (s *Sheet) show(at int) {
	switch {
	case at >= s.top && at < s.top+s.rows:
	case at >= s.top+s.rows && at <= s.shown+2 && s.shown < s.top+s.rows: // a move was played
		s.top = at - s.rows/2
	default:
		s.top = max(min(at-s.rows/2, len(s.lines)-s.rows), 0)
	}
}

// line draws the line of number n in row y.
func (s *Sheet) line(g *grid.Grid, look *theme.Look, y, n int, chosen bool, remark func(n int) string) {
	l, x, style := &s.lines[n], s.x+1, look.Text
	if chosen {
		style = look.Cursor
		g.Put(x, y, ">", style)
		g.Cursor.X, g.Cursor.Y = x, y
	}
	number := strconv.Itoa(n)
	g.Put(x+4-len(number), y, number, look.Faint)
	if n == 0 {
		g.Put(x+5, y, "the deal", style)
		return
	}
	g.Put(x+5, y, l.move.String(), style)
	if l.card.IsUp() {
		index := look.Index(l.card)
		g.Put(x+12, y, string(index[:]), look.Suits[l.card.Suit()])
	}
	if l.points != s.lines[n-1].points {
		points := strconv.Itoa(int(l.points))
		g.Put(x+21-len(points), y, points, style)
	}
	if remark != nil {
		g.Put(x+22, y, remark(n), look.Warn)
	}
}

// Under returns the number under the mouse, if there is one.
func (s *Sheet) Under(m tea.Mouse) (n int, ok bool) {
	n = s.top + m.Y - s.y
	return n, s.holds(m) && n < len(s.lines)
}

// Wheel scrolls by three rows if the mouse is on the sheet, and reports whether it is.
func (s *Sheet) Wheel(m tea.MouseWheelMsg) bool {
	if !s.holds(m.Mouse()) {
		return false
	}
	s.top = max(min(s.top+3*widget.Wheel(m), len(s.lines)-1), 0)
	return true
}

// holds reports whether the mouse is on a row of the sheet.
func (s *Sheet) holds(m tea.Mouse) bool {
	return s.rows > 0 && m.X >= s.x && m.X < s.x+Width && m.Y >= s.y && m.Y < s.y+s.rows
}

// Hide says that the sheet does not show, so that the mouse cannot be on it.
func (s *Sheet) Hide() { s.rows = 0 }

// Forget empties the sheet, for another round.
func (s *Sheet) Forget() { *s = Sheet{lines: s.lines[:0]} }
