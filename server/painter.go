package server

import (
	"strings"
	"sync"

	"charm.land/ssh"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
)

// bufferKept is the capacity above which a painter's buffer is not kept, in bytes.
const bufferKept = 1 << 10

// A painter draws an app's frames on a terminal, each as the difference from the one
// before. Bubble Tea's own renderer would cost seven times as much, most of it while
// nobody does anything.
type painter struct {
	app     app
	out     *writer
	scratch *scratch
	profile grid.Profile

	size   ssh.Window
	shown  *grid.Grid // what the terminal shows; nil if that is not known
	buf    []byte     // reused for the next difference
	dirty  bool       // the next frame may differ
	notice string     // drawn over the last lines
}

// A scratch is a pool of grids, shared by all sessions. A session keeps the one it shows
// and, while it draws, uses a second one.
type scratch struct{ grids sync.Pool }

// grid returns a blank grid of the given size.
func (s *scratch) grid(size ssh.Window) *grid.Grid {
	g, ok := s.grids.Get().(*grid.Grid)
	if !ok {
		return grid.New(size.Width, size.Height)
	}
	g.Resize(size.Width, size.Height)
	return g
}

// drop returns a grid to the pool. A nil grid is ignored.
func (s *scratch) drop(g *grid.Grid) {
	if g != nil {
		s.grids.Put(g)
	}
}

// show draws a notice over the last lines; "" removes it.
func (p *painter) show(notice string) { p.notice, p.dirty = notice, true }

// repaint sends the next frame in full, because the terminal may not show what it was
// sent.
func (p *painter) repaint() { p.shown, p.dirty = nil, true }

// paint draws the frame and sends the difference.
func (p *painter) paint() {
	next := p.scratch.grid(p.size)
	p.app.Draw(next)
	p.drawNotice(next)
	buf := grid.Diff(p.buf[:0], p.shown, next, p.profile)
	p.scratch.drop(p.shown)
	p.shown, p.dirty = next, false
	if p.rests() { // a parked session draws nothing more, and the grid is most of its memory
		p.scratch.drop(next)
		p.shown = nil
	}
	if p.buf = buf; cap(buf) > bufferKept {
		p.buf = nil
	}
	_, _ = p.out.Write(buf) // on an error the session's life ends
}

// rests reports whether the app only waits for a key to bring the player back.
func (p *painter) rests() bool {
	_, ok := p.app.(resting)
	return ok
}

func (p *painter) drawNotice(g *grid.Grid) {
	if p.notice == "" {
		return
	}
	lines := strings.Split(ansi.Wordwrap(p.notice, g.Width(), ""), "\n")
	top := g.Height() - len(lines)
	for i, line := range lines {
		g.Fill(0, top+i, g.Width(), 1, ' ', grid.Style{Attr: grid.Reverse})
		g.Put(0, top+i, line, grid.Style{Attr: grid.Reverse})
	}
}
