package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// deadMsg tells a table whether nothing more could be gained from its position at a turn.
type deadMsg struct {
	table *table
	turn  int
	dead  bool
}

// lookAhead searches for something left to gain, in a command, unless one of the legal
// moves obviously gains. Only one search runs at a time: keys come faster than searches
// end.
func (t *table) lookAhead() tea.Cmd {
	d, ok := t.state().(engine.DeadEnder)
	if !ok || t.now.Over || t.looking {
		return nil
	}
	if g, ok := d.(engine.Gainer); ok && slices.ContainsFunc(t.legal.legal, g.Gains) {
		return nil
	}
	t.looking = true
	turn, slots := t.now.turn, t.env.Slots
	return func() tea.Msg {
		if slots != nil {
			slots <- struct{}{}
			defer func() { <-slots }()
		}
		dead, known := d.DeadEnd()
		return deadMsg{t, turn, dead && known}
	}
}

// lookedAhead applies the outcome of a search, or searches again if the table has moved
// on.
func (t *table) lookedAhead(msg deadMsg) tea.Cmd {
	t.looking = false
	if msg.turn != t.now.turn {
		return t.lookAhead()
	}
	t.now.dead = msg.dead
	return nil
}
