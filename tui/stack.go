package tui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"boardwalk/tui/screen"
	"boardwalk/tui/table"
)

// A stack holds the screens of a session, the lobby lowest. A screen may call open and back
// in its Update, but not in a command. They take effect at once, so that the next
// key goes to the screen then on top, and return the command with which that one begins.
// They do nothing for a screen that is not on top, or no longer: a screen that is covered
// gets messages, too, and one key can lead to others that were held back.
type stack struct {
	screens  []screen.Screen
	updating screen.Screen // the one whose Update runs, nil if none does
}

func (s *stack) top() screen.Screen { return s.screens[len(s.screens)-1] }

// update passes a message to a screen.
func (s *stack) update(to screen.Screen, msg tea.Msg) tea.Cmd {
	defer func(was screen.Screen) { s.updating = was }(s.updating)
	s.updating = to
	return to.Update(msg)
}

// take has a screen take an answer, unless it has been left.
func (s *stack) take(a screen.Answer) tea.Cmd {
	if a.Screen != nil && !slices.Contains(s.screens, a.Screen) {
		return nil
	}
	defer func(was screen.Screen) { s.updating = was }(s.updating)
	s.updating = a.Screen
	return a.Take()
}

// mayChange reports whether it is the screen on top, or the app itself, that asks for
// another screen.
func (s *stack) mayChange() bool { return s.updating == nil || s.updating == s.top() }

// open puts a screen on top. To one that is open already it goes back.
func (s *stack) open(next screen.Screen) tea.Cmd {
	if !s.mayChange() {
		return nil
	}
	if i := slices.Index(s.screens, next); i >= 0 {
		s.closeAbove(i + 1)
		return s.top().Init()
	}
	if p, ok := s.top().(screen.Pauser); ok {
		p.Pause()
	}
	if t, ok := next.(*table.Table); ok {
		place := "" // for the lobby
		if s, ok := s.top().(screen.Placed); ok {
			place = s.Place()
		}
		t.CameFrom(place)
	}
	s.screens = append(s.screens, next)
	return next.Init()
}

// back leaves the top screen, or the arcade if it is the last one.
func (s *stack) back() tea.Cmd {
	switch {
	case !s.mayChange():
		return nil
	case len(s.screens) == 1:
		return tea.Quit
	}
	s.closeAbove(len(s.screens) - 1)
	return s.top().Init()
}

// table returns the table, nil if there is none: tables do not pile up.
func (s *stack) table() *table.Table {
	for _, s := range s.screens {
		if t, ok := s.(*table.Table); ok {
			return t
		}
	}
	return nil
}

// closeAbove leaves all screens but the lowest n.
func (s *stack) closeAbove(n int) {
	closeAll(s.screens[n:])
	clear(s.screens[n:]) // so that the garbage collector can free them
	s.screens = s.screens[:n]
}

// closeAll ends what the screens have begun.
func closeAll(screens []screen.Screen) {
	for _, s := range screens {
		if c, ok := s.(screen.Closer); ok {
			c.OnClose()
		}
	}
}
