package tui

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A page is a screen with a text to read.
type page struct {
	env   *screenEnv
	title string
	body  func(width int, look theme.Look) string // ANSI text of at most that width
	text  widget.Pager
	shown shape // what text was rendered for

	// share returns the lines for a shape, which it may have from another session; nil for a page of
	// this one alone.
	share func(now shape, render func() []string) []string
	// beside returns what a pane shows; nil if there is none.
	beside func() func(*grid.Grid, theme.Look)
}

// A shape is what the lines of a page depend on.
type shape struct {
	width       int
	theme, deck string
}

// newPage returns a page with a text of at most as many columns as body is called with.
func newPage(env *screenEnv, title string, body func(width int, look theme.Look) string) *page {
	return &page{env: env, title: title, body: body}
}

// newText returns a page of Markdown.
func newText(env *screenEnv, title, markdown string) *page {
	return newPage(env, title, func(w int, look theme.Look) string { return widget.Markdown(markdown, w, look) })
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
		widget.Binding{Keys: "?", Hint: "keys", Do: p.env.Back}, // on the keys page itself; elsewhere the app opens it
		widget.Binding{Keys: "q, Esc", Also: "Ctrl-C F1 i", Does: "back; Esc ends a search first", Hint: "back", Do: p.env.Back})
}

// Pane implements screen.Sided.
func (p *page) Pane(int) func(*grid.Grid, theme.Look) {
	if p.beside == nil {
		return nil
	}
	return p.beside()
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
	if p.share != nil {
		p.text.SetLines(p.share(now, lines))
	} else {
		p.text.SetLines(lines())
	}
}
