package widget

import (
	"slices"
	"strings"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A Line is a text of one line that the player types, with a cursor in it. The zero Line
// is empty and takes any text.
//
// It is not the text input of charm.land/bubbles. That one answers Ctrl-V with the
// clipboard of the machine that runs the program, which is the host's and not the
// player's; it draws a string with its own escape sequences, in which a character may
// take two columns, while every rune takes one on a [grid.Grid]; and each field would
// take 8 KB of every session.
type Line struct {
	// Max is the maximum number of characters, 0 for no limit.
	Max int
	// Accept returns what a typed or pasted character becomes, or -1 if it is left out. If
	// it is nil, all printable characters are accepted as they are.
	Accept func(rune) rune

	text    []rune
	at      int  // the cursor is before this character
	offered bool // the text is an offer: what is typed takes its place
}

// String returns the text.
func (l *Line) String() string { return string(l.text) }

// Offer replaces the text, which need not be acceptable, by one that the player may take as it is:
// what is typed or pasted first takes its place, and a key that moves or deletes takes it up. The
// cursor is at its end.
func (l *Line) Offer(text string) {
	l.text, l.offered = []rune(text), true
	l.at = len(l.text)
}

// Offered reports whether the text is still an offer.
func (l *Line) Offered() bool { return l.offered }

// Insert inserts a text at the cursor, as far as there is room for it.
func (l *Line) Insert(text string) {
	accept := l.Accept
	if accept == nil {
		accept = printable
	}
	runes := []rune(strings.Map(accept, text))
	if l.offered && len(runes) > 0 {
		l.text, l.at, l.offered = nil, 0, false
	}
	if l.Max > 0 {
		runes = runes[:min(len(runes), max(l.Max-len(l.text), 0))]
	}
	l.text = slices.Insert(l.text, l.at, runes...)
	l.at += len(runes)
}

// printable is the default of [Line.Accept].
func printable(r rune) rune {
	if unicode.IsPrint(r) {
		return r
	}
	return -1
}

// Key edits the text: the key inserts what it types, moves the cursor or deletes. It
// reports whether the text has changed.
func (l *Line) Key(msg tea.KeyPressMsg) bool {
	before, offered := string(l.text), l.offered
	l.offered = false
	switch msg.String() {
	case "left":
		l.at = max(l.at-1, 0)
	case "right":
		l.at = min(l.at+1, len(l.text))
	case "home", "ctrl+a":
		l.at = 0
	case "end", "ctrl+e":
		l.at = len(l.text)
	case "backspace":
		l.cut(l.at-1, l.at)
	case "delete":
		l.cut(l.at, l.at+1)
	case "ctrl+u":
		l.cut(0, l.at)
	case "ctrl+k":
		l.cut(l.at, len(l.text))
	case "ctrl+w":
		l.cut(l.word(), l.at)
	default:
		l.offered = offered
		l.Insert(msg.Text)
	}
	return string(l.text) != before
}

// cut deletes the characters from one position to another, as far as there are any, and
// puts the cursor there.
func (l *Line) cut(from, to int) {
	from = max(from, 0)
	l.text = slices.Delete(l.text, from, min(to, len(l.text)))
	l.at = from
}

// word returns where the word before the cursor begins.
func (l *Line) word() int {
	at := l.at
	for at > 0 && l.text[at-1] == ' ' {
		at--
	}
	for at > 0 && l.text[at-1] != ' ' {
		at--
	}
	return at
}

// Draw draws the text in row y from column x on, with the cursor, and returns the column
// after it. If the text is wider than the rest of the row, the part around the cursor
// shows.
func (l *Line) Draw(g *grid.Grid, look *theme.Look, x, y int) int {
	style := look.Text
	if l.offered {
		style = look.Faint
	}
	before, after := []rune(look.Translate(string(l.text[:l.at]))), []rune(look.Translate(string(l.text[l.at:])))
	room := max(g.Width()-x-2, 0)
	before = before[max(len(before)-room, 0):]
	after = after[:min(len(after), room-len(before))]
	at := g.Put(x, y, string(before), style)
	g.Cursor = grid.Cursor{X: at, Y: y, Visible: true}
	return g.Put(at, y, string(after), style)
}
