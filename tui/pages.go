package tui

import "sync"

// Pages are pages of rules as they were rendered, which takes some milliseconds:
// sessions that share them share that, and the text. The zero Pages has none.
// Any number of sessions may use it at once.
type Pages struct {
	mu   sync.Mutex
	held map[pageKey][]string
}

// A pageKey is a page, by what tells it from others, and what it was made for.
type pageKey struct {
	page string
	shape
}

// pagesHeld is the most pages that are held: a few windows' widths of each game.
const pagesHeld = 64

// lines are the lines of a page, which nobody may change. Where they are not held
// render makes them, and any one page makes way where there is no more room.
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
