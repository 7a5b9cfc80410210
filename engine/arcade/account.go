package arcade

import (
	"cmp"
	"slices"
	"strconv"
	"time"
)

// Accounts is the player's account. Its methods may wait for a disk and are safe for
// concurrent use. Every error is a sentence that a player can read.
type Accounts interface {
	Account() (Account, error)
	SetNick(nick string) error
	SetPrivacy(hidden, private bool) error
	// Keys returns the account's keys in the order in which they were added.
	Keys() ([]Key, error)
	// NameKey and RemoveKey take the text of the key's credential, as a player types it.
	NameKey(credential, name string) error
	RemoveKey(credential string) error
	// Link makes a code that works once and expires at until. The account that passes it
	// to Join is joined with this one.
	Link() (code string, until time.Time, err error)
	Join(code string) error
	// CanJoin returns the nick of the account that would stay, "" for none, or the error with which Join would fail
	// now. A wrong code counts as a guess, as it does there.
	CanJoin(code string) (into string, err error)
	// Delete deletes the account with all its games.
	Delete() error
	// Top returns the first n rows of a board, followed by the player's own if it is not
	// among them.
	Top(board Leaderboard, n int) ([]Standing, error)
	// Ranked returns the result with the given ID. It must be the player's own or be on a
	// board.
	Ranked(id string) (Result, error)
}

// An Account is what players see of their own account. A player who is not Known has no
// account yet: the first game, puzzle, lesson or nick creates it.
type Account struct {
	Known   bool     // it is stored
	ID      PlayerID // "" if it is not stored yet
	Guest   bool
	Nick    string    // "" if none was chosen
	Hidden  bool      // not listed among the players who are on, by the player's choice or the host's
	Private bool      // nobody else may look at its games
	Since   time.Time // when it began; zero if unknown
	Rating  Rating    // in races
	Duels   Rating    // in duels
	Arcade  Rating    // in races and duels against the arcade's players; see Level
}

// Called returns what the player is called: the nick, or Nameless without one.
func (a Account) Called() string { return cmp.Or(a.Nick, Nameless) }

// A Key is one of the keys of an account.
type Key struct {
	Credential Credential // zero if no session has used it yet
	Name       string     // the player's own name for it
	Added      time.Time
	This       bool // the session's own
}

// NewKey is the option of ssh with which any key comes in: its login name is no nick, so it is not for the keys of one
// player alone.
const NewKey = "-l new.key"

// KeepNewKey says, where NewKey is told, that it is to be typed as it stands.
const KeepNewKey = "type new.key as it stands: it is a login name"

// Nameless is the name of a player without a nick, on every screen. The login name is not
// shown instead: it is private, and may be another player's nick.
const Nameless = "Somebody"

// Names returns the names for the players of one list, in its order. Players without a
// nick, "" or Nameless, are called Nameless, numbered from 1 if there are several.
func Names(nicks []string) []string {
	names, nameless := slices.Clone(nicks), []int(nil)
	for i, nick := range nicks {
		if nick == "" || nick == Nameless {
			names[i], nameless = Nameless, append(nameless, i)
		}
	}
	for n, i := range nameless {
		if len(nameless) > 1 {
			names[i] += " " + strconv.Itoa(n+1)
		}
	}
	return names
}

// CallByName replaces the nick of each row of a list with the player's name, as Names has it; at returns
// the address of a row's nick.
func CallByName[T any](rows []T, at func(*T) *string) {
	nicks := make([]string, len(rows))
	for i := range rows {
		nicks[i] = *at(&rows[i])
	}
	for i, name := range Names(nicks) {
		*at(&rows[i]) = name
	}
}
