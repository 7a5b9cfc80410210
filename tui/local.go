package tui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
)

// Run runs the app in this process's terminal, with Bubble Tea's own renderer, until the
// player leaves or ctx ends. Call Close afterwards.
func (a *App) Run(ctx context.Context) error {
	p := tea.NewProgram(ticking{App: a})
	defer context.AfterFunc(ctx, p.Quit)()
	_, err := p.Run()
	return err
}

// View renders the app for Bubble Tea's own renderer.
func (a *App) View() tea.View {
	g := grid.New(a.w, a.h)
	a.Draw(g)
	v := tea.NewView(g.ANSI())
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.WindowTitle = "Boardwalk"
	if g.Cursor.Visible {
		v.Cursor = tea.NewCursor(g.Cursor.X, g.Cursor.Y)
	}
	return v
}

// A ticking is an app that sends itself a message whenever [App.NextFrame] runs out:
// Bubble Tea draws only after messages.
type ticking struct {
	*App
	frames int
}

// frameMsg makes Bubble Tea draw. Only the newest one schedules another.
type frameMsg int

// Update implements tea.Model.
func (t ticking) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	if frame, ok := msg.(frameMsg); !ok {
		_, cmd = t.App.Update(msg)
	} else if int(frame) != t.frames {
		return t, nil
	}
	next := t.App.NextFrame()
	if next == 0 {
		return t, cmd
	}
	t.frames++
	frame := frameMsg(t.frames)
	return t, tea.Batch(cmd, tea.Tick(next, func(time.Time) tea.Msg { return frame }))
}
