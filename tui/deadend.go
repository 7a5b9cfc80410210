package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// deadEndMsg reports to a table whether nothing more could be gained from its position at
// a turn.
type deadEndMsg struct {
	table   *table
	turn    int
	deadEnd bool
}

// searchDeadEnd searches for something left to gain, in a command, unless one of the
// legal moves obviously gains. Only one search runs at a time: keys come faster than
// searches end.
func (t *table) searchDeadEnd() tea.Cmd {
	d, ok := t.state().(engine.DeadEnder)
	if !ok || t.now.Over || t.searchingDeadEnd {
		return nil
	}
	if g, ok := d.(engine.Gainer); ok && slices.ContainsFunc(t.legal.legal, g.Gains) {
		return nil
	}
	t.searchingDeadEnd = true
	turn, limit := t.now.turn, t.env.HintLimit
	return func() tea.Msg {
		if limit != nil {
			limit <- struct{}{}
			defer func() { <-limit }()
		}
		dead, known := d.DeadEnd()
		return deadEndMsg{t, turn, dead && known}
	}
}

// applyDeadEnd applies the outcome of a search, or searches again if the table has moved
// on.
func (t *table) applyDeadEnd(msg deadEndMsg) tea.Cmd {
	t.searchingDeadEnd = false
	if msg.turn != t.now.turn {
		return t.searchDeadEnd()
	}
	t.now.deadEnd = msg.deadEnd
	return nil
}
