package server

import "charm.land/ssh"

const (
	// cellsEach is how many cells the screens of all sessions may have on average:
	// those of 120x40. Go's limit on memory would be no bound, as it only asks for more
	// collections, but what a screen costs is known (hostile.md, trap 28).
	cellsEach = 120 * 40

	// manyScreens is how many of the largest have room in a small arcade, too.
	manyScreens = 100
)

// cellsFor is the cells for the screens of so many sessions.
func cellsFor(sessions int) int { return max(sessions*cellsEach, manyScreens*columnsMax*rowsMax) }

// fit gives a session room for a screen of a size, in the place of what it has, or
// returns false where there is too little. Those who run the arcade find room always.
func (h *hall) fit(s *session, size ssh.Window) bool {
	admin := s.now().who.admin
	h.mu.Lock()
	defer h.mu.Unlock()
	if _, in := h.all[s]; !in {
		return false
	}
	more := size.Width*size.Height - s.cells
	if more > max(h.cells, 0) && !admin {
		return false
	}
	s.cells += more
	h.cells -= more
	return true
}
