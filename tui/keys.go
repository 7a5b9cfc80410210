package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

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
	screen.Page
	below screen.Framed // the screen, nil if it has no board
	keys  []screen.Key  // the key on each line of the page, empty if there is none
}

func newKeysPage(env *screen.Env, s screen.Screen) *keysPage {
	p := &keysPage{Page: screen.Page{Env: env, Title: "Keys (a click presses one)"}}
	keys := screen.KeysOf(s) // as the screen is now: it may go on
	p.below, _ = s.(screen.Framed)
	board, _ := s.(screen.Legended)
	p.Body = func(w int, look *theme.Look) string {
		p.keys = nil
		var b strings.Builder
		add := func(k screen.Key, text string) {
			b.WriteString(text)
			for range strings.Count(text, "\n") {
				p.keys = append(p.keys, k)
			}
		}
		var signs []screen.Sign
		if board != nil {
			signs = board.Legend(look)
		}
		legend := func(title string, shows bool) {
			for _, s := range signs {
				if s.Shows == shows {
					add(screen.Key{}, title+keyEntry(s.Key, w))
					title = ""
				}
			}
		}
		if p.below != nil {
			legend("On the board\n", true)
		} else {
			legend("On the page\n", true)
		}
		if signs != nil {
			add(screen.Key{}, "\nKeys\n")
		}
		for _, k := range keys {
			add(k, keyEntry(k, w))
		}
		if _, can := s.(screen.Addressed); can && env.Company != nil {
			add(signalKey, keyEntry(signalKey, w))
		}
		add(screen.Key{}, "\nOn every screen\n")
		for _, k := range everywhere {
			add(k, keyEntry(k, w))
		}
		legend("\nSigns that may come\n", false)
		return b.String()
	}
	return p
}

// Pane implements screen.Sided: the board that the signs are on.
func (p *keysPage) Pane(w int) func(*grid.Grid, *theme.Look) {
	if p.below == nil || w < paneWidth {
		return nil
	}
	return func(g *grid.Grid, look *theme.Look) {
		at := p.below.Frame(g.Width(), g.Height())
		part := g.Part(at.X, at.Y, at.W, at.H)
		p.below.Draw(&part, look)
	}
}

// KeyUnder implements screen.Clickable.
func (p *keysPage) KeyUnder(x, y int) (tea.KeyPressMsg, bool) {
	line, column, ok := p.Text.At(x, y)
	if !ok || line >= len(p.keys) || column < keyIndent {
		return tea.KeyPressMsg{}, false
	}
	return p.keys[line].At(column - keyIndent)
}

// Bindings implements Screen. Here the key ? leads back, and need not be offered.
func (p *keysPage) Bindings() []widget.Binding {
	bindings := p.Page.Bindings()
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
