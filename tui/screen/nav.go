package screen

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
	"boardwalk/tui/caption"
	"boardwalk/tui/route"
)

// A Nav leads from screen to screen. Screens call it in Update, and Make in a command as well where the
// place says that it takes long. It does nothing for a screen that is not on top.
type Nav interface {
	// Make returns the screen of a place. It fails if the record of a replay does not replay, and if
	// there is nothing to analyse.
	Make(route.Place) (Screen, error)
	// TableOf returns the table of a visit. It fails if the round could not be read, or was played
	// by other rules.
	TableOf(Visit) (Screen, error)
	// Push puts a screen on top. To one that is open already it goes back.
	Push(Screen) tea.Cmd
	// Back leaves the screen on top.
	Back() tea.Cmd
	// AtTable reports whether there is a table among the screens.
	AtTable() bool
}

// Open opens the screen of a place.
func (e *Env) Open(p route.Place) tea.Cmd {
	s, err := e.Make(p)
	if err != nil {
		return func() tea.Msg { return Note{Text: caption.Sentence(err.Error()), Refused: true} }
	}
	return e.Push(s)
}

// Share opens the result of a daily as text to paste. read returns it, and may wait.
func (e *Env) Share(game string, read func() (arcade.Result, error)) tea.Cmd {
	g, ok := e.Games.Find(game)
	if !ok {
		return nil
	}
	return e.Open(route.Share{Game: g, Read: read})
}

// ReplayOf reads a result and returns its replay, which may be long, and wait.
func (e *Env) ReplayOf(read func() (arcade.Result, error)) (Screen, error) {
	r, err := read()
	if err != nil {
		return nil, err
	}
	return e.Make(route.Replay{Result: r})
}

// An Answer is the message that a call for a screen has ended. Package tui has Take run as the
// screen's Update does, unless the player has left the screen.
type Answer struct {
	Screen Screen // nil for the app
	Take   func() tea.Cmd
}

// Ask makes a call for a screen in a command, as it may wait. What the call returns takes the answer,
// unless it is nil.
func Ask(s Screen, call func() (take func() tea.Cmd)) tea.Cmd {
	return func() tea.Msg {
		if take := call(); take != nil {
			return Answer{s, take}
		}
		return nil
	}
}

// After has a screen do something after some time, unless it has been left.
func (e *Env) After(s Screen, d time.Duration, do func() tea.Cmd) tea.Cmd {
	return e.Tick(d, func(time.Time) tea.Msg { return Answer{Screen: s, Take: do} })
}

// A RaceNews brings the standings of a race, nil if no more will come, and what warns of its game. By
// is the screen that follows the race; the race's table takes them as well.
type RaceNews struct {
	By    Screen
	Race  *arcade.Race
	Warns string
}
