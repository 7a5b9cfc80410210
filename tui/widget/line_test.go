package widget_test

import (
	"strings"
	"testing"
	"unicode"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// lineKeys holds the keys of a line by their names in tests. Any other is a character.
var lineKeys = map[string]tea.Key{
	"left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight}, "home": {Code: tea.KeyHome}, "end": {Code: tea.KeyEnd},
	"backspace": {Code: tea.KeyBackspace}, "delete": {Code: tea.KeyDelete}, "enter": {Code: tea.KeyEnter},
	"^a": {Code: 'a', Mod: tea.ModCtrl}, "^e": {Code: 'e', Mod: tea.ModCtrl}, "^u": {Code: 'u', Mod: tea.ModCtrl},
	"^k": {Code: 'k', Mod: tea.ModCtrl}, "^w": {Code: 'w', Mod: tea.ModCtrl}, "^v": {Code: 'v', Mod: tea.ModCtrl},
	"space": {Code: tea.KeySpace, Text: " "},
}

// types presses keys in a line, whose names are separated by spaces.
func types(l *widget.Line, keys string) (changed bool) {
	for name := range strings.FieldsSeq(keys) {
		key, ok := lineKeys[name]
		if !ok {
			key = tea.Key{Code: []rune(name)[0], Text: name}
		}
		changed = l.Key(tea.KeyPressMsg(key))
	}
	return changed
}

// cursorAt returns the text of a line with a | at its cursor.
func cursorAt(l widget.Line) string {
	l.Max = 0
	l.Insert("|")
	return l.String()
}

func TestLineKeys(t *testing.T) {
	for _, c := range []struct {
		keys, want string // the cursor is at the |
		changed    bool   // by the last key
	}{
		{"", "one two|", false},
		{"3", "one two3|", true},
		{"left left 3", "one t3|wo", true},
		{"home 3", "3|one two", true},
		{"^a delete", "|ne two", true},
		{"^a backspace", "|one two", false},
		{"left right right", "one two|", false},
		{"^a left", "|one two", false},
		{"^a end", "one two|", false},
		{"^a ^e backspace", "one tw|", true},
		{"delete", "one two|", false},
		{"left left left ^u", "|two", true},
		{"left left left ^k", "one |", true},
		{"^w", "one |", true},
		{"^w ^w", "|", true},
		{"left left ^w", "one |wo", true},
		{"space space ^w", "one |", true},
		{"home right é", "oé|ne two", true},
		{"enter", "one two|", false},
		{"^v", "one two|", false},
	} {
		var l widget.Line
		l.Insert("one two")
		if changed := types(&l, c.keys); cursorAt(l) != c.want || changed != c.changed {
			t.Errorf("%s: %q, changed %t; want %q, %t", c.keys, cursorAt(l), changed, c.want, c.changed)
		}
	}
}

func TestLineTakesWhatItAccepts(t *testing.T) {
	l := widget.Line{Max: 6}
	l.Insert("tab\tand\x1b[0m\nnewline")
	if got, want := cursorAt(l), "taband|"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	if types(&l, "x") {
		t.Error("there was room for one more")
	}
	types(&l, "home delete")
	l.Insert("12345")
	if got, want := cursorAt(l), "1|aband"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
	upper := widget.Line{Accept: func(r rune) rune {
		if r == '-' {
			return -1
		}
		return unicode.ToUpper(r)
	}}
	types(&upper, "a - b")
	upper.Insert("-c-")
	if got, want := cursorAt(upper), "ABC|"; got != want {
		t.Errorf("the text is %q, want %q", got, want)
	}
}

// The grid has one column for each rune. Of a text that is too wide, the part with the
// cursor shows.
func TestLineDraws(t *testing.T) {
	for _, c := range []struct{ text, keys, row string }{
		{"", "", "Name: "},
		{"ann", "", "Name: ann"},
		{"日本", "", "Name: ??"},
		{"abcdefghijklmnop", "", "Name: efghijklmnop"},
		{"abcdefghijklmnop", "left left", "Name: cdefghijklmn"},
		{"abcdefghijklmnop", "home", "Name: abcdefghijkl"},
		{"abcdefghijklmnop", "home right", "Name: abcdefghijkl"},
	} {
		var l widget.Line
		l.Offer(c.text)
		types(&l, c.keys)
		g := grid.New(20, 1)
		x := g.Put(0, 0, "Name: ", grid.Style{})
		end := l.Draw(g, theme.Default(), x, 0)
		if got := g.String(); strings.TrimRight(got, " ") != strings.TrimRight(c.row, " ") {
			t.Errorf("%q after %q: %q, want %q", c.text, c.keys, got, c.row)
		}
		if end != len(c.row) || !g.Cursor.Visible || g.Cursor.X < x || g.Cursor.X > 18 {
			t.Errorf("%q after %q: it ends at %d with the cursor %+v, want %d", c.text, c.keys, end, g.Cursor, len(c.row))
		}
	}
}

// An offered text is taken as it is, or makes room for what is typed, or is edited.
func TestAnOffer(t *testing.T) {
	for _, c := range []struct {
		keys []tea.KeyPressMsg
		want string
	}{
		{nil, "Scotsi 82"},
		{[]tea.KeyPressMsg{{Code: 'b', Text: "b"}, {Code: 'o', Text: "o"}}, "bo"},
		{[]tea.KeyPressMsg{{Code: tea.KeyBackspace}, {Code: 'x', Text: "x"}}, "Scotsi 8x"},
		{[]tea.KeyPressMsg{{Code: tea.KeyLeft}, {Code: 'x', Text: "x"}}, "Scotsi 8x2"},
		{[]tea.KeyPressMsg{{Code: tea.KeyEnter}, {Code: 'x', Text: "x"}}, "x"}, // it was refused
	} {
		var l widget.Line
		l.Offer("Scotsi 82")
		for _, k := range c.keys {
			l.Key(k)
		}
		if l.String() != c.want {
			t.Errorf("%v makes %q of it, want %q", c.keys, l.String(), c.want)
		}
	}
}
