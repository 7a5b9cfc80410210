package tui

import (
	"time"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A motion shows a card on its way. It is brief, and keys do not wait for it.
type motion struct {
	card     engine.Card
	from, to engine.Place
	ends     time.Time
}

// motionTime is how long a card is on its way. It is drawn only once, in the middle: each
// further frame would add a tenth to what a move sends.
const motionTime = 150 * time.Millisecond

// startMotion begins the motion of a move that was played from a board.
func (t *table) startMotion(before engine.Board, m engine.Move) {
	v, ok := before.Find(m.From)
	if !ok || m.To.IsZero() || !v.Top().IsUp() || !t.env.settings.Motion {
		return
	}
	t.motion = motion{v.Top(), m.From, m.To, t.env.Now().Add(motionTime)}
}

// moving reports whether a card is on its way.
func (t *table) moving() bool { return t.env.Now().Before(t.motion.ends) }

// drawMotion draws the card on its way, on an empty part of the board: over another card
// it would look like that card's face.
func (t *table) drawMotion(g *grid.Grid, look theme.Look) {
	if !t.moving() {
		return
	}
	fromX, fromY := t.pointer.layout.Corner(t.motion.from)
	toX, toY := t.pointer.layout.Corner(t.motion.to)
	for _, eighths := range [...]int{4, 3, 5, 2, 6} {
		x := t.pointer.x + 1 + fromX + (toX-fromX)*eighths/8
		y := t.pointer.y + 1 + fromY + (toY-fromY)*eighths/8
		if g.At(x, y) == 0 && g.At(x+1, y) == 0 {
			index := look.Index(t.motion.card)
			g.Put(x, y, string(index[:]), look.Suits[t.motion.card.Suit()])
			// The cursor moves along, so that wiping the card out needs no cursor movement.
			g.Cursor.X, g.Cursor.Y = x, y
			return
		}
	}
}
