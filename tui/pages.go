package tui

import "sync"

// Pages is a cache of rendered pages of rules, whose rendering takes some milliseconds.
// Sessions that share it share that time and the text. The zero Pages is empty and ready
// to use. It is safe for concurrent use.
type Pages struct {
	mu   sync.Mutex
	held map[pageKey][]string
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
