package tui

import (
	"strings"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/theme"
)

// An explainer is a screen with signs that are not plain: its keys page tells
// what they mean.
type explainer interface{ legend(theme.Look) []Key }

// newKeysPage lists the keys of a screen, what its signs mean, then the keys
// that work everywhere.
func newKeysPage(s Screen) *pager {
	return &pager{title: "Keys", body: func(w int, look theme.Look) string {
		var b strings.Builder
		keyEntries(&b, s.Keys(), w)
		if e, ok := s.(explainer); ok {
			b.WriteString("\nOn the board\n")
			keyEntries(&b, e.legend(look), w)
		}
		b.WriteString("\nOn every screen\n")
		keyEntries(&b, everywhere, w)
		return b.String()
	}}
}

// keyEntries writes lines of the keys page, broken where the window ends.
func keyEntries(b *strings.Builder, keys []Key, w int) {
	const column = 20 // where the meaning begins
	for _, k := range keys {
		b.WriteString("  " + k.Keys + strings.Repeat(" ", column-2-width(k.Keys)))
		lines := ansi.Wordwrap(k.Does, w-column, "")
		b.WriteString(strings.ReplaceAll(lines, "\n", "\n"+strings.Repeat(" ", column)) + "\n")
	}
}

// boardLegend is what the signs on a board mean, in a look's characters.
func boardLegend(look theme.Look) []Key {
	return []Key{
		{"4", "how many cards lie face down: in the frame, or behind the card"},
		{"7x3", "a foundation: its rank, and how many cards are there"},
		{"3-9", "the ranks that can still be declared there"},
		{"no", "none can be declared there now"},
		{"+", "an empty place that a card may go to"},
		{string(look.Closed), "takes no card now"},
		{"!", "held: it cannot come back to the hand yet"},
		{string(look.Elided) + "2", "cards of a fan that there is no room for"},
		{"S D R", "the markers: Source, Destination, Return"},
		{string(look.Dot), "a legal place for the next marker"},
		{string(look.Unseen), "the same, for the unseen card: the one that will turn up"},
	}
}

// legend implements explainer.
func (t *table) legend(look theme.Look) []Key {
	return append(boardLegend(look), Key{"moves 7*", "above the board: the last move is not stored yet"})
}

// legend implements explainer.
func (l *lesson) legend(look theme.Look) []Key { return boardLegend(look) }

// legend implements explainer.
func (r *replay) legend(look theme.Look) []Key { return boardLegend(look) }
