package server

import "charm.land/ssh"

const (
	// cellsEach is how many cells the screens of all sessions may have on average, so
	// that theirs are 120x40, beyond those of 80x24: for these there is always room, or a
	// few who come with large windows would shut out everybody. Go's limit on memory
	// would be no bound, as it only asks for more collections, but what a screen costs
	// is known (hostile.md, trap 28).
	cellsEach = 120*40 - columnsUsual*rowsUsual

	// manyScreens is how many of the largest have room in a small arcade, too.
	manyScreens = 100
)

// cellsFor is the cells beyond those of 80x24 for the screens of so many sessions.
func cellsFor(sessions int) int { return max(sessions*cellsEach, manyScreens*columnsMax*rowsMax) }

// fit is the size at which a session's terminal is drawn from now on: its own or,
// where there is no room for that, at most 80x24.
func (h *hall) fit(s *session, size ssh.Window) ssh.Window {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.cells += s.cells
	s.cells = max(size.Width*size.Height-columnsUsual*rowsUsual, 0)
	if s.cells > h.cells {
		s.cells = 0
		size.Width, size.Height = min(size.Width, columnsUsual), min(size.Height, rowsUsual)
	}
	h.cells -= s.cells
	return size
}
