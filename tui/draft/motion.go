package draft

import (
	"time"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Motion shows a card on its way. It is brief, and keys do not wait for it.
type Motion struct {
	card     engine.Card
	from, to engine.Place
	ends     time.Time
}

// motionTime is how long a card is on its way. It is drawn only once, in the middle: each
// further frame would add a tenth to what a move sends.
const motionTime = 150 * time.Millisecond

// NewMotion returns the motion of a move that is played from a board, and none if it has
// nothing to show.
func NewMotion(before engine.Board, m engine.Move, now time.Time) Motion {
	v, ok := before.Find(m.From)
	if !ok || m.To.IsZero() || !v.Top().IsUp() {
		return Motion{}
	}
	return Motion{v.Top(), m.From, m.To, now.Add(motionTime)}
}

// On reports whether the card is on its way.
func (m *Motion) On(now time.Time) bool { return now.Before(m.ends) }

// Left returns how long the card is still on its way. It is not positive once it has
// arrived.
func (m *Motion) Left(now time.Time) time.Duration { return m.ends.Sub(now) }

// Draw draws the card on its way, on an empty part of the board: over another card, or
// inside a large one, it would look like that card's face.
func (m *Motion) Draw(g *grid.Grid, p *Pointer, look theme.Look) {
	fromX, fromY := p.Layout.Corner(m.from)
	toX, toY := p.Layout.Corner(m.to)
	for _, eighths := range [...]int{4, 3, 5, 2, 6} {
		x := p.X + 1 + fromX + (toX-fromX)*eighths/8
		y := p.Y + 1 + fromY + (toY-fromY)*eighths/8
		_, inside := p.Layout.At(x-p.X, y-p.Y)
		_, also := p.Layout.At(x+1-p.X, y-p.Y)
		if p.Layout.Size < board.Boxes && (inside || also) {
			continue
		}
		if g.At(x, y) == 0 && g.At(x+1, y) == 0 {
			index := look.Index(m.card)
			g.Put(x, y, string(index[:]), look.Suits[m.card.Suit()])
			// The cursor moves along, so that wiping the card out needs no cursor movement.
			g.Cursor.X, g.Cursor.Y = x, y
			return
		}
	}
}
