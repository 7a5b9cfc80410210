package server

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
)

// A parked is the app of a parked session, in which no key was pressed for a long time.
// The game on the table, if there was one, is saved and no longer in memory. Any key ends
// it.
type parked struct{ game bool }

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
	text := "You were away for a while."
	if p.game {
		text = "Your game is saved."
	}
	g.Put(1, 1, text, grid.Style{})
	g.Put(1, 2, "Press a key to go on.", grid.Style{})
}
