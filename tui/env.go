package tui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
	"boardwalk/tui/theme"
)

// A Store is one player's rows. Its calls may wait for a disk; any number may
// run at once. Each error is a sentence that a player can read.
type Store interface {
	// Saved is the open game of a slot (engine.Slot) and its revision, 0 where none
	// is open.
	Saved(slot string) (engine.Saved, engine.Rev, error)
	// Save keeps an open game over the revision that the caller saw last, 0 for
	// none, and returns the new one when it is durable. Saving a game as it is
	// takes it over: engine.ErrConflict keeps the session before from it.
	Save(s engine.Saved, prev engine.Rev) (engine.Rev, error)
	// Finish puts a result into the history and ends the open game of its slot.
	// Doing it twice is doing it once.
	Finish(r engine.Result, prev engine.Rev) (engine.Result, error)
	// History is the newest n results before an ID, newest first; all are
	// before "".
	History(before string, n int) ([]engine.Result, error)
	// Best is the best result of a game and a class, if there is one.
	Best(game string, class engine.Class) (engine.Result, bool, error)
	// Played is how many results the history has of each game, by ID.
	Played() (map[string]int, error)
	// Settings are the player's, as SetSettings was given them; none at first.
	Settings() ([]byte, error)
	SetSettings([]byte) error
}

// A Run is one run of the program. Its clock is not the wall's, which may be set.
type Run struct {
	ID    string // of no other run
	Began time.Time
}

// Clock is the milliseconds from the run's beginning to a time, which has a
// monotonic reading as that has.
func (r Run) Clock(now time.Time) int64 { return now.Sub(r.Began).Milliseconds() }

// Env is what a session gives its screens.
type Env struct {
	Games  []engine.Game
	Store  Store
	Player string                                               // who is playing, for the lobby's corner: a nick, or Nameless
	Now    func() time.Time                                     // with a monotonic clock: what is measured never runs back
	Deal   func() engine.Code                                   // a fresh code that nobody can foresee
	Look   theme.Look                                           // the default where it is zero
	Tick   func(time.Duration, func(time.Time) tea.Msg) tea.Cmd // tea.Tick where it is nil

	// Run is this run of the program, which all its sessions share: a game
	// that one has open and another takes over goes on without a pause of its
	// clock.
	Run Run

	// At is the slot of a game that the player sits down at first, "" for none.
	At string

	// Slots bounds the heavy work, such as hints, of all sessions that share
	// it: as many at a time as it holds. Without it there is no bound.
	Slots chan struct{}

	// Pages are the rendered pages that all sessions share; the session's own
	// where it is nil.
	Pages *Pages

	// Command is what stands before the arcade's commands where the player types
	// them, such as "ssh HOST"; empty where there are none.
	Command string

	// Proposed is a nick to propose to a player who has none, such as the login
	// name; "" for none.
	Proposed string

	// Accounts is the player's account, nil where there are none: then there are
	// no leaderboards either.
	Accounts Accounts

	// Company is the others in the arcade, nil where there are none to meet.
	Company Company

	// Events are the dailies and races of the arcade, nil where there are none.
	Events Events

	// Races are the races of the arcade, nil where nobody could join one.
	Races Races

	// Playing is told the slot of the game on the table, "" for none, when that
	// may have changed. It must not wait. Nil where nobody wants to know.
	Playing func(slot string)

	settings Settings // the player's; only Update touches these
	keeping  keeping
	profile  Profile
	welcome  welcome
	rules    map[string]*pager // by game
}
