package tui

import (
	"fmt"
	"iter"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Screen fills the window. Screens are pointers; Update changes them.
type Screen interface {
	// Init is called whenever the screen comes to the top, including after the screen
	// above it has been left.
	Init() tea.Cmd
	Update(tea.Msg) tea.Cmd
	// Draw draws on a blank grid of at least 40 by 12 cells. It leaves the last row free.
	Draw(*grid.Grid, theme.Look)
	// Bindings returns what the keys do now. The last row and the keys page are made from
	// it. If not all keys fit the last row, its last two are kept: the keys page and the
	// way out.
	Bindings() []widget.Binding
}

// A textScreen is a screen that may be accepting text. While it is, no letter is a
// command.
type textScreen interface{ typing() bool }

// A busyScreen is a screen that may be waiting for the store, whose answer will open
// another screen or leave this one. Until then it accepts only the keys that leave, so
// that nothing happens in between.
type busyScreen interface{ busy() bool }

// A pauser is a screen that may move by itself. It pauses when another screen covers it;
// Init continues it.
type pauser interface{ pause() }

// An animated is a screen that may change with time; see [App.NextFrame].
type animated interface{ nextFrame() time.Duration }

// A closer is a screen that has something to end when it is left or when the session
// ends. onClose may be called twice.
type closer interface{ onClose() }

// A Key is a line of the keys page, or an entry of the last row: the names of keys, with
// spaces, commas or slashes between them, and what they do.
type Key struct{ Keys, Does string }

// everywhere lists the keys that the app handles itself.
var everywhere = []Key{
	{"?", "these keys"},
	{"A", "suits or ASCII cards"},
	{"T", "another theme"},
	{"S", "settings"},
	{"Ctrl-L", "draw the screen again"},
	{"mouse", "a click on a key, here or in the last row, presses it; the wheel scrolls"},
}

// openMsg asks the app to put a screen on top; backMsg asks it to leave the top one. The
// app fills in which screen sent the message.
type (
	openMsg struct{ from, screen Screen }
	backMsg struct{ from Screen }
)

func open(s Screen) tea.Cmd { return func() tea.Msg { return openMsg{screen: s} } }

func back() tea.Msg { return backMsg{} }

// playMsg asks the app to go down to its first screen, the lobby, which then opens a
// table: for a game, for that game's round in an event, or for a deal to practise. The
// app fills in which screen sent the message.
type playMsg struct {
	from  Screen
	game  engine.Game
	event arcade.Event
	code  engine.Code
}

// playOn returns a command that asks for the table of a game's round in an event, or of
// the player's own game if e is "".
func playOn(g engine.Game, e arcade.Event) tea.Cmd {
	return func() tea.Msg { return playMsg{game: g, event: e} }
}

// clock formats a duration in milliseconds as 3:05 or 1:02:03.
func clock(millis int64) string {
	seconds := int(millis / 1000)
	h, m, s := seconds/3600, seconds/60%60, seconds%60
	if h > 0 {
		return strconv.Itoa(h) + ":" + twoDigits(m) + ":" + twoDigits(s)
	}
	return strconv.Itoa(m) + ":" + twoDigits(s)
}

// twoDigits formats a number below 100 with two digits.
func twoDigits(n int) string { return strconv.Itoa(100 + n)[1:] }

// day formats a time in Unix milliseconds as date and time in UTC.
func day(millis int64) string { return time.UnixMilli(millis).UTC().Format("2006-01-02 15:04") }

// An area is a part of a grid.
type area struct{ x, y, w, h int }

// title draws a screen's first line. The right part is left out if it does not fit.
func title(g *grid.Grid, look theme.Look, left, right string) {
	g.Put(2, 0, look.Translate(left), look.Title)
	if x := g.Width() - 2 - width(right); x > 4+width(left) {
		g.Put(x, 0, look.Translate(right), look.Faint)
	}
}

// heading draws a screen's first line where the window may be narrow. names holds the
// same heading in several lengths, the shortest last. Parts are dropped from the end
// until the rest fits beside the shortest name; the first part always stays. Then the
// first name that fits is drawn.
func heading(g *grid.Grid, look theme.Look, names, parts []string) {
	for len(parts) > 1 && 6+width(names[len(names)-1])+partsWidth(parts) > g.Width() {
		parts = parts[:len(parts)-1]
	}
	right := strings.Join(parts, "  ")
	title(g, look, look.Cut(fitting(g.Width()-6-partsWidth(parts), names...), max(g.Width()-6-partsWidth(parts), 0)), right)
}

// width returns the number of columns of a text whose runes are all one column wide.
func width(s string) int { return utf8.RuneCountInString(s) }

// padded returns a text filled up with blanks to at least n columns.
func padded(s string, n int) string { return s + strings.Repeat(" ", max(n-width(s), 0)) }

// keyLine draws keys and what they do in the last row.
func keyLine(g *grid.Grid, look theme.Look, keys []Key) {
	name, does := look.Key, look.Faint
	for s := range layoutKeys(keys, g.Width(), g.Height()) {
		g.Put(s.x, s.y, s.Keys, name)
		g.Put(s.x+width(s.Keys)+1, s.y, s.Does, does)
	}
}

// layoutKeys yields the positions of keys in the last row of a window of w columns and h
// rows, as many as there is room for.
func layoutKeys(keys []Key, w, h int) iter.Seq[spot] {
	spare := w
	for _, k := range keys {
		spare -= 2 + k.width()
	}
	last := max(len(keys)-2, 0) // index of the two keys that stay
	first := last               // the keys from first to last are left out
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

// width returns the number of columns of a key and what it does in the last row.
func (k Key) width() int { return width(k.Keys) + 1 + width(k.Does) }

// plural returns a count with its noun: "1 point", "2 points".
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// sentence turns the text of an error into a sentence: a capital first letter and a
// period.
func sentence(s string) string {
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:] + "."
}

// drawSentence draws a sentence above the key line, on as many rows as it needs.
func drawSentence(g *grid.Grid, text string, style grid.Style) {
	drawSentenceAbove(g, g.Height()-1, text, style)
}

// drawSentenceAbove draws a sentence above row y, on as many rows as it needs.
func drawSentenceAbove(g *grid.Grid, y int, text string, style grid.Style) {
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

// fitting returns the first of the texts that fits n columns, or the last one.
func fitting(n int, texts ...string) string {
	for _, t := range texts {
		if width(t) <= n {
			return t
		}
	}
	return texts[len(texts)-1]
}
