package social

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
)

// An entry is a line of the lists of races and challenges.
type entry struct {
	id     string   // which tells it from others when they are read again; "" for a line that is always there
	texts  []string // the longest first
	enter  string   // what Enter does, for the last row
	do     func() tea.Cmd
	says   string // below the list
	warned bool   // that is a warning, or the line is of what others offer
	leave  string // what leaving it is, in a word; "" if it cannot be left
}

// sameEntry reports whether two lines are about the same.
func sameEntry(a, b entry) bool { return a.id == b.id }

// drawEntries draws the lines that show in page rows, from row 2 on.
func drawEntries(g *grid.Grid, look theme.Look, l *screen.Listing[entry], page int) {
	w := g.Width() - 5
	for y, i := range l.List.Rows(2, page) {
		g.Put(4, y, look.Cut(screen.Fitting(w, l.Rows[i].texts...), w), l.List.Entry(g, look, y, i))
	}
}
