package tui

import (
	"testing"

	tea "charm.land/bubbletea/v2"
)

// TestBeating: under Bubble Tea each second brings the next, and the app stays the
// one that beats.
func TestBeating(t *testing.T) {
	b := beating{New(Env{})}
	var model tea.Model = b
	for _, msg := range []tea.Msg{tea.WindowSizeMsg{Width: 80, Height: 24}, beatMsg{}, beatMsg{}} {
		var next tea.Cmd
		if model, next = model.Update(msg); model != tea.Model(b) {
			t.Fatalf("behind %T comes a %T", msg, model)
		}
		if _, beats := msg.(beatMsg); beats != (next != nil) {
			t.Errorf("behind %T: a next beat: %v", msg, next != nil)
		}
	}
	if b.Init() == nil {
		t.Error("nothing begins to beat")
	}
}
