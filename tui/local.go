package tui

import (
	"context"
	"os"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
)

// Run runs the app in this process's terminal, with Bubble Tea's own renderer, until the
// player leaves, the terminal is gone or ctx ends. Call Close afterwards.
func (a *App) Run(ctx context.Context) error {
	var p *tea.Program
	p = tea.NewProgram(ticking{App: a}, tea.WithInput(keyboard{os.Stdin, func() { p.Quit() }}))
	defer context.AfterFunc(ctx, p.Quit)()
	_, _ = os.Stdout.WriteString(grid.Enter + grid.Leave) // Bubble Tea trusts what another program left
	_, err := p.Run()
	return err
}

// A keyboard is the terminal that keys come from. It tells when no more can come: Bubble Tea
// would go on without any.
type keyboard struct {
	*os.File
	gone func()
}

// Read implements io.Reader.
func (k keyboard) Read(p []byte) (n int, err error) {
	if n, err = k.File.Read(p); err != nil {
		go k.gone() // it waits for the loop, which may wait for this
	}
	return n, err
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
