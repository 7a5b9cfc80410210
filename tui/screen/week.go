package screen

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
)

// A Week waits for the variation of the week, for the screen that it is part of, until
// that screen is left. The zero Week has not asked yet.
type Week struct {
	Wait
	Variation arcade.Variation // without a game until it is there
	Err       string           // why there is none
}

// Ask asks for the variation for a screen, unless it is there or on its way. Choosing it can take a
// minute. show shows it.
func (w *Week) Ask(s Screen, workshop arcade.Workshop, show func()) tea.Cmd {
	if workshop == nil || w.On() || w.Variation.Game != nil {
		return nil
	}
	ctx := w.Begin()
	w.Err = ""
	return Ask(s, func() func() tea.Cmd {
		v, err := workshop.Week(ctx)
		return func() tea.Cmd {
			w.End()
			if w.Variation = v; err != nil {
				w.Variation, w.Err = arcade.Variation{}, caption.Sentence(err.Error())
			}
			show()
			return nil
		}
	})
}
