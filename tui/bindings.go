package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/widget"
)

// A hinter is a screen that makes its last row itself: the table, whose frames must not
// allocate. Hints returns the keys that matter now. The result is valid until the next
// call.
type hinter interface{ Hints() []Key }

// hintsOf returns the entries of a screen's last row.
func hintsOf(s Screen) (keys []Key) {
	if s, ok := s.(hinter); ok {
		return s.Hints()
	}
	for _, b := range widget.Hints(s.Bindings()) {
		keys = append(keys, Key{b.Name(), b.Hint})
	}
	return keys
}

// keysOf returns the lines of a screen's keys page.
func keysOf(s Screen) (keys []Key) {
	for _, b := range widget.Page(s.Bindings()) {
		keys = append(keys, Key{b.Keys, b.Does})
	}
	return keys
}

// listed returns bindings of keys that a screen handles itself, for its keys page.
func listed(keys []Key) (bindings []widget.Binding) {
	for _, k := range keys {
		bindings = append(bindings, widget.Binding{Keys: k.Keys, Does: k.Does})
	}
	return bindings
}

// keysHint offers the keys page in the last row; the app opens it.
var keysHint = widget.Binding{Keys: "?", Hint: "keys"}

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
