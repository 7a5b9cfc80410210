package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A pager shows a text that may be longer than the window.
type pager struct {
	title string
	body  func(width int, look theme.Look) string // ANSI text of at most that width

	top, page int
	lines     []string // body, rendered for shown
	shown     shape
	search    search

	shared *Pages // where all sessions share rendered pages; nil if this page is not shared
	name   string // of the page in shared
}

// Where the text begins in the window.
const pageLeft, pageTop = 2, 2

// A shape is what the lines of a pager depend on.
type shape struct {
	width       int
	theme, deck string
}

// newRules returns the rules page of a game, scrolled to where the player left it.
func (e *Env) newRules(g engine.Game) *pager {
	info := g.Info()
	if e.rules[info.ID] == nil {
		if e.rules == nil {
			e.rules = make(map[string]*pager)
		}
		e.rules[info.ID] = &pager{
			title:  info.Name + ": the rules",
			body:   func(w int, look theme.Look) string { return rendered(g.Rules(), w, look) },
			shared: e.Pages, name: info.ID + " " + info.Name,
		}
	}
	return e.rules[info.ID]
}

// Init implements Screen.
func (p *pager) Init() tea.Cmd { return nil }

// Update implements Screen.
func (p *pager) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if p.search.typing && p.search.input.Key(msg) {
			p.seek()
		}
		return widget.Press(p.Bindings(), msg.String(), nil)
	case tea.MouseWheelMsg:
		p.top += 3 * widget.Wheel(msg)
		p.keep()
	case tea.PasteMsg:
		if p.search.typing {
			p.search.input.Insert(msg.Content)
			p.seek()
		}
	}
	return nil
}

// Bindings implements Screen. While matches show, the last row offers other keys.
func (p *pager) Bindings() []widget.Binding {
	if p.search.typing {
		return []widget.Binding{
			{Keys: "Backspace", Hint: "back"},
			{Keys: "Enter", Hint: "done", Do: p.endSearch},
			{Keys: "Esc", Also: "Ctrl-C", Hint: "no search", Do: func() tea.Cmd {
				p.top, p.search = p.search.from, search{}
				return nil
			}},
		}
	}
	page, line, find, ends := "page", "line", "search", "ends"
	searching := p.search.text() != ""
	if searching {
		page, line, find, ends = "", "", "", ""
	}
	scroll := func(by int) tea.Cmd {
		p.top += by
		p.keep()
		return nil
	}
	match := func(by int) func() tea.Cmd {
		return func() tea.Cmd { p.step(by); return nil }
	}
	return []widget.Binding{
		{Keys: "n", Hint: "next", Place: 1, Off: !searching, Do: match(1)},
		{Keys: "N", Hint: "previous", Place: 2, Off: !searching, Do: match(-1)},
		{Keys: "Esc", Hint: "end the search", Place: 3, Off: !searching, Do: func() tea.Cmd { p.search = search{}; return nil }},
		{Keys: "up down, j k", Also: "Enter", Does: "a line", Hint: line, Place: 5, DoKey: func(key string) tea.Cmd { return scroll(direction(key)) }},
		{Keys: "space, b", As: "space/b", Also: "PgUp PgDn f", Does: "a page", Hint: page, Place: 4, DoKey: func(key string) tea.Cmd { return scroll(direction(key) * p.page) }},
		{Keys: "Home, End", As: "Home/End", Also: "g G", Does: "the beginning, the end", Hint: ends, DoKey: func(key string) tea.Cmd {
			if key == "home" || key == "g" {
				return scroll(-p.top)
			}
			return scroll(len(p.lines))
		}},
		{Keys: "/", Does: "search; n and N: the next match, the one before", Hint: find, Place: 6, Do: func() tea.Cmd {
			p.search = search{typing: true, input: widget.Line{Max: searchMax}, from: p.top}
			return nil
		}},
		{Keys: "?", Hint: "keys", Do: goBack}, // on the keys page itself; elsewhere the app opens it
		{Keys: "q, Esc", Also: "Ctrl-C F1 i", Does: "back; Esc ends a search first", Hint: "back", Do: goBack},
	}
}

// keep keeps the page within the text.
func (p *pager) keep() { p.top = max(min(p.top, len(p.lines)-p.page), 0) }

// render renders the lines again if the window or the look has changed.
func (p *pager) render(width int, look theme.Look) {
	now := shape{width, look.Theme.Name, look.Deck.Name}
	if p.shown == now {
		return
	}
	p.shown = now
	lines := func() []string {
		return strings.Split(look.Translate(strings.Trim(p.body(width, look), "\n")), "\n")
	}
	if p.shared != nil {
		p.lines = p.shared.lines(pageKey{p.name, now}, lines)
	} else {
		p.lines = lines()
	}
	p.search.find(p.lines)
}

// Draw implements Screen.
func (p *pager) Draw(g *grid.Grid, look theme.Look) {
	p.page = g.Height() - 4
	p.render(g.Width()-pageLeft-1, look)
	p.keep()
	place := ""
	if len(p.lines) > p.page {
		place = fmt.Sprintf("%d%%", 100*p.top/(len(p.lines)-p.page))
	}
	title(g, look, p.title, place)
	for i := 0; i < p.page && p.top+i < len(p.lines); i++ {
		g.PutANSI(pageLeft, pageTop+i, g.Width()-pageLeft-1, 1, p.lines[p.top+i])
	}
	p.search.draw(g, look, p.top, p.page)
}
