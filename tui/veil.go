package tui

import tea "charm.land/bubbletea/v2"

// A veil keeps a card that was turned up from the eye until the move that did
// it is stored. In a round that counts nobody sees a card of a move that then
// is not: another session may have taken the game over meanwhile.
type veil struct {
	down bool     // the board shows as it was before
	keys []string // pressed behind it
}

// veiledKeys is how many keys wait behind a veil; more are nobody's hands.
const veiledKeys = 32

// behind takes a key that comes while a veil is down.
func (t *table) behind(key string) bool {
	if !t.veil.down {
		return false
	}
	if len(t.veil.keys) < veiledKeys {
		t.veil.keys = append(t.veil.keys, key)
	}
	return true
}

// unveil shows the board as it is, and does what was pressed meanwhile. A game
// that another session has stays veiled.
func (t *table) unveil() tea.Cmd {
	if !t.veil.down || t.saving.lost() {
		t.veil.keys = nil
		return nil
	}
	keys := t.veil.keys
	t.veil = veil{}
	t.pointer.show(t.state().Board())
	var cmds []tea.Cmd
	for _, key := range keys {
		cmds = append(cmds, t.key(key))
	}
	return tea.Batch(cmds...)
}
