package server

import (
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
)

// A parked is the app of a parked session, in which no key was pressed for a long time: a
// few lines of text. The app before it is closed and no longer in memory. Any key ends
// it.
type parked string

func (parked) Init() tea.Cmd  { return nil }
func (parked) View() tea.View { return tea.View{} }
func (parked) Saved() bool    { return true }
func (parked) CanPark() bool  { return false }
func (parked) Close() error   { return nil }

func (parked) NextFrame() time.Duration { return 0 }

func (p parked) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg.(type) {
	case tea.KeyPressMsg, tea.MouseClickMsg, tea.PasteMsg:
		return p, tea.Quit
	}
	return p, nil
}

func (p parked) Draw(g *grid.Grid) {
	for i, line := range strings.Split(string(p), "\n") {
		g.Put(1, 1+i, line, grid.Style{})
	}
}
