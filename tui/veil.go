package tui

import tea "charm.land/bubbletea/v2"

// A veil covers a position that the table must not show yet; see [play.Seat]. Until it
// lifts, only the position before shows.
type veil struct {
	told func()   // called once the position shows, to report it
	keys []string // pressed in the meantime
}

// veiledKeys is how many keys a veil holds back. Nobody types more in that time, so it
// drops the rest.
const veiledKeys = 32

// come saves a change of the round and shows the new position, at once or as soon as it
// may. It calls told when the position shows.
func (t *table) come(told func()) tea.Cmd {
	t.hush()
	t.veil.told = told
	if t.seat.Pending() {
		t.calm()
		return t.save()
	}
	return tea.Batch(t.save(), t.unveil())
}

// behind holds a key back while a position is pending. It returns false if none is.
func (t *table) behind(key string) bool {
	if !t.seat.Pending() {
		return false
	}
	if len(t.veil.keys) < veiledKeys {
		t.veil.keys = append(t.veil.keys, key)
	}
	return true
}

// unveil shows the pending position if it may show by now.
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

// typedAhead handles the keys that were held back, unless the position is still pending.
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
