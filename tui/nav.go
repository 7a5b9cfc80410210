package tui

import (
	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
)

// to opens the screen of a place.
func (e *Env) to(p route.Place) tea.Cmd {
	s, err := e.make(p)
	if err != nil {
		return func() tea.Msg { return noteMsg{err.Error(), true} }
	}
	return e.open(s)
}

// share opens the result of a daily as text to paste. read returns it, and may wait.
func (e *Env) share(game string, read func() (arcade.Result, error)) tea.Cmd {
	g, ok := e.Games.Find(game)
	if !ok {
		return nil
	}
	return e.to(route.Share{Game: g, Read: read})
}

// A replayed brings the replay of a round to the screen that has asked for it.
type replayed struct {
	by, screen screen.Screen
	err        error
}

// replay reads a result and makes its replay for a screen, in a command: it may be long.
func (e *Env) replay(by screen.Screen, read func() (arcade.Result, error)) tea.Cmd {
	return func() tea.Msg {
		r, err := read()
		if err != nil {
			return replayed{by, nil, err}
		}
		s, err := e.make(route.Replay{Result: r})
		return replayed{by, s, err}
	}
}

// A raceNews brings the standings of a race, nil if no more will come, and what warns of its game. by
// is the screen that follows the race; the race's table takes them as well.
type raceNews struct {
	by    screen.Screen
	race  *arcade.Race
	warns string
}
