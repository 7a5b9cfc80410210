package tui_test

import (
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
			if !r.Quit {
				t.Errorf("q does not leave:\n%s", r.Screen())
			}
		})
	}
}
