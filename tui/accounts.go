package tui

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine/arcade"
)

// Accounts is the player's account. Its methods may wait for a disk and are safe for
// concurrent use. Every error is a sentence that a player can read.
type Accounts interface {
	Profile() (Profile, error)
	SetNick(nick string) error
	SetPrivacy(hidden, private bool) error
	// Keys returns the account's keys in the order in which they were added.
	Keys() ([]AccountKey, error)
	NameKey(fingerprint, name string) error
	RemoveKey(fingerprint string) error
	// Link makes a code that works once and expires at until. The account that passes it
	// to Join is joined with this one.
	Link() (code string, until time.Time, err error)
	Join(code string) error
	// Delete deletes the account with all its games.
	Delete() error
	// Top returns the first n rows of a board, followed by the player's own if it is not
	// among them.
	Top(board Leaderboard, n int) ([]Standing, error)
	// Ranked returns the result with the given ID. It must be the player's own or be on a
	// board.
	Ranked(id string) (arcade.Result, error)
}

// A Profile is what the arcade knows about a player. A player who is not Known has no
// account yet: the first game creates it.
type Profile struct {
	Known, Guest    bool
	Nick            string // "" if none was chosen
	Hidden, Private bool   // not shown among the players online; nobody else sees the games
	Since           time.Time
}

// An AccountKey is one of the keys of an account.
type AccountKey struct {
	Fingerprint string // "SHA256:..."
	Name        string // the player's own name for it
	Added       time.Time
	This        bool // the key of this session
}

// A Leaderboard ranks the players of one game in one class. If Event is set, it ranks
// their rounds in that event, whatever the Kind.
type Leaderboard struct {
	Game  string // the ID
	Class arcade.Class
	Kind  BoardKind
	Event arcade.Event
}

// A BoardKind is the order of a leaderboard.
type BoardKind string

// The kinds of leaderboards: best game ever, best game of this week (UTC), today's daily,
// fastest perfect game, most games won, and longest run of won counted games.
const (
	AllTime     BoardKind = "all time"
	ThisWeek    BoardKind = "this week"
	TodaysDaily BoardKind = "daily of today"
	Fastest     BoardKind = "fastest perfect"
	MostWins    BoardKind = "most wins"
	Streaks     BoardKind = "longest streak"
)

// Time returns the time of a result that the board ranks by, in milliseconds.
func (k BoardKind) Time(r arcade.Result) int64 {
	if k == Fastest {
		return r.Span
	}
	return r.Millis
}

// TimeNote returns what to say about the times of a board, as a suffix for its title. It
// is "" for boards that show the time at the table.
func TimeNote(k BoardKind) string {
	if k == Fastest || k == TodaysDaily {
		return "; time runs from the first sight of the deal"
	}
	return ""
}

// BoardKinds returns the kinds of boards that a class has.
func BoardKinds(class arcade.Class) []BoardKind {
	kinds := []BoardKind{AllTime, ThisWeek, TodaysDaily, Fastest, MostWins}
	if class == arcade.Counted {
		kinds = append(kinds, Streaks)
	}
	return kinds
}

// A Standing is a row of a leaderboard.
type Standing struct {
	Rank   int    // from 1
	Nick   string // "" if the player has not chosen one
	Mine   bool
	N      int           // games won, or won in a row; 0 on other boards
	Result arcade.Result // the ranked result on other boards
}

// profileMsg brings the player's profile.
type profileMsg struct{ profile Profile }

// readProfile returns a command that reads the player's profile. A failure is not
// reported here.
func (e *Env) readProfile() tea.Cmd {
	if e.Accounts == nil {
		return nil
	}
	store := e.Accounts
	return func() tea.Msg {
		p, err := store.Profile()
		if err != nil {
			return nil // the account screen reports the error
		}
		return profileMsg{p}
	}
}

// setProfile records who the player is.
func (e *Env) setProfile(p Profile) {
	e.profile = p
	e.Player = cmp.Or(p.Nick, Nameless)
}

// nameless reports whether the player could have a nick but has none. The arcade asks for
// it at the end of a game, not before.
func (e *Env) nameless() bool { return e.profile.Known && !e.profile.Guest && e.profile.Nick == "" }
