package tui

import (
	"cmp"
	"time"

	tea "charm.land/bubbletea/v2"

	"boardwalk/engine"
)

// Accounts is the player's account, for a session that has one. Its calls may
// wait for a disk; any number may run at once. Each error is a sentence that a
// player can read.
type Accounts interface {
	Profile() (Profile, error)
	SetNick(nick string) error
	SetPrivacy(hidden, private bool) error
	// Keys are the account's keys, in the order they were added.
	Keys() ([]AccountKey, error)
	NameKey(fingerprint, name string) error
	RemoveKey(fingerprint string) error
	// Link makes a code, good once and until a time, that joins this account
	// with that of who names it to Join.
	Link() (code string, until time.Time, err error)
	Join(code string) error
	// Delete deletes the account with all its games.
	Delete() error
	// Top is the first n rows of a board, and behind them the player's own.
	Top(board Leaderboard, n int) ([]Standing, error)
	// Ranked is the player's own result of an ID, or anybody's that stands on a board.
	Ranked(id string) (engine.Result, error)
}

// A Profile is what the arcade has of a player. One who is not Known has no
// account yet: that comes with the first game.
type Profile struct {
	Known, Guest    bool
	Nick            string // "" where none was chosen
	Hidden, Private bool   // not shown among who is here; games for nobody else
	Since           time.Time
}

// An AccountKey is one of the keys that lead to an account.
type AccountKey struct {
	Fingerprint string // "SHA256:..."
	Name        string // the player's own word for it
	Added       time.Time
	This        bool // the session's own
}

// A Leaderboard ranks the players of one game in one class: where Event is one, by
// their rounds of that, whatever the kind.
type Leaderboard struct {
	Game  string // the ID
	Class engine.Class
	Kind  BoardKind
	Event engine.Event
}

// A BoardKind is what a leaderboard is ordered by.
type BoardKind string

// The kinds of leaderboards: best game ever and of this week (UTC), today's daily,
// quickest perfect game, games won, and counted games won in a row.
const (
	AllTime     BoardKind = "all time"
	ThisWeek    BoardKind = "this week"
	TodaysDaily BoardKind = "daily of today"
	Fastest     BoardKind = "fastest perfect"
	MostWins    BoardKind = "most wins"
	Streaks     BoardKind = "longest streak"
)

// Time returns the time that the board goes by of a result, in milliseconds.
func (k BoardKind) Time(r engine.Result) int64 {
	if k == Fastest {
		return r.Span
	}
	return r.Millis
}

// TimeNote returns what is to be said of the times of a board, to follow its title, "" of
// one whose times are those at the table.
func (k BoardKind) TimeNote() string {
	if k == Fastest || k == TodaysDaily {
		return "; time runs from the first sight of the deal"
	}
	return ""
}

// BoardKinds is every kind of board that a class has.
func BoardKinds(class engine.Class) []BoardKind {
	kinds := []BoardKind{AllTime, ThisWeek, TodaysDaily, Fastest, MostWins}
	if class == engine.Counted {
		kinds = append(kinds, Streaks)
	}
	return kinds
}

// A Standing is a row of a leaderboard.
type Standing struct {
	Rank   int    // from 1
	Nick   string // "" of a player who has chosen none
	Mine   bool
	N      int           // games won, or won in a row; 0 on the other boards
	Result engine.Result // on these
}

// profileMsg brings what the arcade has of the player.
type profileMsg struct{ profile Profile }

// readProfile reads what the arcade has of the player, where it can be read.
func (e *Env) readProfile() tea.Cmd {
	if e.Accounts == nil {
		return nil
	}
	store := e.Accounts
	return func() tea.Msg {
		p, err := store.Profile()
		if err != nil {
			return nil // whoever opens the account reads why
		}
		return profileMsg{p}
	}
}

// meet takes note of who the player is.
func (e *Env) meet(p Profile) {
	e.profile = p
	e.Player = cmp.Or(p.Nick, Nameless)
}

// nameless reports whether the player could have a nick and has none. It is asked for at
// the end of a game first: a newcomer plays before anything else.
func (e *Env) nameless() bool { return e.profile.Known && !e.profile.Guest && e.profile.Nick == "" }
