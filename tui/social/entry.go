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
	game   string   // the ID, "" if it is of none
	texts  []string // the longest first
	enter  string   // what Enter does, for the last row
	do     func() tea.Cmd
	says   string // below the list
	warned bool   // that is a warning, or the line is of what others offer
	leave  string // what leaving it is, in a word; "" if it cannot be left
}

// line returns what stands below the list while the line is chosen.
func (e entry) line(look *theme.Look) (string, grid.Style) {
	if e.warned {
		return e.says, look.Warn
	}
	return e.says, look.Faint
}

// askCode asks for the code of a friend's race or challenge, which parse reads and then goes on with.
func askCode(b *screen.Base, f screen.Field, parse func(string) (string, error), then func(code string) tea.Cmd) tea.Cmd {
	f.Accept, f.Esc = screen.UpperAlphanumeric, "no code"
	f.Do = func(text string) tea.Cmd {
		code, err := parse(text)
		if b.Fails(err) {
			return nil
		}
		return then(code)
	}
	return b.Ask(f)
}

// sameEntry reports whether two lines are about the same.
func sameEntry(a, b entry) bool { return a.id == b.id }

// drawEntries draws the lines that show in page rows, from row 2 on.
func drawEntries(g *grid.Grid, look *theme.Look, l *screen.Listing[entry], page int) {
	w := g.Width() - 5
	l.List.DrawRows(g, look, 2, page, func(i int) string { return look.Cut(screen.Fitting(w, l.Rows[i].texts...), w) })
}
