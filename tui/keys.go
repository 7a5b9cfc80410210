package tui

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// everywhere lists the keys that the app handles itself.
var everywhere = []screen.Key{
	{Keys: "?", Does: "these keys"},
	{Keys: "A", Does: "suits or ASCII cards"},
	{Keys: "T", Does: "another theme"},
	{Keys: "S", Does: "settings"},
	{Keys: "Ctrl-L", Does: "draw the screen again"},
	{Keys: "mouse", Does: "a click on a key, here or in the last row, presses it; the wheel scrolls"},
}

// A keysPage lists the meaning of the signs that are on the board, the keys of a screen, the
// keys that work everywhere, and the signs that may come. A click on a key presses it on that
// screen.
type keysPage struct {
	page
	below screen.Framed // the screen, nil if it has no board
	keys  []screen.Key  // the key on each line of the page, empty if there is none
}

func newKeysPage(env *Env, s screen.Screen) *keysPage {
	p := &keysPage{}
	p.env = env
	p.title = "Keys (a click presses one)"
	keys := screen.KeysOf(s) // as the screen is now: it may go on
	p.below, _ = s.(screen.Framed)
	board, signs := s.(screen.Legended)
	p.body = func(w int, look theme.Look) string {
		p.keys = nil
		var b strings.Builder
		add := func(k screen.Key, text string) {
			b.WriteString(text)
			for range strings.Count(text, "\n") {
				p.keys = append(p.keys, k)
			}
		}
		legend := func(title string, shows bool) {
			if !signs {
				return
			}
			add(screen.Key{}, title+"\n")
			for _, s := range board.Legend(look) {
				if s.Shows == shows {
					add(screen.Key{}, keyEntry(s.Key, w))
				}
			}
		}
		legend("On the board", true)
		if signs {
			add(screen.Key{}, "\nKeys\n")
		}
		for _, k := range keys {
			add(k, keyEntry(k, w))
		}
		if _, can := s.(addressed); can && env.Company != nil {
			add(signalKey, keyEntry(signalKey, w))
		}
		add(screen.Key{}, "\nOn every screen\n")
		for _, k := range everywhere {
			add(k, keyEntry(k, w))
		}
		legend("\nSigns that may come", false)
		return b.String()
	}
	return p
}

// Pane implements screen.Sided: the board that the signs are on.
func (p *keysPage) Pane(w int) func(*grid.Grid, theme.Look) {
	if p.below == nil || w < paneWidth {
		return nil
	}
	return func(g *grid.Grid, look theme.Look) {
		at := p.below.Frame(g.Width(), g.Height())
		part := g.Part(at.X, at.Y, at.W, at.H)
		p.below.Draw(&part, look)
	}
}

// KeyUnder implements screen.Clickable.
func (p *keysPage) KeyUnder(x, y int) (tea.KeyPressMsg, bool) {
	line, column, ok := p.text.At(x, y)
	if !ok || line >= len(p.keys) || column < keyIndent {
		return tea.KeyPressMsg{}, false
	}
	return p.keys[line].At(column - keyIndent)
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
func keyEntry(k screen.Key, w int) string {
	lines := ansi.Wordwrap(k.Does, w-keyColumn, "")
	return strings.Repeat(" ", keyIndent) + k.Keys + strings.Repeat(" ", keyColumn-keyIndent-screen.Width(k.Keys)) +
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
func boardLegend(look theme.Look, b engine.Board) []screen.Sign {
	has := func(is func(v engine.View) bool) bool { return slices.ContainsFunc(b.Piles, is) }
	marked := func(m engine.Mark) bool { return has(func(v engine.View) bool { return v.Marks&m != 0 }) }
	faced := func(sign string) bool { return has(func(v engine.View) bool { return strings.Contains(v.Face, sign) }) }
	signs := "S D"
	if returns(b) {
		signs = "S D R"
	}
	return []screen.Sign{
		{Key: screen.Key{Keys: "4", Does: "how many cards lie face down: in the frame, or behind the card"}, Shows: b.Hidden() > 0},
		{Key: screen.Key{Keys: "7x3", Does: "a foundation: its rank, and how many cards are there"}, Shows: faced("x")},
		{Key: screen.Key{Keys: "3-9", Does: "the ranks that can still be declared there: its first card decides"}, Shows: faced("-")},
		{Key: screen.Key{Keys: "no", Does: "none can be declared there now"}, Shows: faced("no")},
		{Key: screen.Key{Keys: "+", Does: "an empty place that a card may go to"}, Shows: marked(engine.Opening)},
		{Key: screen.Key{Keys: string(look.Closed), Does: "a foundation that takes no card now"}, Shows: marked(engine.Closed)},
		{Key: screen.Key{Keys: string(look.Own), Does: "one that takes only its own card now: the one above it"}, Shows: marked(engine.OwnOnly)},
		{Key: screen.Key{Keys: "!", Does: "held: it cannot come back to the hand yet"}, Shows: marked(engine.Held)},
		{Key: screen.Key{Keys: string(look.Elided) + "2", Does: "cards of a fan that there is no room for; v shows them"}, Shows: has(func(v engine.View) bool { return v.Fan != engine.Squared })},
		{Key: screen.Key{Keys: signs, Does: "the markers: " + markers(b)}, Shows: true},
		{Key: screen.Key{Keys: string(look.Dot), Does: "a legal place for the next marker"}, Shows: true},
		{Key: screen.Key{Keys: string(look.Unseen), Does: "the same, for the unseen card: the one that will turn up"}, Shows: returns(b)},
	}
}
