package data

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"boardwalk/engine/arcade"

	berrors "go.etcd.io/bbolt/errors"
)

// Errors returned by [Open]; each names the file and says what to do.
var (
	ErrLocked  = errors.New("the data file is in use")
	ErrDamaged = errors.New("the data file is damaged")
	ErrForeign = errors.New("not a boardwalk data file")
	ErrNewer   = errors.New("the data file belongs to a newer version of boardwalk")
	ErrOlder   = errors.New("the data file belongs to an older version of boardwalk")

	// ErrUnreleased: a program from before the first release has written the file.
	ErrUnreleased = errors.New("the data file is of a boardwalk from before the first release")
)

// Errors returned by calls on an open file.
var (
	// ErrNotFound: the player has no such row.
	ErrNotFound = errors.New("not found")
	// ErrUnknown: the disk failed, or the log that the file shares did not answer, and the
	// change may or may not have been kept. The call may be repeated: the change is made
	// once in either case.
	ErrUnknown error = unavailable("a write has failed, and it is not known what was kept")
	// ErrDown: the disk has failed. Nothing was written, and nothing will be until the
	// disk accepts writes again. The call may be repeated. Reads return it too if the
	// file cannot be read back.
	ErrDown error = unavailable("the disk has failed, and nothing is written until it works again")
	// ErrNoQuorum: the log that the file shares with others does not answer. Nothing was
	// written, unless the error is an ErrUnknown too, and nothing will be until the log
	// answers. The call may be repeated. Reads go on.
	ErrNoQuorum error = unavailable("the other machines of the cluster cannot be reached, and nothing is written until they can")
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
	// ErrReadOnly: the file was opened for reading.
	ErrReadOnly = errors.New("the data file is open for reading only")
	// ErrClosed: the file was closed.
	ErrClosed error = unavailable("the data file is closed")
)

// An unavailable is an arcade.ErrUnavailable: the call was not refused and may be
// repeated.
type unavailable string

func (u unavailable) Error() string { return string(u) }

// Is reports whether target is arcade.ErrUnavailable, for errors.Is.
func (unavailable) Is(target error) bool { return target == arcade.ErrUnavailable }

// What a host can do about a file that does not open. A damaged one may still have much.
const (
	restore = "restore a backup or name another file"
	rescue  = "restore a backup, see with boardwalk salvage what can still be read, or name another file"
)

// explain returns the error for a file that does not open, with advice.
func explain(path string, err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err // it names the file, and we do so ourselves
	}
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		err = fmt.Errorf("%w: another boardwalk has it open, such as serve, play or check; stop that one first or name another file", ErrLocked)
	case errors.Is(err, berrors.ErrInvalid):
		err = fmt.Errorf("%w, or one whose first pages are lost; %s", ErrForeign, restore)
	case errors.Is(err, ErrForeign):
		err = fmt.Errorf("%w; %s", err, restore)
	case errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrChecksum), errors.Is(err, ErrDamaged):
		err = fmt.Errorf("%w; %s", asDamaged(err), rescue)
	case errors.Is(err, ErrStray): // it says enough
	case errors.Is(err, ErrNewer):
		err = fmt.Errorf("%w; run the newer boardwalk, or %s", err, restore)
	case errors.Is(err, ErrUnreleased):
		err = fmt.Errorf("%w; export the players' games with the boardwalk that wrote it, and import them into a new file", err)
	case errors.Is(err, ErrOlder):
		err = fmt.Errorf("%w; boardwalk serve or play keeps a copy of it and migrates it, and boardwalk check can read it unchanged", err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		err = fmt.Errorf("%w: this user must be able to read and write the file and to create files in its directory", err)
	case errors.Is(err, fs.ErrNotExist), errors.Is(err, syscall.ENOTDIR):
		err = fmt.Errorf("%w: the file's directory must exist; create it or name another file", err)
	case errors.Is(err, syscall.EISDIR):
		err = fmt.Errorf("%w: name a file in it instead", err)
	default:
		err = fmt.Errorf("%w: check the disk, then try again or %s", err, restore)
	}
	return fmt.Errorf("open %s: %w", path, err)
}

// asDamaged returns err as an ErrDamaged.
func asDamaged(err error) error {
	if errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}

// A JoinedError is an ErrRevoked of a guest whose account was joined into that of a key. Nick
// is the nick of that account, or "".
type JoinedError struct{ Nick string }

func (JoinedError) Error() string        { return "the guest's games belong to another account now" }
func (JoinedError) Is(target error) bool { return target == ErrRevoked }
