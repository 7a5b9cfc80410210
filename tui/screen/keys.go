package screen

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Key is a line of the keys page, or an entry of the last row: the names of keys, with
// spaces, commas or slashes between them, and what they do.
type Key struct{ Keys, Does string }

// A Hinter is a screen that makes its last row itself, as frames of the lobby and the table must
// not allocate. Hints returns the entries of the last row, which are valid until the next call.
type Hinter interface{ Hints() []Key }

// HintsOf returns the entries of a screen's last row.
func HintsOf(s Screen) (keys []Key) {
	if s, ok := s.(Hinter); ok {
		return s.Hints()
	}
	return HintsIn(BindingsOf(s))
}

// BindingsOf returns what the keys do on a screen: the answers to what it asks, or else its bindings.
func BindingsOf(s Screen) []widget.Binding {
	if asks, ok := s.(interface{ Answers() []widget.Binding }); ok {
		if answers := asks.Answers(); answers != nil {
			return answers
		}
	}
	return s.Bindings()
}

// HintsIn returns the entries of the last row that are among bindings.
func HintsIn(bindings []widget.Binding) (keys []Key) {
	for _, b := range widget.Hints(bindings) {
		keys = append(keys, Key{b.Name(), b.Hint})
	}
	return keys
}

// KeysOf returns the lines of a screen's keys page.
func KeysOf(s Screen) (keys []Key) {
	for _, b := range BindingsOf(s) {
		if b.Does != "" {
			keys = append(keys, Key{b.Keys, b.Does})
		}
	}
	return keys
}

// KeysHint offers the keys page in the last row; the app opens it.
var KeysHint = widget.Binding{Keys: "?", Hint: "keys"}

// Tail returns the last bindings of most screens: what a click does, if anything, the keys page, and the keys that go
// back, with what they do.
func (e *Env) Tail(click, back string) []widget.Binding {
	return []widget.Binding{
		{Keys: "mouse", Does: click},
		KeysHint,
		{Keys: "q, Esc", Also: "Ctrl-C", Does: back, Hint: "back", Do: e.Back},
	}
}

// DrawKeys draws keys and what they do in the last row, from column x on.
func DrawKeys(g *grid.Grid, look *theme.Look, x int, keys []Key) {
	name, does := look.Key, look.Faint
	layoutKeys(keys, g.Width()-x, g.Height(), func(s Spot) {
		g.Put(x+s.X, s.Y, s.Keys, name)
		g.Put(x+s.X+Width(s.Keys)+1, s.Y, s.Does, does)
	})
}

// rulesKey is for those who do not know how to go on: nothing takes its place in the last row.
const rulesKey = "F1"

// stays reports whether a key has its place in the last row unless the window has no room for
// even such keys.
func (k Key) stays() bool {
	switch k {
	case Key{"u", "undo"}, Key{"x", "hint"}, Key{"x", "more"}:
		return true
	}
	return k.Keys == rulesKey
}

// plainest are the keys that most players know without being told what they do, or find on the
// keys page, in the order in which they go without it.
var plainest = [...]string{"?", "q", rulesKey, "Enter"}

// LayoutKeys returns the positions of keys in the last row of a window of w columns and h
// rows, as many as there is room for. Where even those that stay have none, the plainest of
// them stand without what they do.
func LayoutKeys(keys []Key, w, h int) (spots Spots) {
	layoutKeys(keys, w, h, func(s Spot) { spots = append(spots, s) })
	return spots
}

// layoutKeys calls fn with each position that LayoutKeys returns, and allocates nothing.
func layoutKeys(keys []Key, w, h int, fn func(Spot)) {
	spare := w
	for _, k := range keys {
		spare -= 2 + k.Width()
	}
	last := max(len(keys)-2, 0) // index of the two keys that stay
	var out, bare uint64        // the keys that are left out, and those without a text
	for i := last - 1; i > 0 && spare < 0; i-- {
		if !keys[i].stays() {
			spare += 2 + keys[i].Width()
			out |= 1 << i
		}
	}
	for _, name := range plainest {
		if !slices.ContainsFunc(keys, Key.stays) {
			break
		}
		if i := slices.IndexFunc(keys, func(k Key) bool { return k.Keys == name }); i >= 0 && spare < 0 {
			spare += keys[i].Width() - Width(name)
			bare |= 1 << i
		}
	}
	for i := last - 1; i >= 0 && spare < 0; i-- {
		if out&(1<<i) == 0 && keys[i].Keys != rulesKey {
			spare += 2 + keys[i].Width()
			out |= 1 << i
		}
	}
	x := 0
	for i, k := range keys {
		if out&(1<<i) != 0 {
			continue
		}
		if bare&(1<<i) != 0 {
			k.Does = ""
		}
		x += 2
		fn(Spot{k, x, h - 1, k.Width()})
		x += k.Width()
	}
}

// Width returns the number of columns of a key and what it does in the last row.
func (k Key) Width() int {
	if k.Does == "" {
		return Width(k.Keys)
	}
	return Width(k.Keys) + 1 + Width(k.Does)
}

// A Sign is a line of the legend of a board.
type Sign struct {
	Key
	Shows bool // it stands on the board now, or does when a card is marked
}

// keyNames holds the named keys as screens and keys pages write them. Any other key is
// written as the character that it types.
var keyNames = map[string]tea.Key{
	"Enter": {Code: tea.KeyEnter}, "Esc": {Code: tea.KeyEscape}, "Backspace": {Code: tea.KeyBackspace},
	"Tab": {Code: tea.KeyTab}, "Shift-Tab": {Code: tea.KeyTab, Mod: tea.ModShift}, "space": {Code: tea.KeySpace, Text: " "},
	"up": {Code: tea.KeyUp}, "down": {Code: tea.KeyDown}, "left": {Code: tea.KeyLeft}, "right": {Code: tea.KeyRight},
	"Home": {Code: tea.KeyHome}, "End": {Code: tea.KeyEnd}, "PgUp": {Code: tea.KeyPgUp}, "PgDn": {Code: tea.KeyPgDown},
	"F1": {Code: tea.KeyF1}, "Ctrl-C": {Code: 'c', Mod: tea.ModCtrl}, "Ctrl-D": {Code: 'd', Mod: tea.ModCtrl}, "Ctrl-L": {Code: 'l', Mod: tea.ModCtrl},
	"Ctrl-Y": {Code: 'y', Mod: tea.ModCtrl}, "Ctrl-Z": {Code: 'z', Mod: tea.ModCtrl},
}

// At returns the key meant by a click x columns to the right of where k is written: the
// key written there or, on the text after the keys, the first one. ok is false if no
// single key is written there, as in "arrows".
func (k Key) At(x int) (tea.KeyPressMsg, bool) {
	name := k.Keys
	if len(name) > 1 { // a single character may itself be a separator
		const between = " ,/"
		if x >= len(name) {
			x = 0
		}
		end := len(name)
		if i := strings.IndexAny(name[x:], between); i >= 0 {
			end = x + i // between two names, the click means the one before
		}
		name = name[strings.LastIndexAny(name[:x], between)+1 : end]
	}
	key, ok := keyNames[name]
	if !ok && len(name) == 1 {
		key, ok = tea.Key{Code: rune(name[0]), Text: name}, true
	}
	return tea.KeyPressMsg(key), ok
}

// A Spot is where a screen shows a key and what it does: w columns of a row.
type Spot struct {
	Key
	X, Y, W int
}

// Spots are where a screen shows keys.
type Spots []Spot

// KeyAt returns the key at a position.
func (s Spots) KeyAt(x, y int) (tea.KeyPressMsg, bool) {
	for _, k := range s {
		if y == k.Y && x >= k.X && x < k.X+k.W {
			return k.At(x - k.X)
		}
	}
	return tea.KeyPressMsg{}, false
}

// DoesNothing returns what a player reads whose key means nothing on a screen.
func DoesNothing(key string) string {
	if key == "enter" {
		return "Enter does nothing; ? shows the keys." // as long as a row of the smallest window holds
	}
	if key == "f1" {
		key = rulesKey
	}
	return key + " does nothing here; ? shows the keys."
}

// When returns text if it shows, else "".
func When(shows bool, text string) string {
	if shows {
		return text
	}
	return ""
}

// IsNo reports whether a key answers a question with no.
func IsNo(key string) bool {
	return slices.Contains([]string{"n", "N", "esc", "backspace", "ctrl+c"}, key)
}

// Unanswered returns what a key says that answers a question neither with yes nor with no, and so leaves it as it is. It
// returns nil for the keys that answer.
func Unanswered(key string) tea.Cmd {
	if key == "y" || key == "Y" || IsNo(key) {
		return nil
	}
	return func() tea.Msg { return Note{Text: pressYN} }
}

const pressYN = "Press y or n." // says how to answer a question

// Insist returns a question as it stands after a click that is no answer: the keys in the last row stay in sight.
func Insist(question string) string { return strings.TrimSuffix(question, " "+pressYN) + " " + pressYN }
