package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// The mouse can do what keys can. A click on a key in a screen's last row, on a panel or
// on a keys page presses it; in a list, a click chooses an entry and a second click opens
// it. Boards handle their own clicks.

// keyNames holds the named keys as screens and keys pages write them. Any other key is
// written as the character that it types.
var keyNames = map[string]tea.Key{
	"Enter": {Code: tea.KeyEnter}, "Esc": {Code: tea.KeyEscape}, "Backspace": {Code: tea.KeyBackspace},
	"Tab": {Code: tea.KeyTab}, "Shift-Tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "space": {Code: tea.KeySpace, Text: " "},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"Home": {Code: tea.KeyHome}, "End": {Code: tea.KeyEnd}, "PgUp": {Code: tea.KeyPgUp}, "PgDn": {Code: tea.KeyPgDown},
	"F1": {Code: tea.KeyF1}, "Ctrl-C": {Code: 'c', Mod: tea.ModCtrl}, "Ctrl-D": {Code: 'd', Mod: tea.ModCtrl}, "Ctrl-L": {Code: 'l', Mod: tea.ModCtrl},
	"Ctrl-Y": {Code: 'y', Mod: tea.ModCtrl}, "Ctrl-Z": {Code: 'z', Mod: tea.ModCtrl},
}

// at returns the key meant by a click x columns to the right of where k is written: the
// key written there or, on the text after the keys, the first one. ok is false if no
// single key is written there, as in "arrows".
func (k Key) at(x int) (tea.KeyPressMsg, bool) {
	name := k.Keys
	if len(name) > 1 { // a single character may itself be a separator
		const between = " ,/"
		if x >= len(name) {
			x = 0
		}
		end := len(name)
		if i := strings.IndexAny(name[x:], between); i >= 0 {
			end = x + i // between two names, the click means the one before
		}
		name = name[strings.LastIndexAny(name[:x], between)+1 : end]
	}
	key, ok := keyNames[name]
	if !ok && len(name) == 1 {
		key, ok = tea.Key{Code: rune(name[0]), Text: name}, true
	}
	return tea.KeyPressMsg(key), ok
}

// A spot is where a screen shows a key and what it does: w columns of a row.
type spot struct {
	Key
	x, y, w int
}

type spots []spot

// keyAt returns the key at a position.
func (s spots) keyAt(x, y int) (tea.KeyPressMsg, bool) {
	for _, k := range s {
		if y == k.y && x >= k.x && x < k.x+k.w {
			return k.at(x - k.x)
		}
	}
	return tea.KeyPressMsg{}, false
}

// click presses the key that was clicked. Any other click goes to the top screen.
func (a *App) click(msg tea.MouseClickMsg) tea.Cmd {
	if a.small() {
		return nil
	}
	msg = a.inside(msg).(tea.MouseClickMsg)
	if msg.Button != tea.MouseLeft {
		return a.send(msg)
	}
	at, shown := a.area(a.w, a.h), a.note.shows()
	if a.note.clear(); shown && msg.Y == at.h-1 {
		return nil // the keys there did not show
	}
	if msg.Y == at.h-1 {
		key, ok := spots(slices.Collect(layoutKeys(hintsOf(a.top()), at.w, at.h))).keyAt(msg.X, msg.Y)
		if !ok {
			return nil
		}
		return a.key(key)
	}
	p, ok := a.top().(clickable)
	if !ok {
		return a.send(msg)
	}
	key, ok := p.keyUnder(msg.X, msg.Y)
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
	m.X, m.Y = m.X-at.x, m.Y-at.y
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
