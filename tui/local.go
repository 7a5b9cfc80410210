package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
)

// Run runs the app in this process's terminal, with Bubble Tea's own renderer,
// until the player leaves. Close it then.
func (a *App) Run() error {
	_, err := tea.NewProgram(beating{a}).Run()
	return err
}

// View implements tea.Model for Bubble Tea's own renderer.
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

// A beating is an app that hears of each second: Bubble Tea draws only what a
// message brought about, and clocks run without.
type beating struct{ *App }

// beatMsg is for nobody but Bubble Tea.
type beatMsg struct{}

func beat() tea.Cmd { return tea.Tick(time.Second, func(time.Time) tea.Msg { return beatMsg{} }) }

// Init implements tea.Model.
func (b beating) Init() tea.Cmd { return tea.Batch(b.App.Init(), beat()) }

// Update implements tea.Model.
func (b beating) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if _, ok := msg.(beatMsg); ok {
		return b, beat()
	}
	_, cmd := b.App.Update(msg)
	return b, cmd
}
