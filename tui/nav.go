package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/tui/route"
	"boardwalk/tui/screen"
)

// A Nav leads from screen to screen. Screens call it in Update, and Make in a command as well where the
// place says that it takes long. It does nothing for a screen that is not on top.
type Nav interface {
	// Make returns the screen of a place. It fails if the record of a replay does not replay, and if
	// there is nothing to analyse.
	Make(route.Place) (screen.Screen, error)
	// TableOf returns the table of a visit. It fails if the round could not be read, or was played
	// by other rules.
	TableOf(visit) (screen.Screen, error)
	// Push puts a screen on top. To one that is open already it goes back.
	Push(screen.Screen) tea.Cmd
	// Back leaves the screen on top.
	Back() tea.Cmd
	// Play goes to a table above a screen, and leaves all screens above that one. The table is of a
	// game's round in an event, of the player's own game if that is "", or of the deal of a code.
	Play(above screen.Screen, g engine.Game, e arcade.Event, code engine.Code) tea.Cmd
	// AtTable reports whether there is a table among the screens.
	AtTable() bool
}

// to opens the screen of a place.
func (e *screenEnv) to(p route.Place) tea.Cmd {
	s, err := e.Make(p)
	if err != nil {
		return func() tea.Msg { return noteMsg{err.Error(), true} }
	}
	return e.Push(s)
}

// share opens the result of a daily as text to paste. read returns it, and may wait.
func (e *screenEnv) share(game string, read func() (arcade.Result, error)) tea.Cmd {
	g, ok := e.Games.Find(game)
	if !ok {
		return nil
	}
	return e.to(route.Share{Game: g, Read: read})
}

// replay reads a result and makes its replay for a screen, in a command: it may be long. take takes it
// or, as an error, why there is none.
func (e *screenEnv) replay(by screen.Screen, read func() (arcade.Result, error), take func(screen.Screen, error) tea.Cmd) tea.Cmd {
	return screen.Ask(by, func() func() tea.Cmd {
		r, err := read()
		if err != nil {
			return func() tea.Cmd { return take(nil, err) }
		}
		s, err := e.Make(route.Replay{Result: r})
		return func() tea.Cmd { return take(s, err) }
	})
}

// after has a screen do something after some time, unless it has been left.
func (e *screenEnv) after(s screen.Screen, d time.Duration, do func() tea.Cmd) tea.Cmd {
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
