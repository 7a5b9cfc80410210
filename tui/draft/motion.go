package draft

import (
	"time"

	"boardwalk/engine"
	"boardwalk/tui/board"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Motion shows a card on its way, and then some light on the foundations that it completed. It is
// brief, and keys do not wait for it.
type Motion struct {
	card     engine.Card
	from, to engine.Place
	arrives  time.Time // the card
	lit      []engine.Place
	Ends     time.Time // when the card has arrived and nothing is lit any more
}

// motionTime is how long a card is on its way. It is drawn only once, in the middle: each
// further frame would add a tenth to what a move sends.
const motionTime = 150 * time.Millisecond

// lightTime is how long a foundation is lit that has become complete.
const lightTime = 500 * time.Millisecond

// NewMotion returns the motion of a move that is played from a board, and none if it has
// nothing to show.
func NewMotion(before engine.Board, m engine.Move, now time.Time) Motion {
	v, ok := before.Find(m.From)
	if !ok || m.To.IsZero() || !v.Top().IsUp() {
		return Motion{}
	}
	arrives := now.Add(motionTime)
	return Motion{v.Top(), m.From, m.To, arrives, nil, arrives}
}

// Light lights the foundations that are complete on a board and were not before, once the card
// has arrived.
func (m *Motion) Light(before, board engine.Board, now time.Time) {
	for _, v := range board.Piles {
		if was, _ := before.Find(v.At); v.Marks&^was.Marks&engine.Complete != 0 {
			m.lit, m.Ends = append(m.lit, v.At), now.Add(max(m.arrives.Sub(now), 0)+lightTime)
		}
	}
}

// Lit returns the places that are lit.
func (m *Motion) Lit(now time.Time) []engine.Place {
	if now.Before(m.arrives) || !m.On(now) {
		return nil
	}
	return m.lit
}

// On reports whether the card is on its way, or something is lit.
func (m *Motion) On(now time.Time) bool { return now.Before(m.Ends) }

// Left returns how long what shows stays as it is. It is not positive once the motion has ended.
func (m *Motion) Left(now time.Time) time.Duration {
	if now.Before(m.arrives) {
		return m.arrives.Sub(now)
	}
	return m.Ends.Sub(now)
}

// Draw draws the card on its way, on an empty part of the board: over another card, or
// inside a large one, it would look like that card's face. Once it has arrived, it draws nothing.
func (m *Motion) Draw(g *grid.Grid, p *Pointer, look *theme.Look, now time.Time) {
	if !now.Before(m.arrives) {
		return
	}
	_, begins := p.Board.Find(m.from)
	if _, ends := p.Board.Find(m.to); !begins || !ends { // another board
		return
	}
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
