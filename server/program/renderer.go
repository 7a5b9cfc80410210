package program

import (
	"strings"
	"sync"
	"time"

	"github.com/charmbracelet/x/ansi"

	"boardwalk/tui/grid"
)

// bufferMax is the capacity above which a renderer's buffer is dropped, in bytes.
const bufferMax = 1 << 10

// A renderer draws an app's frames on a terminal, each as the difference from the one
// before. Bubble Tea's own renderer would cost seven times as much, most of it while
// nobody does anything.
type renderer struct {
	out     *Writer
	grids   *GridPool
	meter   Meter
	profile grid.Profile

	size   Size
	shown  *grid.Grid // what the terminal shows; nil if that is not known
	buf    []byte     // reused for the next difference
	dirty  bool       // the next frame may differ
	notice string     // drawn over the last lines
	key    time.Time  // when the first key came whose effect the next frame shows; zero if none did
}

// A GridPool is a pool of grids, shared by all programs of a server. A program keeps the
// grid it shows and, while it draws, uses a second one. The zero value is ready to use.
type GridPool struct{ pool sync.Pool }

func (p *GridPool) get(size Size) *grid.Grid {
	g, ok := p.pool.Get().(*grid.Grid)
	if !ok {
		return grid.New(size.Width, size.Height)
	}
	g.Resize(size.Width, size.Height)
	return g
}

// put returns a grid to the pool. A nil grid is ignored.
func (p *GridPool) put(g *grid.Grid) {
	if g != nil {
		p.pool.Put(g)
	}
}

// show draws a notice over the last lines; "" removes it.
func (r *renderer) show(notice string) { r.notice, r.dirty = notice, true }

// repaint sends the next frame in full, and before it the modes that frames need, because the
// terminal may not show what it was sent.
func (r *renderer) repaint() { r.shown, r.dirty = nil, true }

// paint draws an app's frame and sends the difference.
func (r *renderer) paint(app App) {
	next := r.grids.get(r.size)
	app.Draw(next)
	r.drawNotice(next)
	buf := r.buf[:0]
	if r.shown == nil {
		buf = append(buf, grid.Enter+grid.Mouse...)
	}
	buf = grid.Diff(buf, r.shown, next, r.profile)
	r.grids.put(r.shown)
	r.shown, r.dirty = next, false
	if isParked(app) { // a parked session draws nothing more, and the grid is most of its memory
		r.grids.put(next)
		r.shown = nil
	}
	if r.buf = buf; cap(buf) > bufferMax {
		r.buf = nil
	}
	if !r.key.IsZero() {
		r.meter.ObserveFrame(time.Since(r.key))
		r.key = time.Time{}
	}
	_, _ = r.out.Write(buf) // on an error the session's life ends
}

func (r *renderer) drawNotice(g *grid.Grid) {
	if r.notice == "" {
		return
	}
	lines := strings.Split(ansi.Wordwrap(r.notice, g.Width(), ""), "\n")
	top := g.Height() - len(lines)
	for i, line := range lines {
		g.Fill(0, top+i, g.Width(), 1, ' ', grid.Style{Attr: grid.Reverse})
		g.Put(0, top+i, line, grid.Style{Attr: grid.Reverse})
	}
}
