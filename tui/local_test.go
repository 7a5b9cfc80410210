package tui

import (
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// animatedPager is a screen that changes with time.
type animatedPager struct{ *page }

func (animatedPager) NextFrame() time.Duration { return time.Nanosecond }

// TestTicking checks that under Bubble Tea a frame that changes with time is followed by
// a message each time, only one at a time, and any other frame by none.
func TestTicking(t *testing.T) {
	app := New(Env{Now: time.Now, Deal: func() engine.Code { return "ABC" }})
	model := tea.Model(ticking{App: app})
	model, next := model.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	if next != nil {
		t.Fatalf("after the lobby comes %v", next())
	}
	app.screens = append(app.screens, animatedPager{})
	model, first := model.Update(tea.WindowSizeMsg{Width: 80, Height: 24})
	model, second := model.Update(tea.WindowSizeMsg{Width: 80, Height: 25})
	if _, next = model.Update(first()); next != nil {
		t.Errorf("an outdated frame returns %v", next())
	}
	if _, next = model.Update(second()); next == nil {
		t.Error("the newest frame schedules no other")
	}
}
