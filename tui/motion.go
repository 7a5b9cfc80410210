package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A motion is a card seen on its way, for a moment that no key waits for.
type motion struct {
	card     engine.Card
	from, to engine.Place
	left     int // frames to come
	chain    int // tells the frames of this motion from those of one before
}

const (
	motionFrames = 1 // each more is a tenth of what a move sends
	motionPause  = 150 * time.Millisecond
)

// motionMsg brings the next frame of a table's motion.
type motionMsg struct {
	table *table
	chain int
}

// moved begins the motion of a move that was played from a board.
func (t *table) moved(before engine.Board, m engine.Move) tea.Cmd {
	t.motion = motion{from: m.From, to: m.To, chain: t.motion.chain + 1}
	v, ok := before.Find(m.From)
	if !ok || m.To.IsZero() || !v.Top().IsUp() || !t.env.settings.Motion {
		return nil
	}
	t.motion.card, t.motion.left = v.Top(), motionFrames
	return t.nextFrame()
}

func (t *table) nextFrame() tea.Cmd {
	next := motionMsg{t, t.motion.chain}
	return t.env.Tick(motionPause, func(time.Time) tea.Msg { return next })
}

// frame moves the card on.
func (t *table) frame(msg motionMsg) tea.Cmd {
	if msg.chain != t.motion.chain || t.motion.left == 0 {
		return nil
	}
	t.motion.left--
	if t.motion.left == 0 {
		return nil
	}
	return t.nextFrame()
}

// drawMotion draws the card on its way across the board, where there is nothing:
// on another card it would look like that one's face.
func (t *table) drawMotion(g *grid.Grid, look theme.Look) {
	if t.motion.left == 0 {
		return
	}
	fromX, fromY := t.pointer.layout.Corner(t.motion.from)
	toX, toY := t.pointer.layout.Corner(t.motion.to)
	const parts = 4 * (motionFrames + 1)
	done := 4 * (motionFrames + 1 - t.motion.left)
	for _, at := range [...]int{done, done - 1, done + 1, done - 2, done + 2} {
		x := t.pointer.x + 1 + fromX + (toX-fromX)*at/parts
		y := t.pointer.y + 1 + fromY + (toY-fromY)*at/parts
		if g.At(x, y) == 0 && g.At(x+1, y) == 0 {
			index := look.Index(t.motion.card)
			g.Put(x, y, string(index[:]), look.Suits[t.motion.card.Suit()])
			g.Cursor.X, g.Cursor.Y = x, y // it goes along, and is there to wipe the card out
			return
		}
	}
}
