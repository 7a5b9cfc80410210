package tuitest

import (
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"
)

// Click clicks the left button where the screen first shows a text.
func (r *Robot) Click(text string) { r.Drag(text, text) }

// ClickKey clicks an entry of the last row that is not blank: it lists the keys.
func (r *Robot) ClickKey(text string) {
	r.t.Helper()
	lines := strings.Split(strings.TrimRight(r.Screen(), "\n"), "\n")
	before, _, ok := strings.Cut(lines[len(lines)-1], text)
	if !ok {
		r.t.Fatalf("the last row does not show %q:\n%s", text, r.Screen())
	}
	at := tea.Mouse{X: len([]rune(before)), Y: len(lines) - 1, Button: tea.MouseLeft}
	r.Send(tea.MouseClickMsg(at))
	r.Send(tea.MouseReleaseMsg(at))
}

// RightClick clicks the right button where the screen first shows a text.
func (r *Robot) RightClick(text string) {
	r.t.Helper()
	at := find(r.t, r.Screen(), text)
	at.Button = tea.MouseRight
	r.Send(tea.MouseClickMsg(at))
	r.Send(tea.MouseReleaseMsg(at))
}

// Drag presses the left button where the screen first shows from, and releases it where
// the screen first shows to.
func (r *Robot) Drag(from, to string) {
	r.t.Helper()
	start, end := find(r.t, r.Screen(), from), find(r.t, r.Screen(), to)
	start.Button, end.Button = tea.MouseLeft, tea.MouseLeft
	r.Send(tea.MouseClickMsg(start))
	r.Send(tea.MouseReleaseMsg(end))
}

// find returns the position where a screen first shows a text.
func find(t testing.TB, screen, text string) tea.Mouse {
	t.Helper()
	x, y, ok := position(screen, text)
	if !ok {
		t.Fatalf("the screen does not show %q:\n%s", text, screen)
	}
	return tea.Mouse{X: x, Y: y}
}

// Wheel turns the mouse wheel by n notches at the top left: down, or up for n < 0.
func (r *Robot) Wheel(n int) { r.wheel(n, tea.Mouse{}) }

// WheelAt turns the mouse wheel where the screen first shows a text.
func (r *Robot) WheelAt(text string, n int) {
	r.t.Helper()
	r.wheel(n, find(r.t, r.Screen(), text))
}

func (r *Robot) wheel(n int, at tea.Mouse) {
	button := tea.MouseWheelDown
	if n < 0 {
		button, n = tea.MouseWheelUp, -n
	}
	for range n {
		r.Screen()
		r.Send(tea.MouseWheelMsg{X: at.X, Y: at.Y, Button: button})
	}
}
