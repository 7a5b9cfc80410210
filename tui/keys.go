package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/tui/theme"
)

// A legended is a screen with signs that need explaining. legend returns what they mean,
// for the keys page.
type legended interface{ legend(theme.Look) []Key }

// A keysPage lists the keys of a screen, the keys that work everywhere, and the meaning
// of the screen's signs. A click on a key presses it on that screen.
type keysPage struct {
	pager
	keys []Key // the key on each line of the page, empty if there is none
}

func newKeysPage(s Screen) *keysPage {
	p := &keysPage{}
	p.title = "Keys (a click presses one)"
	p.body = func(w int, look theme.Look) string {
		p.keys = nil
		var b strings.Builder
		add := func(k Key, text string) {
			b.WriteString(text)
			for range strings.Count(text, "\n") {
				p.keys = append(p.keys, k)
			}
		}
		for _, k := range s.Keys() {
			add(k, keyEntry(k, w))
		}
		add(Key{}, "\nOn every screen\n")
		for _, k := range everywhere {
			add(k, keyEntry(k, w))
		}
		if e, ok := s.(legended); ok {
			add(Key{}, "\nOn the board\n")
			for _, sign := range e.legend(look) {
				add(Key{}, keyEntry(sign, w))
			}
		}
		return b.String()
	}
	return p
}

// keyUnder implements clickable.
func (p *keysPage) keyUnder(x, y int) (tea.KeyPressMsg, bool) {
	line, x := p.top+y-pageTop, x-pageLeft-keyIndent
	if y < pageTop || y >= pageTop+p.page || line >= len(p.keys) || x < 0 {
		return tea.KeyPressMsg{}, false
	}
	return p.keys[line].at(x)
}

// Hints implements Screen.
func (p *keysPage) Hints() []Key {
	// Here the key ? would only lead back.
	return slices.DeleteFunc(p.pager.Hints(), func(k Key) bool { return k.Keys == "?" })
}

// The columns of the keys page: where keys begin, and where what they do begins.
const keyIndent, keyColumn = 2, 20

// keyEntry returns an entry of the keys page, wrapped to the width of the window.
func keyEntry(k Key, w int) string {
	lines := ansi.Wordwrap(k.Does, w-keyColumn, "")
	return strings.Repeat(" ", keyIndent) + k.Keys + strings.Repeat(" ", keyColumn-keyIndent-width(k.Keys)) +
		strings.ReplaceAll(lines, "\n", "\n"+strings.Repeat(" ", keyColumn)) + "\n"
}

// returns reports whether moves on a board may have a Return: a card that comes back to
// the hand.
func returns(b engine.Board) bool {
	return slices.ContainsFunc(b.Piles, func(v engine.View) bool { return v.Kind == engine.Hand })
}

// markers returns the names of the markers of a move on a board.
func markers(b engine.Board) string {
	if returns(b) {
		return "Source, Destination and Return"
	}
	return "Source and Destination"
}

// boardLegend returns what the signs on a board mean, in a look's characters.
func boardLegend(look theme.Look, b engine.Board) []Key {
	signs := "S D"
	if returns(b) {
		signs = "S D R"
	}
	return []Key{
		{"4", "how many cards lie face down: in the frame, or behind the card"},
		{"7x3", "a foundation: its rank, and how many cards are there"},
		{"3-9", "the ranks that can still be declared there"},
		{"no", "none can be declared there now"},
		{"+", "an empty place that a card may go to"},
		{string(look.Closed), "a foundation that takes no card now"},
		{string(look.Own), "one that takes only its own card now: the one above it"},
		{"!", "held: it cannot come back to the hand yet"},
		{string(look.Elided) + "2", "cards of a fan that there is no room for"},
		{signs, "the markers: " + markers(b)},
		{string(look.Dot), "a legal place for the next marker"},
		{string(look.Unseen), "the same, for the unseen card: the one that will turn up"},
	}
}

// legend implements legended.
func (l *lesson) legend(look theme.Look) []Key { return boardLegend(look, l.pointer.board) }

// legend implements legended.
func (r *replay) legend(look theme.Look) []Key { return boardLegend(look, r.states[r.at].Board()) }
