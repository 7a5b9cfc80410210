package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/screen"
)

// The mouse can do what keys can. A click on a key in a screen's last row, on a panel or
// on a keys page presses it; in a list, a click chooses an entry and a second click opens
// it. Boards handle their own clicks.

// click presses the key that was clicked. Any other click goes to the top screen.
func (a *App) click(msg tea.MouseClickMsg) tea.Cmd {
	if a.small() {
		return nil
	}
	msg = a.inside(msg).(tea.MouseClickMsg)
	if msg.Button != tea.MouseLeft {
		return a.send(msg)
	}
	at, covers := a.area(a.w, a.h), a.note.covers
	a.note.press()
	if msg.Y == at.H-1 {
		if msg.X < covers {
			return nil // the keys there did not show
		}
		key, ok := screen.LayoutKeys(screen.HintsOf(a.top()), at.W-covers, at.H).KeyAt(msg.X-covers, msg.Y)
		if !ok {
			return nil
		}
		return a.key(key)
	}
	p, ok := a.top().(screen.Clickable)
	if !ok {
		return a.send(msg)
	}
	key, ok := p.KeyUnder(msg.X, msg.Y)
	if !ok {
		return a.send(msg)
	}
	var back tea.Cmd
	// The page closes, so that the key goes to the screen that it is about.
	if _, page := p.(*keysPage); page {
		back = a.back()
	}
	return tea.Batch(back, a.key(key))
}

// inside returns a mouse event at its position in the part of the window on which the top
// screen draws.
func (a *App) inside(msg tea.MouseMsg) tea.MouseMsg {
	at := a.area(a.w, a.h)
	m := msg.Mouse()
	m.X, m.Y = m.X-at.X, m.Y-at.Y
	switch msg.(type) {
	case tea.MouseClickMsg:
		return tea.MouseClickMsg(m)
	case tea.MouseReleaseMsg:
		return tea.MouseReleaseMsg(m)
	case tea.MouseWheelMsg:
		return tea.MouseWheelMsg(m)
	case tea.MouseMotionMsg:
		return tea.MouseMotionMsg(m)
	}
	return msg
}
