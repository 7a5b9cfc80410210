package server

import "charm.land/ssh"

const (
	// cellsPerSession is the number of screen cells beyond 80x24 that each session may have
	// on average, so that it fits 120x40. A screen of 80x24 always fits, or a few clients
	// with large windows could shut out everybody. Go's memory limit would not bound
	// screens, as it only makes the collector run more often, but what a screen costs is
	// known.
	cellsPerSession = 120*40 - columnsUsual*rowsUsual

	// manyScreens is the number of screens of the largest size that fit even in a small
	// arcade.
	manyScreens = 100
)

// cellsFor returns the cells beyond 80x24 that the screens of so many sessions share.
func cellsFor(sessions int) int { return max(sessions*cellsPerSession, manyScreens*columnsMax*rowsMax) }

// fit returns the size at which a session's terminal is drawn from now on: its own or, if
// there is no room for that, at most 80x24.
func (h *hub) fit(s *session, size ssh.Window) ssh.Window {
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
