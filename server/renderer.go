package server

import (
	"strings"
	"sync"

	"charm.land/ssh"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
)

// bufferMax is the capacity above which a renderer's buffer is dropped, in bytes.
const bufferMax = 1 << 10

// A renderer draws an app's frames on a terminal, each as the difference from the one
// before. Bubble Tea's own renderer would cost seven times as much, most of it while
// nobody does anything.
type renderer struct {
	app     app
	out     *writer
	grids   *gridPool
	profile grid.Profile

	size   ssh.Window
	shown  *grid.Grid // what the terminal shows; nil if that is not known
	buf    []byte     // reused for the next difference
	dirty  bool       // the next frame may differ
	notice string     // drawn over the last lines
}

// A gridPool is a pool of grids, shared by all sessions. A session keeps the one it shows
// and, while it draws, uses a second one.
type gridPool struct{ pool sync.Pool }

// get returns a blank grid of the given size.
func (s *gridPool) get(size ssh.Window) *grid.Grid {
	g, ok := s.pool.Get().(*grid.Grid)
	if !ok {
		return grid.New(size.Width, size.Height)
	}
	g.Resize(size.Width, size.Height)
	return g
}

// put returns a grid to the pool. A nil grid is ignored.
func (s *gridPool) put(g *grid.Grid) {
	if g != nil {
		s.pool.Put(g)
	}
}

// show draws a notice over the last lines; "" removes it.
func (p *renderer) show(notice string) { p.notice, p.dirty = notice, true }

// repaint sends the next frame in full, because the terminal may not show what it was
// sent.
func (p *renderer) repaint() { p.shown, p.dirty = nil, true }

// paint draws the frame and sends the difference.
func (p *renderer) paint() {
	next := p.grids.get(p.size)
	p.app.Draw(next)
	p.drawNotice(next)
	buf := grid.Diff(p.buf[:0], p.shown, next, p.profile)
	p.grids.put(p.shown)
	p.shown, p.dirty = next, false
	if p.isParked() { // a parked session draws nothing more, and the grid is most of its memory
		p.grids.put(next)
		p.shown = nil
	}
	if p.buf = buf; cap(buf) > bufferMax {
		p.buf = nil
	}
	_, _ = p.out.Write(buf) // on an error the session's life ends
}

// isParked reports whether the app only waits for a key to bring the player back.
func (p *renderer) isParked() bool {
	_, ok := p.app.(parked)
	return ok
}

func (p *renderer) drawNotice(g *grid.Grid) {
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
