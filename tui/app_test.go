package tui_test

import (
	"slices"
	"strings"
	"testing"

	"boardwalk/engine/catalog"
	"boardwalk/tui/tuitest"
)

func TestEscAndQLeaveEveryScreen(t *testing.T) {
	for name, keys := range map[string][]string{
		"keys": {"?"}, "rules": {"f1"}, "history": {"H"}, "table": {"enter"}, "rules at the table": {"enter", "f1"},
		"keys at the table": {"enter", "?"},
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			r.Press(keys...)
			for range 3 {
				r.Press("esc")
			}
			if r.Quit {
				t.Fatal("Esc quits")
			}
			for range 3 {
				r.Press("q")
			}
			if r.Quit {
				t.Fatal("q leaves the arcade unasked")
			}
			r.Press("y")
			if !r.Quit {
				t.Errorf("q does not leave:\n%s", r.Screen())
			}
		})
	}
}

// TestLeavingAsksOnce presses q in the lobby and from where one gets there by q.
func TestLeavingAsksOnce(t *testing.T) {
	const asks = "Leave the arcade? (y/n)"
	look := int64(1000) // milliseconds
	for name, c := range map[string]struct {
		keys  []string // "look" waits
		quits bool
	}{
		"q":                       {[]string{"q"}, false},
		"q, a look, q":            {[]string{"q", "look", "q"}, false},
		"q y":                     {[]string{"q", "y"}, true},
		"q q at once":             {[]string{"q", "q"}, false},
		"q held down":             {slices.Repeat([]string{"q"}, 100), false},
		"q q from a table":        {[]string{"enter", "q", "look", "q"}, false},
		"q q q from a table":      {[]string{"enter", "q", "q", "q"}, false},
		"q, a look, another key":  {[]string{"q", "look", "down", "look", "q"}, false},
		"Esc stays":               {[]string{"q", "esc"}, false},
		"Ctrl-C":                  {[]string{"ctrl+c"}, true},
		"Ctrl-D":                  {[]string{"ctrl+d"}, true},
		"Ctrl-C at the question":  {[]string{"q", "ctrl+c"}, true},
		"Ctrl-D while one types":  {[]string{"/", "a", "ctrl+d", "ctrl+d"}, true},
		"Ctrl-D leaves the table": {[]string{"enter", "ctrl+d"}, false},
	} {
		t.Run(name, func(t *testing.T) {
			r := tuitest.New(t, &tuitest.Store{}, catalog.All())
			for _, key := range c.keys {
				if key == "look" {
					r.Clock += look
					continue
				}
				r.Press(key)
			}
			if r.Quit != c.quits {
				t.Errorf("it leaves: %v, want %v\n%s", r.Quit, c.quits, r.Screen())
			}
			if last := c.keys[len(c.keys)-1]; strings.Contains(r.Screen(), asks) != (last == "q" && !c.quits) {
				t.Errorf("after %s:\n%s", last, r.Screen())
			}
		})
	}
	r := tuitest.New(t, &tuitest.Store{}, catalog.All())
	r.Press("q", "enter") // no answer, and no game begins
	r.Sees("Boardwalk Arcade", asks)
	r.Press("n", "q")
	r.Sees(asks, "y yes  n no")
	r.Press("n")
	unseen(t, r, asks, "a fresh deal")
	r.Resize(30, 8) // where no question shows
	if r.Press("q"); !r.Quit {
		t.Error("q does not leave a small window")
	}
}
