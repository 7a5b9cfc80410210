package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/play"
)

// A pendingReveal is a position that the table must not show yet; see [play.Seat]. Until
// the store has it, only the position before shows.
type pendingReveal struct {
	onReveal func()   // called once the position shows, to report it
	keys     []string // pressed in the meantime
}

// heldKeysMax is how many keys are held back. Nobody types more in that time, so the rest
// is dropped.
const heldKeysMax = 32

// apply shows the position after a change of the round, at once or as soon as it may. It
// calls onReveal when the position shows.
func (t *table) apply(next play.Next, onReveal func()) tea.Cmd {
	t.clearMessage()
	t.pendingReveal.onReveal = onReveal
	if t.seat.Pending() {
		t.cancelInput()
	}
	return t.follow(next)
}

// holdKey holds a key back while a position is pending. It returns false if none is.
func (t *table) holdKey(key string) bool {
	if !t.seat.Pending() {
		return false
	}
	if len(t.pendingReveal.keys) < heldKeysMax {
		t.pendingReveal.keys = append(t.pendingReveal.keys, key)
	}
	return true
}

// reveal shows the pending position if it may show by now.
func (t *table) reveal() tea.Cmd {
	if t.pendingReveal.onReveal == nil || t.seat.Pending() {
		return nil
	}
	onReveal := t.pendingReveal.onReveal
	t.pendingReveal.onReveal = nil
	t.showPosition()
	onReveal()
	return tea.Batch(t.searchDeadEnd(), t.compare())
}

// replayKeys handles the keys that were held back, unless the position is still pending.
func (t *table) replayKeys() tea.Cmd {
	if t.seat.Pending() && !t.seat.Lost() {
		return nil
	}
	keys := t.pendingReveal.keys
	t.pendingReveal.keys = nil
	if t.seat.State() != play.Playing {
		return nil
	}
	var cmds []tea.Cmd
	for _, key := range keys {
		cmds = append(cmds, t.key(key))
	}
	return tea.Batch(cmds...)
}
