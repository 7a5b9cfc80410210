package tuitest

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Click presses and releases the left button on the first place where the
// screen shows a text.
func (r *Robot) Click(text string) { r.Drag(text, text) }

// ClickKey is Click on an entry of the last row, where the keys stand.
func (r *Robot) ClickKey(text string) {
	r.t.Helper()
	lines := strings.Split(r.Screen(), "\n")
	before, _, ok := strings.Cut(lines[len(lines)-1], text)
	if !ok {
		r.t.Fatalf("the last row does not show %q:\n%s", text, r.Screen())
	}
	at := tea.Mouse{X: len([]rune(before)), Y: r.h - 1, Button: tea.MouseLeft}
	r.send(tea.MouseClickMsg(at))
	r.send(tea.MouseReleaseMsg(at))
}

// RightClick is Click with the right button.
func (r *Robot) RightClick(text string) {
	r.t.Helper()
	at := r.find(text)
	at.Button = tea.MouseRight
	r.send(tea.MouseClickMsg(at))
	r.send(tea.MouseReleaseMsg(at))
}

// Drag presses the left button on the first place where the screen shows from,
// and lets it go where it then shows to.
func (r *Robot) Drag(from, to string) {
	r.t.Helper()
	start, end := r.find(from), r.find(to)
	start.Button, end.Button = tea.MouseLeft, tea.MouseLeft
	r.send(tea.MouseClickMsg(start))
	r.send(tea.MouseReleaseMsg(end))
}

// find is where the screen first shows a text.
func (r *Robot) find(text string) tea.Mouse {
	r.t.Helper()
	for y, line := range strings.Split(r.Screen(), "\n") {
		if before, _, ok := strings.Cut(line, text); ok {
			return tea.Mouse{X: len([]rune(before)), Y: y}
		}
	}
	r.t.Fatalf("the screen does not show %q:\n%s", text, r.Screen())
	return tea.Mouse{}
}

// Wheel turns the mouse's wheel by so many notches: down, or up for n < 0.
func (r *Robot) Wheel(n int) {
	button := tea.MouseWheelDown
	if n < 0 {
		button, n = tea.MouseWheelUp, -n
	}
	for range n {
		r.Screen()
		r.send(tea.MouseWheelMsg{Button: button})
	}
}
