package tui

import (
	"time"

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

// replay reads a result and makes its replay for a screen, in a command: it may be long. take takes it
// or, as an error, why there is none.
func (e *Env) replay(by screen.Screen, read func() (arcade.Result, error), take func(screen.Screen, error) tea.Cmd) tea.Cmd {
	return screen.Ask(by, func() func() tea.Cmd {
		r, err := read()
		if err != nil {
			return func() tea.Cmd { return take(nil, err) }
		}
		s, err := e.make(route.Replay{Result: r})
		return func() tea.Cmd { return take(s, err) }
	})
}

// after has a screen do something after some time, unless it has been left.
func (e *Env) after(s screen.Screen, d time.Duration, do func() tea.Cmd) tea.Cmd {
	return after(e.Tick, s, d, do)
}

// after is Env.after with a clock.
func after(tick func(time.Duration, func(time.Time) tea.Msg) tea.Cmd, s screen.Screen, d time.Duration, do func() tea.Cmd) tea.Cmd {
	return tick(d, func(time.Time) tea.Msg { return screen.Answer{Screen: s, Take: do} })
}

// A raceNews brings the standings of a race, nil if no more will come, and what warns of its game. by
// is the screen that follows the race; the race's table takes them as well.
type raceNews struct {
	by    screen.Screen
	race  *arcade.Race
	warns string
}
