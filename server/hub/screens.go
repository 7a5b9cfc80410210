package hub

import "sync"

// Columns and Rows are the size of a screen that always fits, or a few clients with large
// windows could shut out everybody.
const Columns, Rows = 80, 24

// Screens shares out the cells of large screens. It is safe for concurrent use.
type Screens struct {
	mu    sync.Mutex
	cells int // of Config.Cells, what is left to give out
}

// Fit returns the size at which a session's terminal is drawn from now on: its own or, if
// the cells that all share do not suffice, at most Columns x Rows. Go's memory limit would
// not bound screens, as it only makes the collector run more often.
func (sc *Screens) Fit(s *Session, width, height int) (drawnWidth, drawnHeight int) {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.cells += s.cells
	s.cells = max(width*height-Columns*Rows, 0)
	if s.cells > sc.cells {
		s.cells = 0
		width, height = min(width, Columns), min(height, Rows)
	}
	sc.cells -= s.cells
	return width, height
}

// release takes back the cells of a session that has left.
func (sc *Screens) release(s *Session) {
	sc.mu.Lock()
	defer sc.mu.Unlock()
	sc.cells += s.cells
	s.cells = 0
}
