package screen

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/grid"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A Page is a screen with a text to read.
type Page struct {
	Env   *Env
	Title string
	Body  func(width int, look *theme.Look) string // ANSI text of at most that width
	Text  widget.Pager
	shown Shape // what text was rendered for

	// Share returns the lines for a shape, which it may have from another session; nil for a page of
	// this one alone.
	Share func(now Shape, render func() []string) []string
	// Next turns to the page that follows; nil if none does.
	Next func()
	// Beside returns what a pane shows; nil if there is none.
	Beside func() func(*grid.Grid, *theme.Look)
}

// A Shape is what the lines of a page depend on.
type Shape struct {
	width       int
	theme, deck string
}

// NewPage returns a page with a text of at most as many columns as body is called with.
func NewPage(env *Env, title string, body func(width int, look *theme.Look) string) *Page {
	return &Page{Env: env, Title: title, Body: body}
}

// NewText returns a page of Markdown.
func NewText(env *Env, title, markdown string) *Page {
	return NewPage(env, title, func(w int, look *theme.Look) string { return widget.Markdown(markdown, w, look) })
}

// Init implements Screen.
func (p *Page) Init() tea.Cmd { return nil }

// Update implements Screen.
func (p *Page) Update(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		return widget.Press(p.Bindings(), widget.KeyName(msg), nil)
	case tea.MouseWheelMsg:
		p.Text.Scroll(3 * widget.Wheel(msg))
	}
	return nil
}

// Bindings implements Screen.
func (p *Page) Bindings() []widget.Binding {
	bindings := p.Text.Bindings()
	if p.Next != nil {
		bindings = append(bindings, widget.Binding{Keys: "n, Enter", Does: "the next page", Hint: "next", Place: 1, Do: widget.Just(p.Next)})
	}
	return append(bindings,
		widget.Binding{Keys: "?", Hint: "keys", Do: p.Env.Back}, // on the keys page itself; elsewhere the app opens it
		widget.Binding{Keys: "q, Esc", Also: "Ctrl-C F1 i", Does: "back", Hint: "back", Do: p.Env.Back})
}

// Pane implements Sided.
func (p *Page) Pane(int) func(*grid.Grid, *theme.Look) {
	if p.Beside == nil {
		return nil
	}
	return p.Beside()
}

// Where the text begins in the window.
const pageLeft, pageTop = 2, 2

// Draw implements Screen.
func (p *Page) Draw(g *grid.Grid, look *theme.Look) {
	p.render(g.Width()-pageLeft-1, look)
	DrawTitle(g, look, p.Title, p.Text.Draw(g, look, pageLeft, pageTop, g.Height()-pageTop-2))
}

// render renders the text again if the window or the look has changed.
func (p *Page) render(width int, look *theme.Look) {
	now := Shape{width, look.Theme.Name, look.Deck.Name}
	if p.shown == now {
		return
	}
	p.shown = now
	lines := func() []string {
		return strings.Split(look.Translate(strings.Trim(p.Body(width, look), "\n")), "\n")
	}
	if p.Share != nil {
		p.Text.SetLines(p.Share(now, lines))
	} else {
		p.Text.SetLines(lines())
	}
}
