package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"
	"charm.land/glamour/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
)

// A pager shows a text that may be longer than the window.
type pager struct {
	title string
	body  func(width int, look theme.Look) string // ANSI text of at most that width

	top, page int
	lines     []string // of body, for
	shown     shape
}

// A shape is what a pager's lines were made for.
type shape struct {
	width int
	theme string
}

// newRules is the rules page of a game.
func newRules(g engine.Game) *pager {
	return &pager{title: g.Info().Name + ": the rules", body: func(w int, look theme.Look) string {
		style := map[string]string{"dark": "dark", "light": "light"}[look.Theme.Name]
		if style == "" {
			style = "notty"
		}
		r, err := glamour.NewTermRenderer(glamour.WithStandardStyle(style), glamour.WithWordWrap(w))
		if err == nil {
			if text, err := r.Render(g.Rules()); err == nil {
				return text
			}
		}
		return g.Rules() // Markdown reads well as it is
	}}
}

// newKeysPage lists the keys of a screen, then those that work everywhere.
func newKeysPage(keys []Key) *pager {
	return &pager{title: "Keys", body: func(w int, _ theme.Look) string {
		var b strings.Builder
		for _, k := range keys {
			b.WriteString(keyEntry(k, w))
		}
		b.WriteString("\nOn every screen\n")
		for _, k := range everywhere {
			b.WriteString(keyEntry(k, w))
		}
		return b.String()
	}}
}

// keyEntry is one line of the keys page.
func keyEntry(k Key, w int) string {
	const column = 17
	return cut("  "+k.Keys+strings.Repeat(" ", max(column-width(k.Keys), 1))+k.Does, w) + "\n"
}

// Init implements Screen.
func (p *pager) Init() tea.Cmd { return nil }

// Update implements Screen.
func (p *pager) Update(msg tea.Msg) tea.Cmd {
	key, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil
	}
	switch key.String() {
	case "up", "k":
		p.top--
	case "down", "j", "enter":
		p.top++
	case "pgup", "b":
		p.top -= p.page
	case "pgdown", "space", "f":
		p.top += p.page
	case "home", "g":
		p.top = 0
	case "end", "G":
		p.top = len(p.lines)
	case "q", "esc", "ctrl+c", "f1", "i", "?":
		return back
	}
	return nil
}

// Draw implements Screen.
func (p *pager) Draw(g *grid.Grid, look theme.Look) {
	if now := (shape{g.Width() - 2, look.Theme.Name}); p.shown != now {
		p.shown = now
		p.lines = strings.Split(strings.Trim(p.body(now.width, look), "\n"), "\n")
	}
	p.page = g.Height() - 4
	p.top = max(min(p.top, len(p.lines)-p.page), 0)
	place := ""
	if len(p.lines) > p.page {
		place = fmt.Sprintf("%d%%", 100*p.top/(len(p.lines)-p.page))
	}
	title(g, look, p.title, place)
	for i := 0; i < p.page && p.top+i < len(p.lines); i++ {
		g.PutANSI(1, 2+i, g.Width()-2, 1, look.Words(p.lines[p.top+i]))
	}
	keyLine(g, look, Key{"up/down", "line"}, Key{"space/b", "page"}, Key{"Home/End", "ends"}, Key{"q", "back"})
}

// Keys implements Screen.
func (p *pager) Keys() []Key {
	return []Key{
		{"up down, j k", "a line"},
		{"space, b", "a page"},
		{"Home, End", "the beginning, the end"},
		{"q, Esc", "back"},
	}
}
