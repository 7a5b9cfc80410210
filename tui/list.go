package tui

import tea "charm.land/bubbletea/v2"

// Lists of what can be chosen from: by keys, the wheel and clicks.

// rows is which entry of a list each row of the window shows, for the mouse to
// choose from. A screen sets it when it draws.
type rows map[int]int

// mouse lets the wheel, which stops at the ends, and clicks choose among n
// entries. It tells whether the click was on the one that was chosen: that
// opens it.
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

// browse lets keys choose among n entries, and tells whether one was for that.
// It stops at the ends.
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

// wheel is where the mouse's wheel turns: 1 down, -1 up, 0 to a side.
func wheel(m tea.MouseWheelMsg) int {
	switch m.Button {
	case tea.MouseWheelDown:
		return 1
	case tea.MouseWheelUp:
		return -1
	}
	return 0
}
