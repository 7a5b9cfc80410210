package tui

import (
	"strings"
	"sync"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A page is a screen with a text to read.
type page struct {
	env   *Env
	title string
	body  func(width int, look theme.Look) string // ANSI text of at most that width
	text  widget.Pager
	shown shape // what text was rendered for

	game    engine.Game // whose table a pane shows, nil if the page is not about one
	picture picture

	shared *Pages // where all sessions share rendered pages; nil if this page is not shared
	name   string // of the page, also in shared
}

// A shape is what the lines of a page depend on.
type shape struct {
	width       int
	theme, deck string
}

// newPage returns a page of Markdown.
func newPage(env *Env, title, markdown string) *page {
	return &page{env: env, title: title, body: func(w int, look theme.Look) string { return widget.Markdown(markdown, w, look) }}
}

// newAbout returns the page of what the host says about the arcade.
func newAbout(env *Env) *page {
	env.experience.informed = true
	return newPage(env, env.About.Called(), env.About.Markdown())
}

// newRules returns the rules page of a game, scrolled to where the player left it. Of the
// games that people make up there can be any number: only the page of the last one is kept,
// and for this session.
func newRules(env *Env, g engine.Game) *page {
	info, shared := g.Info(), env.Pages
	key, name := info.ID, info.ID+" "+info.Name
	if _, made := g.(engine.MadeUp); made {
		key, shared = "made up", nil
	}
	if p := env.rules[key]; p == nil || p.name != name {
		if env.rules == nil {
			env.rules = make(map[string]*page)
		}
		env.rules[key] = &page{
			env:    env,
			title:  info.Name + ": the rules",
			body:   func(w int, look theme.Look) string { return widget.Markdown(env.Games.Rules(g), w, look) },
			game:   g,
			shared: shared, name: name,
		}
	}
	return env.rules[key]
}

// Init implements Screen.
func (p *page) Init() tea.Cmd { return nil }

// Typing implements screen.Typist.
func (p *page) Typing() bool { return p.text.Typing() }

// Paste implements screen.Paster.
func (p *page) Paste(text string) (cmd tea.Cmd, taken bool) {
	p.text.Paste(text)
	return nil, p.Typing()
}

// Update implements Screen.
func (p *page) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		p.text.Key(msg)
		return widget.Press(p.Bindings(), msg.String(), nil)
	case tea.MouseWheelMsg:
		p.text.Scroll(3 * widget.Wheel(msg))
	}
	return nil
}

// Bindings implements Screen.
func (p *page) Bindings() []widget.Binding {
	bindings := p.text.Bindings()
	if p.Typing() {
		return bindings
	}
	return append(bindings,
		widget.Binding{Keys: "?", Hint: "keys", Do: p.env.back}, // on the keys page itself; elsewhere the app opens it
		widget.Binding{Keys: "q, Esc", Also: "Ctrl-C F1 i", Does: "back; Esc ends a search first", Hint: "back", Do: p.env.back})
}

// Pane implements screen.Sided.
func (p *page) Pane(int) func(*grid.Grid, theme.Look) {
	if p.game == nil {
		return nil
	}
	return p.picture.of(p.game)
}

// Where the text begins in the window.
const pageLeft, pageTop = 2, 2

// Draw implements Screen.
func (p *page) Draw(g *grid.Grid, look theme.Look) {
	p.render(g.Width()-pageLeft-1, look)
	screen.DrawTitle(g, look, p.title, p.text.Draw(g, look, pageLeft, pageTop, g.Height()-pageTop-2))
}

// render renders the text again if the window or the look has changed.
func (p *page) render(width int, look theme.Look) {
	now := shape{width, look.Theme.Name, look.Deck.Name}
	if p.shown == now {
		return
	}
	p.shown = now
	lines := func() []string {
		return strings.Split(look.Translate(strings.Trim(p.body(width, look), "\n")), "\n")
	}
	if p.shared != nil {
		p.text.SetLines(p.shared.lines(pageKey{p.name, now}, lines))
	} else {
		p.text.SetLines(lines())
	}
}

// Pages is a cache of rendered pages of rules, whose rendering takes some milliseconds, and of
// what the lobby says about the built-in games. Sessions that share it share that time and the
// text. The zero Pages is empty and ready to use. It is safe for concurrent use.
type Pages struct {
	mu    sync.Mutex
	held  map[pageKey][]string
	games map[string]*gameText // by game
}

// game returns what the lobby says about a built-in game, which must not be modified. It calls
// write the first time.
func (p *Pages) game(id string, write func() *gameText) *gameText {
	p.mu.Lock()
	defer p.mu.Unlock()
	text, ok := p.games[id]
	if !ok {
		if p.games == nil {
			p.games = make(map[string]*gameText)
		}
		text = write()
		p.games[id] = text
	}
	return text
}

// A pageKey identifies a page and what it was rendered for.
type pageKey struct {
	page string
	shape
}

// pagesHeld is the maximum number of pages in the cache: a few widths of each game's
// rules.
const pagesHeld = 64

// lines returns the lines of a page, which must not be modified. If they are not cached,
// it calls render, and drops an arbitrary page if the cache is full.
func (p *Pages) lines(key pageKey, render func() []string) []string {
	p.mu.Lock()
	lines, ok := p.held[key]
	p.mu.Unlock()
	if ok {
		return lines
	}
	lines = render()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.held == nil {
		p.held = make(map[pageKey][]string)
	}
	if len(p.held) == pagesHeld {
		for other := range p.held {
			delete(p.held, other)
			break
		}
	}
	p.held[key] = lines
	return lines
}
