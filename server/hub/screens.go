package hub

// Columns and Rows are the size of a screen that always fits, or a few clients with large
// windows could shut out everybody.
const Columns, Rows = 80, 24

// Fit returns the size at which a session's terminal is drawn from now on: its own or, if
// the cells that all share do not suffice, at most Columns x Rows. Go's memory limit would
// not bound screens, as it only makes the collector run more often.
func (h *Hub) Fit(s *Session, width, height int) (drawnWidth, drawnHeight int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cells += s.cells
	s.cells = max(width*height-Columns*Rows, 0)
	if s.cells > h.cells {
		s.cells = 0
		width, height = min(width, Columns), min(height, Rows)
	}
	h.cells -= s.cells
	return width, height
}
