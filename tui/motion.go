package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A motion is a card seen on its way: a few frames, at most ten a second, that
// no key waits for.
type motion struct {
	card     engine.Card
	from, to engine.Place
	left     int // frames to come
	chain    int // tells the frames of this motion from those of one before
}

const (
	motionFrames = 3
	motionPause  = 100 * time.Millisecond
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

// drawMotion draws the card on its way over the board.
func (t *table) drawMotion(g *grid.Grid, look theme.Look) {
	if t.motion.left == 0 {
		return
	}
	fromX, fromY := t.pointer.layout.Corner(t.motion.from)
	toX, toY := t.pointer.layout.Corner(t.motion.to)
	done := motionFrames + 1 - t.motion.left
	x := fromX + (toX-fromX)*done/(motionFrames+1)
	y := fromY + (toY-fromY)*done/(motionFrames+1)
	g.Put(t.pointer.x+x+1, t.pointer.y+y+1, look.Card(t.motion.card), look.Marker)
}
