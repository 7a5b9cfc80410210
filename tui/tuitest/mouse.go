package tuitest

import (
	"strings"

	tea "charm.land/bubbletea/v2"
)

// Click clicks the left button where the screen first shows a text.
func (r *Robot) Click(text string) {
	r.t.Helper()
	r.click(tea.MouseLeft, r.find(text))
}

// ClickKey clicks an entry of the last row that is not blank: it lists the keys.
func (r *Robot) ClickKey(text string) {
	r.t.Helper()
	lines := strings.Split(strings.TrimRight(r.Screen(), "\n"), "\n")
	x, _, ok := position(lines[len(lines)-1], text)
	if !ok {
		r.t.Fatalf("the last row does not show %q:\n%s", text, r.Screen())
	}
	r.click(tea.MouseLeft, tea.Mouse{X: x, Y: len(lines) - 1})
}

// RightClick clicks the right button where the screen first shows a text.
func (r *Robot) RightClick(text string) {
	r.t.Helper()
	r.click(tea.MouseRight, r.find(text))
}

// click presses a button and releases it at once.
func (r *Robot) click(button tea.MouseButton, at tea.Mouse) {
	at.Button = button
	r.Send(tea.MouseClickMsg(at))
	r.Send(tea.MouseReleaseMsg(at))
}

// find returns the position where the screen first shows a text.
func (r *Robot) find(text string) tea.Mouse {
	r.t.Helper()
	x, y, ok := position(r.Screen(), text)
	if !ok {
		r.t.Fatalf("the screen does not show %q:\n%s", text, r.Screen())
	}
	return tea.Mouse{X: x, Y: y}
}

// Wheel turns the mouse wheel by n notches at the top left: down, or up for n < 0.
func (r *Robot) Wheel(n int) { r.wheel(n, tea.Mouse{}) }

// WheelAt turns the mouse wheel where the screen first shows a text.
func (r *Robot) WheelAt(text string, n int) {
	r.t.Helper()
	r.wheel(n, r.find(text))
}

func (r *Robot) wheel(n int, at tea.Mouse) {
	button := tea.MouseWheelDown
	if n < 0 {
		button, n = tea.MouseWheelUp, -n
	}
	for range n {
		r.draw()
		r.Send(tea.MouseWheelMsg{X: at.X, Y: at.Y, Button: button})
	}
}
