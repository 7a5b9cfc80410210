package tui

import (
	"iter"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

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

// A hinter is a screen that makes its last row itself: the table, whose frames must not
// allocate. Its Bindings are for the keys page only. Hints returns the entries of the last
// row, which are valid until the next call.
type hinter interface{ Hints() []Key }

// hintsOf returns the entries of a screen's last row.
func hintsOf(s Screen) (keys []Key) {
	if s, ok := s.(hinter); ok {
		return s.Hints()
	}
	for _, b := range widget.Hints(s.Bindings()) {
		keys = append(keys, Key{b.Name(), b.Hint})
	}
	return keys
}

// keysOf returns the lines of a screen's keys page.
func keysOf(s Screen) (keys []Key) {
	for _, b := range widget.Page(s.Bindings()) {
		keys = append(keys, Key{b.Keys, b.Does})
	}
	return keys
}

// keysHint offers the keys page in the last row; the app opens it.
var keysHint = widget.Binding{Keys: "?", Hint: "keys"}

// unless returns the refusal of a key that needs something that a session may not have:
// why if it does not, else "".
func unless(has bool, why string) string {
	if has {
		return ""
	}
	return why
}

// keyLine draws keys and what they do in the last row.
func keyLine(g *grid.Grid, look theme.Look, keys []Key) {
	name, does := look.Key, look.Faint
	for s := range layoutKeys(keys, g.Width(), g.Height()) {
		g.Put(s.x, s.y, s.Keys, name)
		g.Put(s.x+width(s.Keys)+1, s.y, s.Does, does)
	}
}

// rulesKey has its place in the last row whatever else there is: a player who does not know
// how to go on looks for it there.
const rulesKey = "F1"

// undoKey is that of a table, and moveKeys are those of its cursor.
const undoKey = "u"

var moveKeys = Key{"arrows", "move"}

// layoutKeys yields the positions of keys in the last row of a window of w columns and h
// rows, as many as there is room for.
func layoutKeys(keys []Key, w, h int) iter.Seq[spot] {
	spare := w
	for _, k := range keys {
		spare -= 2 + k.width()
	}
	last := max(len(keys)-2, 0) // index of the two keys that stay
	out := uint64(0)            // the keys that are left out, the last first, but not the rules
	for i := last - 1; i >= 0 && spare < 0; i-- {
		n := i
		switch { // everybody tries the arrows: they go before the undo that comes after them
		case keys[i].Keys == undoKey && i > 0 && keys[i-1] == moveKeys:
			n--
		case keys[i] == moveKeys && keys[i+1].Keys == undoKey:
			n++
		}
		if k := keys[n]; k.Keys != rulesKey {
			spare += 2 + k.width()
			out |= 1 << n
		}
	}
	return func(yield func(spot) bool) {
		x := 0
		for i, k := range keys {
			if out&(1<<i) != 0 {
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

// A keysPage lists the meaning of the signs that are on the board, the keys of a screen, the
// keys that work everywhere, and the signs that may come. A click on a key presses it on that
// screen.
type keysPage struct {
	page
	keys []Key // the key on each line of the page, empty if there is none
}

func newKeysPage(env *Env, s Screen) *keysPage {
	p := &keysPage{}
	p.env = env
	p.title = "Keys (a click presses one)"
	keys := keysOf(s) // as the screen is now: it may go on
	board, signs := s.(legended)
	p.body = func(w int, look theme.Look) string {
		p.keys = nil
		var b strings.Builder
		add := func(k Key, text string) {
			b.WriteString(text)
			for range strings.Count(text, "\n") {
				p.keys = append(p.keys, k)
			}
		}
		legend := func(title string, shows bool) {
			if !signs {
				return
			}
			add(Key{}, title+"\n")
			for _, s := range board.legend(look) {
				if s.shows == shows {
					add(Key{}, keyEntry(s.Key, w))
				}
			}
		}
		legend("On the board", true)
		if signs {
			add(Key{}, "\nKeys\n")
		}
		for _, k := range keys {
			add(k, keyEntry(k, w))
		}
		if _, can := s.(addressed); can && env.Company != nil {
			add(signalKey, keyEntry(signalKey, w))
		}
		add(Key{}, "\nOn every screen\n")
		for _, k := range everywhere {
			add(k, keyEntry(k, w))
		}
		legend("\nSigns that may come", false)
		return b.String()
	}
	return p
}

// keyUnder implements clickable.
func (p *keysPage) keyUnder(x, y int) (tea.KeyPressMsg, bool) {
	line, column, ok := p.text.At(x, y)
	if !ok || line >= len(p.keys) || column < keyIndent {
		return tea.KeyPressMsg{}, false
	}
	return p.keys[line].at(column - keyIndent)
}

// Bindings implements Screen. Here the key ? leads back, and need not be offered.
func (p *keysPage) Bindings() []widget.Binding {
	bindings := p.page.Bindings()
	for i := range bindings {
		if bindings[i].Keys == "?" {
			bindings[i].Hint = ""
		}
	}
	return bindings
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

// A sign is a line of the legend of a board.
type sign struct {
	Key
	shows bool // it stands on the board now, or does when a card is marked
}

// boardLegend returns what the signs on a board mean, in a look's characters.
func boardLegend(look theme.Look, b engine.Board) []sign {
	has := func(is func(v engine.View) bool) bool { return slices.ContainsFunc(b.Piles, is) }
	marked := func(m engine.Mark) bool { return has(func(v engine.View) bool { return v.Marks&m != 0 }) }
	faced := func(sign string) bool { return has(func(v engine.View) bool { return strings.Contains(v.Face, sign) }) }
	signs := "S D"
	if returns(b) {
		signs = "S D R"
	}
	return []sign{
		{Key{"4", "how many cards lie face down: in the frame, or behind the card"}, b.Hidden() > 0},
		{Key{"7x3", "a foundation: its rank, and how many cards are there"}, faced("x")},
		{Key{"3-9", "the ranks that can still be declared there: its first card decides"}, faced("-")},
		{Key{"no", "none can be declared there now"}, faced("no")},
		{Key{"+", "an empty place that a card may go to"}, marked(engine.Opening)},
		{Key{string(look.Closed), "a foundation that takes no card now"}, marked(engine.Closed)},
		{Key{string(look.Own), "one that takes only its own card now: the one above it"}, marked(engine.OwnOnly)},
		{Key{"!", "held: it cannot come back to the hand yet"}, marked(engine.Held)},
		{Key{string(look.Elided) + "2", "cards of a fan that there is no room for; v shows them"}, has(func(v engine.View) bool { return v.Fan != engine.Squared })},
		{Key{signs, "the markers: " + markers(b)}, true},
		{Key{string(look.Dot), "a legal place for the next marker"}, true},
		{Key{string(look.Unseen), "the same, for the unseen card: the one that will turn up"}, returns(b)},
	}
}
