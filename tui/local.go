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
	p := tea.NewProgram(beating{App: a})
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

// A beating is an app that sends itself a message whenever [App.Lasts] runs out: Bubble
// Tea draws only after messages.
type beating struct {
	*App
	beats int
}

// beatMsg makes Bubble Tea draw. Only the newest one schedules another.
type beatMsg int

// Update implements tea.Model.
func (b beating) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	var cmd tea.Cmd
	if beat, ok := msg.(beatMsg); !ok {
		_, cmd = b.App.Update(msg)
	} else if int(beat) != b.beats {
		return b, nil
	}
	lasts := b.App.Lasts()
	if lasts == 0 {
		return b, cmd
	}
	b.beats++
	next := beatMsg(b.beats)
	return b, tea.Batch(cmd, tea.Tick(lasts, func(time.Time) tea.Msg { return next }))
}
