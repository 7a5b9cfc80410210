package tui

import (
	"sync"

	"boardwalk/engine"
	"boardwalk/tui/grid"
	"boardwalk/tui/screen"
	"boardwalk/tui/theme"
	"boardwalk/tui/widget"
)

// A rulesPage is the page of the rules of a game, by the name of that.
type rulesPage struct {
	name string
	*screen.Page
}

// newAbout returns the page of what the host says about the arcade.
func newAbout(env *screen.Env) *screen.Page {
	env.Experience.Informed = true
	return screen.NewText(env, env.About.Called(), env.About.Markdown())
}

// rules returns the rules page of a game, scrolled to where the player left it. Of the
// games that people make up there can be any number: only the page of the last one is kept,
// and for this session.
func (a *App) rules(g engine.Game) *screen.Page {
	info, env := g.Info(), a.env
	_, made := g.(engine.MadeUp)
	key, name := info.ID, info.ID+" "+info.Name
	if made {
		key = "made up"
	}
	if p := a.read[key]; p.name == name {
		return p.Page
	}
	var table screen.Picture
	p := screen.NewPage(env, info.Name+": the rules", func(w int, look *theme.Look) string { return widget.Markdown(env.Games.Rules(g), w, look) })
	p.Beside = func() func(*grid.Grid, *theme.Look) { return table.Of(g) }
	if !made {
		p.Share = func(now screen.Shape, render func() []string) []string {
			return a.pages.lines(pageKey{name, now}, render)
		}
	}
	if a.read == nil {
		a.read = make(map[string]rulesPage)
	}
	a.read[key] = rulesPage{name, p}
	return p
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
	screen.Shape
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
