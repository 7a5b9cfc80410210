package tui

import tea "charm.land/bubbletea/v2"

// A veil is over a position that the table does not show yet: see [play.Seat]. All that
// shows is the position before it.
type veil struct {
	told func()   // tells of the position, once it shows
	keys []string // pressed meanwhile
}

// veiledKeys is the most keys that wait until a veil is lifted: no hand types more.
const veiledKeys = 32

// come saves a change of the round and shows what it has come to, at once or as soon as
// it may; told then tells of it.
func (t *table) come(told func()) tea.Cmd {
	t.hush()
	t.veil.told = told
	if t.seat.Pending() {
		t.calm()
		return t.save()
	}
	return tea.Batch(t.save(), t.unveil())
}

// behind takes a key that comes while a veil is down, and reports whether one is.
func (t *table) behind(key string) bool {
	if !t.seat.Pending() {
		return false
	}
	if len(t.veil.keys) < veiledKeys {
		t.veil.keys = append(t.veil.keys, key)
	}
	return true
}

// unveil shows what waits to be shown, if it may be by now.
func (t *table) unveil() tea.Cmd {
	if t.veil.told == nil || t.seat.Pending() {
		return nil
	}
	told := t.veil.told
	t.veil.told = nil
	t.settle()
	told()
	return tea.Batch(t.lookAhead(), t.compare())
}

// typedAhead does what was pressed while a veil was down, once none is. At a table that is
// lost nothing is done of it.
func (t *table) typedAhead() tea.Cmd {
	keys := t.veil.keys
	if t.seat.Pending() && !t.seat.Lost() {
		return nil
	}
	t.veil.keys = nil
	if t.seat.Lost() {
		return nil
	}
	var cmds []tea.Cmd
	for _, key := range keys {
		cmds = append(cmds, t.key(key))
	}
	return tea.Batch(cmds...)
}
