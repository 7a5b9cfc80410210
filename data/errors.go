package data

import (
	"errors"
	"fmt"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// Errors returned by calls on an open file, besides those of package store.
var (
	// ErrNotFound: the player has no such row.
	ErrNotFound = errors.New("not found")
	// ErrRevoked: the session's key was removed from its account, or the account was
	// deleted, or joined into another (see JoinedError). The session must end.
	ErrRevoked = errors.New("this key no longer belongs to the account")
	// ErrNoAccount: the player has no row yet, because no game was saved or finished.
	ErrNoAccount = errors.New("there is no account before the first game")
	// ErrGuest: this needs a key, and guests have none.
	ErrGuest = errors.New("a guest cannot have this")
	// ErrName: the name or nick cannot be used; the text says why.
	ErrName = errors.New("not a name")
	// ErrTaken: another player has that nick, or one that looks like it.
	ErrTaken = errors.New("the nick, or one that looks like it, is taken")
	// ErrLastKey: without this key nobody could reach the account.
	ErrLastKey = errors.New("the last key cannot be removed")
	// ErrCode: the code does not exist, was used or has expired.
	ErrCode = errors.New("the code does not exist, was used or has expired")
	// ErrSame: the accounts to join are one already.
	ErrSame = errors.New("both are one account already")
	// ErrJoins: the account has as many keys or joined accounts as it may have.
	ErrJoins = errors.New("the account has too many keys or joined accounts")
	// ErrImports: both accounts together have imported too many rounds to become one.
	ErrImports = errors.New("the two accounts have imported too many rounds to be joined")
	// ErrBusy: the account kept changing while it was read. The call may be repeated.
	ErrBusy = errors.New("the account is in use, try again")
	// ErrRound: the round cannot be kept; the text says why.
	ErrRound = errors.New("the round cannot be kept")
	// ErrPlayed: an event is played once, and the player has played this one. It is an
	// arcade.ErrConflict: a table that tries to begin it does not know yet what
	// another session played.
	ErrPlayed = fmt.Errorf("this was played already: %w", arcade.ErrConflict)
	// ErrOver: the day of the daily, or the race, is over.
	ErrOver = errors.New("this is over")
	// ErrRacing: both accounts to join are in the same unfinished race.
	ErrRacing = errors.New("both accounts are in the same unfinished race")
	// ErrStarted: the race has begun or is over.
	ErrStarted = errors.New("the race has begun")
	// ErrRaces: the player owns as many unfinished races as one may, and cannot open
	// another.
	ErrRaces = errors.New("too many unfinished races")
	// ErrLate: the race has begun too long ago.
	ErrLate = errors.New("the race began without the player")
	// ErrTakenOut: the player was taken out of the race.
	ErrTakenOut = errors.New("the player was taken out of the race")
	// ErrRaceFull: the race has as many racers as it may have.
	ErrRaceFull = errors.New("the race is full")
	// ErrHidden: the player is hidden, and what was asked for would be seen by anybody.
	ErrHidden = errors.New("a hidden player cannot be seen there")
	// ErrGoesOn: the race is not over.
	ErrGoesOn = errors.New("the race is not over")
	// ErrReported: an open report of the player is about the same one.
	ErrReported = errors.New("this player was reported already")
	// ErrReports: the player has made as many reports as one may that are open.
	ErrReports = errors.New("too many open reports")
	// ErrReportsFull: as many reports are open as are kept.
	ErrReportsFull = errors.New("the host has too many open reports")
	// ErrChallenges: the player has as many challenges as one may.
	ErrChallenges = errors.New("too many challenges")
	// ErrChallengeFull: the challenge has as many players as it may have.
	ErrChallengeFull = errors.New("the challenge is full")
	// ErrFull: the file has nearly reached its maximum size, so nothing new can begin.
	ErrFull = errors.New("the data file has no room for more")
	// ErrVariations: the player keeps as many made-up games as one may, or two accounts to
	// join would together.
	ErrVariations = errors.New("as many variations are kept as one may")
	// ErrOpenVariations: the player has as many open rounds of made-up games as one may.
	ErrOpenVariations = errors.New("too many open rounds of variations")
	// ErrPlayedVariations: the player has rounds of as many made-up games as one may, or two
	// accounts to join would together.
	ErrPlayedVariations = errors.New("rounds of too many variations")
	// ErrNameTaken: the player keeps another made-up game under that name, or under one
	// that looks like it.
	ErrNameTaken = errors.New("another variation has that name")
	// ErrFollows: the player follows as many others as one may.
	ErrFollows = errors.New("as many players are followed as one may")
	// ErrUnruled: the round stands on no board that a ruling could remove it from, or
	// there is no ruling of a host to undo.
	ErrUnruled = errors.New("there is nothing to rule on")
)

// An unavailable is an error of a file that cannot be used at the moment: an arcade.ErrUnavailable, as
// the call was not refused and may be repeated.
type unavailable struct{ error }

func (u unavailable) Unwrap() error { return u.error }

// Is reports whether target is arcade.ErrUnavailable, for errors.Is.
func (unavailable) Is(target error) bool { return target == arcade.ErrUnavailable }

// refusal returns the error of a call on the file, as sessions know it.
func refusal(err error) error {
	if errors.Is(err, store.ErrUnavailable) {
		return unavailable{err}
	}
	return err
}

// A JoinedError is an ErrRevoked of a guest whose account was joined into that of a key. Nick
// is the nick of that account, or "".
type JoinedError struct{ Nick string }

func (JoinedError) Error() string        { return "the guest's games belong to another account now" }
func (JoinedError) Is(target error) bool { return target == ErrRevoked }
