package tui

import (
	"fmt"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Screen fills the window. Screens are pointers; Update changes them.
type Screen interface {
	// Init is called when the screen comes to the top, also when the one above
	// it has gone.
	Init() tea.Cmd
	Update(tea.Msg) tea.Cmd
	// Draw draws on a blank grid, at least 40 by 12. The grid has the size.
	Draw(*grid.Grid, theme.Look)
	// Keys is what the keys do here, for the keys page.
	Keys() []Key
}

// A typist is a screen that may be taking text, so that no letter is a command.
type typist interface{ typing() bool }

// A Key is a line of the keys page.
type Key struct{ Keys, Does string }

// everywhere is the keys that the app takes itself.
var everywhere = []Key{
	{"?", "these keys"},
	{"A", "suits or ASCII cards"},
	{"T", "another theme"},
	{"S", "settings"},
	{"Ctrl-L", "draw the screen again"},
}

// openMsg asks the app to put a screen on top, backMsg to leave the top one.
// The app fills in whose they are.
type (
	openMsg struct{ from, screen Screen }
	backMsg struct{ from Screen }
)

func open(s Screen) tea.Cmd { return func() tea.Msg { return openMsg{screen: s} } }

func back() tea.Msg { return backMsg{} }

// clock writes a duration in milliseconds as 3:05 or 1:02:03.
func clock(millis int64) string {
	d := time.Duration(millis) * time.Millisecond
	h, m, s := int(d.Hours()), int(d.Minutes())%60, int(d.Seconds())%60
	if h > 0 {
		return fmt.Sprintf("%d:%02d:%02d", h, m, s)
	}
	return fmt.Sprintf("%d:%02d", m, s)
}

// day writes a time in Unix milliseconds as a date and time in UTC.
func day(millis int64) string { return time.UnixMilli(millis).UTC().Format("2006-01-02 15:04") }

// wheel is where the mouse's wheel turns: 1 down, -1 up, 0 to a side.
func wheel(m tea.MouseWheelMsg) int {
	switch m.Button {
	case tea.MouseWheelDown:
		return 1
	case tea.MouseWheelUp:
		return -1
	}
	return 0
}

// roll is the row of a list of n that the wheel comes to from one. It stops at
// the ends.
func roll(at int, m tea.MouseWheelMsg, n int) int { return max(min(at+wheel(m), n-1), 0) }

// title draws a screen's first line.
func title(g *grid.Grid, look theme.Look, left, right string) {
	g.Put(2, 0, look.Words(left), look.Title)
	if x := g.Width() - 2 - width(right); x > 4+width(left) {
		g.Put(x, 0, look.Words(right), look.Faint)
	}
}

// width is the columns of a text of one-column runes.
func width(s string) int {
	n := 0
	for range s {
		n++
	}
	return n
}

// keyLine draws pairs of key and meaning in the last row. Where not all fit, the
// last two, the keys page and the way out, are the ones to stay.
func keyLine(g *grid.Grid, look theme.Look, keys ...Key) {
	length := func() int {
		n := 0
		for _, k := range keys {
			n += 2 + width(k.Keys) + 1 + width(k.Does)
		}
		return n
	}
	for len(keys) > 2 && length() > g.Width() {
		keys = slices.Delete(slices.Clone(keys), len(keys)-3, len(keys)-2)
	}
	x := 0
	for _, k := range keys {
		x = g.Put(x+2, g.Height()-1, k.Keys, look.Key)
		x = g.Put(x+1, g.Height()-1, k.Does, look.Faint)
	}
}

// plural is a count with its noun: "1 point", "2 points".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// sentence is an error's text as one.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// words draws a sentence above the key line, over as many rows as it takes.
func words(g *grid.Grid, text string, style grid.Style) {
	lines := strings.Split(ansi.Wordwrap(text, g.Width()-3, ""), "\n")
	top := g.Height() - 1 - len(lines)
	for i, line := range lines {
		g.Fill(0, top+i, g.Width(), 1, ' ', style)
		g.Put(2, top+i, line, style)
	}
}

// fitting is the first of the texts that n columns have room for, or the last.
func fitting(n int, texts ...string) string {
	for _, t := range texts {
		if width(t) <= n {
			return t
		}
	}
	return texts[len(texts)-1]
}

// cut is s in a look's characters and at most n columns, with an ellipsis where
// something is left out.
func cut(look theme.Look, s string, n int) string {
	runes := []rune(look.Words(s))
	if len(runes) <= n {
		return string(runes)
	}
	ellipsis := []rune(look.Words("…"))
	if n < len(ellipsis) {
		return ""
	}
	return string(append(runes[:n-len(ellipsis)], ellipsis...))
}
