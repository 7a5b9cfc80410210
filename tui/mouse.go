package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
)

// The mouse can do what keys can: a click on a key in the last row of a screen,
// on a panel or a keys page presses it, and in a list a click chooses and
// another opens. Boards take clicks of their own.

// keyNames is the keys with a name, as screens and keys pages write it. Any
// other key is the character that it types.
var keyNames = map[string]tea.Key{
	"Enter": {Code: tea.KeyEnter}, "Esc": {Code: tea.KeyEscape}, "Backspace": {Code: tea.KeyBackspace},
	"Tab": {Code: tea.KeyTab}, "Shift-Tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "space": {Code: tea.KeySpace, Text: " "},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"Home": {Code: tea.KeyHome}, "End": {Code: tea.KeyEnd}, "PgUp": {Code: tea.KeyPgUp}, "PgDn": {Code: tea.KeyPgDown},
	"F1": {Code: tea.KeyF1}, "Ctrl-C": {Code: 'c', Mod: tea.ModCtrl}, "Ctrl-L": {Code: 'l', Mod: tea.ModCtrl},
	"Ctrl-Y": {Code: 'y', Mod: tea.ModCtrl}, "Ctrl-Z": {Code: 'z', Mod: tea.ModCtrl},
}

// at is the key that a click means, so many columns behind where k is written:
// the one that stands there or, on what it does, the first. There is none where
// no single key is written, such as in "arrows".
func (k Key) at(x int) (tea.KeyPressMsg, bool) {
	name := k.Keys
	if len(name) > 1 { // else it may be one of those that stand between names
		const between = " ,/"
		if x >= len(name) {
			x = 0
		}
		end := len(name)
		if i := strings.IndexAny(name[x:], between); i >= 0 {
			end = x + i // where x is between two names, the one before it is meant
		}
		name = name[strings.LastIndexAny(name[:x], between)+1 : end]
	}
	key, ok := keyNames[name]
	if !ok && len(name) == 1 {
		key, ok = tea.Key{Code: rune(name[0]), Text: name}, true
	}
	return tea.KeyPressMsg(key), ok
}

// A spot is where a screen shows a key: w columns of a row, with what it does.
type spot struct {
	Key
	x, y, w int
}

type spots []spot

// under is the key that a click means.
func (s spots) under(x, y int) (tea.KeyPressMsg, bool) {
	for _, k := range s {
		if y == k.y && x >= k.x && x < k.x+k.w {
			return k.at(x - k.x)
		}
	}
	return tea.KeyPressMsg{}, false
}

// A pointed is a screen that shows keys elsewhere than in its last row. Under
// is the key that a click there means.
type pointed interface {
	under(x, y int) (tea.KeyPressMsg, bool)
}

// click presses the key that a click is on. All else is the top screen's.
func (a *App) click(msg tea.MouseClickMsg) tea.Cmd {
	if msg.Button != tea.MouseLeft || a.w < minWidth || a.h < minHeight {
		return a.send(msg)
	}
	if msg.Y == a.h-1 {
		key, ok := spots(slices.Collect(lined(a.top().Hints(), a.w, a.h))).under(msg.X, msg.Y)
		if !ok {
			return nil
		}
		return a.key(key)
	}
	p, ok := a.top().(pointed)
	if !ok {
		return a.send(msg)
	}
	key, ok := p.under(msg.X, msg.Y)
	if !ok {
		return a.send(msg)
	}
	var back tea.Cmd
	if _, page := p.(*keysPage); page { // it makes way for the screen that it is about
		back = a.back()
	}
	return tea.Batch(back, a.key(key))
}
