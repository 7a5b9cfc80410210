package tui

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
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
		if p.search.typing {
			p.letter(msg)
			return nil
		}
		return p.key(msg.String())
	case tea.MouseWheelMsg:
		p.top += 3 * wheel(msg)
		p.keep()
	case tea.PasteMsg:
		if p.search.typing {
			p.seek(p.search.text + printable(msg.Content))
		}
	}
	return nil
}

func (p *pager) key(key string) tea.Cmd {
	switch key {
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
	case "/":
		p.search = search{typing: true, from: p.top}
	case "n":
		p.step(1)
	case "N":
		p.step(-1)
	case "esc":
		if p.search.text != "" {
			p.search = search{}
			return nil
		}
		return back
	case "q", "ctrl+c", "f1", "i", "?":
		return back
	}
	p.keep()
	return nil
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

// Hints implements Screen.
func (p *pager) Hints() []Key {
	switch {
	case p.search.typing:
		return []Key{{"Backspace", "back"}, {"Enter", "done"}, {"Esc", "no search"}}
	case p.search.text != "":
		return []Key{{"n", "next"}, {"N", "previous"}, {"Esc", "end the search"}, {"?", "keys"}, {"q", "back"}}
	}
	return []Key{{"space/b", "page"}, {"up/down", "line"}, {"/", "search"}, {"Home/End", "ends"}, {"?", "keys"}, {"q", "back"}}
}

// Keys implements Screen.
func (p *pager) Keys() []Key {
	return []Key{
		{"up down, j k", "a line"},
		{"space, b", "a page"},
		{"Home, End", "the beginning, the end"},
		{"/", "search; n and N: the next match, the one before"},
		{"q, Esc", "back; Esc ends a search first"},
	}
}
