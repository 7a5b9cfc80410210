package workshop

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A Week waits for the variation of the week, for the screen that it is part of, until
// that screen is left. The zero Week has not asked yet.
type Week struct {
	cancel    func()           // ends the wait, nil if there is none
	Variation arcade.Variation // without a game until it is there
	Err       string           // why there is none
}

// WeekMsg brings a Week the variation.
type WeekMsg struct {
	week      *Week
	variation arcade.Variation
	err       error
}

// Ask asks for the variation, unless it is there or on its way. Choosing it can take a
// minute.
func (w *Week) Ask(workshop arcade.Workshop) tea.Cmd {
	if workshop == nil || w.cancel != nil || w.Variation.Game != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel, w.Err = cancel, ""
	return func() tea.Msg {
		v, err := workshop.Week(ctx)
		return WeekMsg{w, v, err}
	}
}

// Apply takes the variation. It reports whether the message was for this week.
func (w *Week) Apply(msg WeekMsg) bool {
	if msg.week != w {
		return false
	}
	w.End()
	if w.Variation = msg.variation; msg.err != nil {
		w.Variation, w.Err = arcade.Variation{}, caption.Sentence(msg.err.Error())
	}
	return true
}

// End ends the wait.
func (w *Week) End() {
	if w.cancel != nil {
		w.cancel()
		w.cancel = nil
	}
}
