package server

import (
	"strings"
	"sync"

	"charm.land/ssh"
	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
)

// bufferKept is the size past which a painter's buffer is let go.
const bufferKept = 1 << 10

// A painter shows an app's frames on a terminal, each as the difference to the
// one before. Bubble Tea's own renderer would cost seven times as much, most of
// it while nobody does anything.
type painter struct {
	app     app
	out     *writer
	scratch *scratch
	profile grid.Profile

	size   ssh.Window
	shown  *grid.Grid // what the terminal shows, nil where that is not known
	buf    []byte     // for the next difference
	dirty  bool       // the next frame may be another one
	notice string     // to be drawn over the last lines
}

// A scratch is grids that nobody draws on at the moment. All sessions share it:
// a session has one that it shows and, while it draws, one more.
type scratch struct{ grids sync.Pool }

// grid is a blank grid of a size.
func (s *scratch) grid(size ssh.Window) *grid.Grid {
	g, ok := s.grids.Get().(*grid.Grid)
	if !ok {
		return grid.New(size.Width, size.Height)
	}
	g.Resize(size.Width, size.Height)
	return g
}

// drop gives a grid back, if it is one.
func (s *scratch) drop(g *grid.Grid) {
	if g != nil {
		s.grids.Put(g)
	}
}

// show draws a notice over the last lines, "" for none.
func (p *painter) show(notice string) { p.notice, p.dirty = notice, true }

// repaint draws all of the next frame: the terminal may show something else than
// what it was sent.
func (p *painter) repaint() { p.shown, p.dirty = nil, true }

// paint draws the frame and sends what differs.
func (p *painter) paint() {
	next := p.scratch.grid(p.size)
	p.app.Draw(next)
	p.drawNotice(next)
	buf := grid.Diff(p.buf[:0], p.shown, next, p.profile)
	p.scratch.drop(p.shown)
	p.shown, p.dirty = next, false
	if p.rests() { // it has no second frame, and this is most of what it keeps
		p.scratch.drop(next)
		p.shown = nil
	}
	if p.buf = buf; cap(buf) > bufferKept {
		p.buf = nil
	}
	_, _ = p.out.Write(buf) // where it fails, the session's life ends
}

// rests tells whether nothing is shown but that a key brings the app back.
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
