package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/widget"
)

// hintsOf returns the entries of the last row for bindings. Those with the names in first
// come first, in that order.
func hintsOf(bindings []widget.Binding, first ...string) (keys []Key) {
	for _, b := range widget.Hints(bindings, first...) {
		keys = append(keys, Key{b.Name(), b.Hint})
	}
	return keys
}

// keysOf returns the lines of the keys page for bindings.
func keysOf(bindings []widget.Binding) (keys []Key) {
	for _, b := range widget.Page(bindings) {
		keys = append(keys, Key{b.Keys, b.Does})
	}
	return keys
}

// keysHint offers the keys page in the last row; the app opens it.
var keysHint = widget.Binding{Keys: "?", Hint: "keys"}

// direction returns where a key of a pair goes: -1 for up, left, less and back, 1 for the
// others.
func direction(key string) int {
	switch key {
	case "up", "k", "left", "h", "pgup", "b", "-":
		return -1
	}
	return 1
}

// unless returns the refusal of a key that needs something that a session may not have:
// why if it does not, else "".
func unless(has bool, why string) string {
	if has {
		return ""
	}
	return why
}

// goBack leaves the screen.
func goBack() tea.Cmd { return back }
