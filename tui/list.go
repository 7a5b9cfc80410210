package tui

import tea "charm.land/bubbletea/v2"

// Lists from which the player chooses by keys, wheel and clicks.

// rows maps rows of the window to the list entries that they show, for the mouse. A
// screen sets it when it draws.
type rows map[int]int

// mouse lets the wheel and clicks choose among n entries; the wheel stops at the ends. It
// reports whether the click was on the entry that was chosen already, which opens it.
func (r rows) mouse(msg tea.MouseMsg, chosen *int, n int) (opens bool) {
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		*chosen = max(min(*chosen+wheel(msg), n-1), 0)
	case tea.MouseClickMsg:
		i, ok := r[msg.Y]
		if !ok || i >= n || msg.Button != tea.MouseLeft {
			return false
		}
		opens = i == *chosen
		*chosen = i
	}
	return opens
}

// browse lets keys choose among n entries, stopping at the ends. It reports whether it
// handled the key.
func browse(key string, chosen *int, n int) bool {
	switch key {
	case "up", "k":
		*chosen--
	case "down", "j":
		*chosen++
	case "pgup":
		*chosen -= 10
	case "pgdown":
		*chosen += 10
	case "home":
		*chosen = 0
	case "end":
		*chosen = n - 1
	default:
		return false
	}
	*chosen = max(min(*chosen, n-1), 0)
	return true
}

// wheel returns the direction of the mouse wheel: 1 down, -1 up, 0 sideways.
func wheel(m tea.MouseWheelMsg) int {
	switch m.Button {
	case tea.MouseWheelDown:
		return 1
	case tea.MouseWheelUp:
		return -1
	}
	return 0
}
