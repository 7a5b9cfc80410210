package tui

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A week waits for the variation of the week, for the screen that it is part of, until
// that screen is left. The zero week has not asked yet.
type week struct {
	cancel    func()           // ends the wait, nil if there is none
	variation arcade.Variation // without a game until it is there
	err       string           // why there is none
}

// weekMsg brings a week the variation.
type weekMsg struct {
	week      *week
	variation arcade.Variation
	err       error
}

// ask asks for the variation, unless it is there or on its way. Choosing it can take a
// minute.
func (w *week) ask(env *Env) tea.Cmd {
	if env.Workshop == nil || w.cancel != nil || w.variation.Game != nil {
		return nil
	}
	ctx, cancel := context.WithCancel(context.Background())
	w.cancel, w.err = cancel, ""
	workshop := env.Workshop
	return func() tea.Msg {
		v, err := workshop.Week(ctx)
		return weekMsg{w, v, err}
	}
}

// apply takes the variation. It reports whether the message was for this week.
func (w *week) apply(msg weekMsg) bool {
	if msg.week != w {
		return false
	}
	w.end()
	if w.variation = msg.variation; msg.err != nil {
		w.variation, w.err = arcade.Variation{}, caption.Sentence(msg.err.Error())
	}
	return true
}

// end ends the wait.
func (w *week) end() {
	if w.cancel != nil {
		w.cancel()
		w.cancel = nil
	}
}
