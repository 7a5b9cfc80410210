package tui

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Screen fills the window. Screens are pointers; Update changes them.
type Screen interface {
	// Init is called when the screen comes to the top, also when the one above
	// it has gone.
	Init() tea.Cmd
	Update(tea.Msg) tea.Cmd
	// Draw draws on a blank grid, at least 40 by 12, all but the last row. The
	// grid has the size.
	Draw(*grid.Grid, theme.Look)
	// Hints is the keys that matter now, for the last row, until it is called again.
	// Where not all fit, the last two, the keys page and the way out, are the ones
	// to stay.
	Hints() []Key
	// Keys is what the keys do here, for the keys page.
	Keys() []Key
}

// A typist is a screen that may be taking text, so that no letter is a command.
type typist interface{ typing() bool }

// A goer is a screen that may be about to make way: what the store answers will
// open another or leave it. Until then it takes no key but those that leave, so
// that nothing comes between.
type goer interface{ going() bool }

// A runner is a screen that may move by itself. It pauses when another covers
// it; Init goes on.
type runner interface{ pause() }

// A ticker is a screen that may change with time; see [App.Lasts].
type ticker interface{ lasts() time.Duration }

// A leaver is a screen that has something to end when it is left, also when the
// session ends. It may be told twice.
type leaver interface{ left() }

// A Key is a line of the keys page, or an entry of the last row: keys by their
// names, with spaces, commas or slashes between, and what they do.
type Key struct{ Keys, Does string }

// everywhere is the keys that the app takes itself.
var everywhere = []Key{
	{"?", "these keys"},
	{"A", "suits or ASCII cards"},
	{"T", "another theme"},
	{"S", "settings"},
	{"Ctrl-L", "draw the screen again"},
	{"mouse", "a click on a key, here or in the last row, presses it; the wheel scrolls"},
}

// openMsg asks the app to put a screen on top, backMsg to leave the top one.
// The app fills in whose they are.
type (
	openMsg struct{ from, screen Screen }
	backMsg struct{ from Screen }
)

func open(s Screen) tea.Cmd { return func() tea.Msg { return openMsg{screen: s} } }

func back() tea.Msg { return backMsg{} }

// playMsg asks the app to go down to its first screen, which opens the table of a
// game, of that game's round on an event, or of a deal to practise. The app fills in
// who asks.
type playMsg struct {
	from  Screen
	game  engine.Game
	event engine.Event
	code  engine.Code
}

// playOn asks for the table of a game's round on an event, of the player's own where
// that is "".
func playOn(g engine.Game, e engine.Event) tea.Cmd {
	return func() tea.Msg { return playMsg{game: g, event: e} }
}

// clock writes a duration in milliseconds as 3:05 or 1:02:03.
func clock(millis int64) string {
	seconds := int(millis / 1000)
	h, m, s := seconds/3600, seconds/60%60, seconds%60
	if h > 0 {
		return strconv.Itoa(h) + ":" + twoDigits(m) + ":" + twoDigits(s)
	}
	return strconv.Itoa(m) + ":" + twoDigits(s)
}

// twoDigits is a number of less than 100, with a 0 in front where it has one digit.
func twoDigits(n int) string { return strconv.Itoa(100 + n)[1:] }

// day writes a time in Unix milliseconds as a date and time in UTC.
func day(millis int64) string { return time.UnixMilli(millis).UTC().Format("2006-01-02 15:04") }

// title draws a screen's first line.
func title(g *grid.Grid, look theme.Look, left, right string) {
	g.Put(2, 0, look.Words(left), look.Title)
	if x := g.Width() - 2 - width(right); x > 4+width(left) {
		g.Put(x, 0, look.Words(right), look.Faint)
	}
}

// headed draws a screen's first line where the window may be narrow: the first of
// its names that fits, the shortest being the last, beside as many parts as fit
// with that, the first of which stays.
func headed(g *grid.Grid, look theme.Look, names, parts []string) {
	for len(parts) > 1 && 6+width(names[len(names)-1])+joined(parts) > g.Width() {
		parts = parts[:len(parts)-1]
	}
	right := strings.Join(parts, "  ")
	title(g, look, cut(look, fitting(g.Width()-6-joined(parts), names...), max(g.Width()-6-joined(parts), 0)), right)
}

// width is the columns of a text of one-column runes.
func width(s string) int {
	n := 0
	for range s {
		n++
	}
	return n
}

// padded is a text with blanks behind it, n columns or more.
func padded(s string, n int) string { return s + strings.Repeat(" ", max(n-width(s), 0)) }

// keyLine draws keys and what they do in the last row.
func keyLine(g *grid.Grid, look theme.Look, keys []Key) {
	name, does := look.Key, look.Faint
	for s := range lined(keys, g.Width(), g.Height()) {
		g.Put(s.x, s.y, s.Keys, name)
		g.Put(s.x+width(s.Keys)+1, s.y, s.Does, does)
	}
}

// lined is where the last row of a window of w columns and h rows has keys: as
// many as there is room for.
func lined(keys []Key, w, h int) iter.Seq[spot] {
	spare := w
	for _, k := range keys {
		spare -= 2 + k.width()
	}
	last := max(len(keys)-2, 0) // of the two that stay
	first := last               // those from here to there do not
	for ; first > 0 && spare < 0; first-- {
		spare += 2 + keys[first-1].width()
	}
	return func(yield func(spot) bool) {
		x := 0
		for i, k := range keys {
			if i >= first && i < last {
				continue
			}
			x += 2
			if !yield(spot{k, x, h - 1, k.width()}) {
				return
			}
			x += k.width()
		}
	}
}

// width is the columns of a key and what it does, in the last row.
func (k Key) width() int { return width(k.Keys) + 1 + width(k.Does) }

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
func words(g *grid.Grid, text string, style grid.Style) { wordsAbove(g, g.Height()-1, text, style) }

// wordsAbove is words above row y.
func wordsAbove(g *grid.Grid, y int, text string, style grid.Style) {
	lines := []string{text}
	if w := g.Width() - 3; width(text) > w || strings.Contains(text, "\n") {
		lines = strings.Split(ansi.Wordwrap(text, w, ""), "\n")
	}
	top := y - len(lines)
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
	s = look.Words(s)
	if width(s) <= n {
		return s
	}
	runes, ellipsis := []rune(s), []rune(look.Words("…"))
	if n < len(ellipsis) {
		return ""
	}
	return string(append(runes[:n-len(ellipsis)], ellipsis...))
}
