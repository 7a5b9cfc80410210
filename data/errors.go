package data

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

	"boardwalk/engine"

	berrors "go.etcd.io/bbolt/errors"
)

// What [Open] can find; each error names the file and says what to do.
var (
	ErrLocked  = errors.New("the data file is in use")
	ErrDamaged = errors.New("the data file is damaged")
	ErrForeign = errors.New("not a data file of boardwalk")
	ErrNewer   = errors.New("the data file is of a newer version of boardwalk")
	ErrOlder   = errors.New("the data file is of an older version of boardwalk")
)

// What a call on an open file can come to.
var (
	// ErrNotFound: the player has no such row.
	ErrNotFound = errors.New("not found")
	// ErrUnknown: the disk failed, and the change may be there or not. The
	// same call may be made again: it writes once, whichever it was.
	ErrUnknown error = unavailable("the disk failed while writing, it is not known what was kept")
	// ErrDown: the disk has failed and nothing was written, nor will be until it
	// takes writes again. The same call may be made again. Where the file
	// cannot be read back reads come to this too.
	ErrDown error = unavailable("the disk has failed, nothing is written until it works again")
	// ErrRevoked: the session's key was removed from its account, or the
	// account was deleted. The session must end.
	ErrRevoked = errors.New("this key no longer belongs to the account")
	// ErrNoAccount: the player has no row yet: no game was saved or finished.
	ErrNoAccount = errors.New("there is no account before the first game")
	// ErrGuest: who has no key cannot have this.
	ErrGuest = errors.New("a guest cannot have this")
	// ErrName: the name or nick is none that can be had; the text says why.
	ErrName = errors.New("not a name")
	// ErrTaken: another player has that nick.
	ErrTaken = errors.New("the nick is taken")
	// ErrLastKey: without it nobody could reach the account.
	ErrLastKey = errors.New("the last key cannot be removed")
	// ErrCode: there is no such code, it was used, or its time is over.
	ErrCode = errors.New("there is no such code, or it was used or is too old")
	// ErrSame: the accounts to join are one already.
	ErrSame = errors.New("both are one account already")
	// ErrJoins: so many accounts were joined into one, or it has so many keys,
	// that it takes no more.
	ErrJoins = errors.New("the account takes no more others")
	// ErrBrought: two accounts brought so many rounds along from elsewhere that they
	// cannot be one.
	ErrBrought = errors.New("both accounts together brought too many rounds from elsewhere")
	// ErrBusy: the account changed again and again while it was read. The same call may
	// be made again.
	ErrBusy = errors.New("the account is in use, try again")
	// ErrRound: a round cannot be kept; the text says why.
	ErrRound = errors.New("not a round that can be kept")
	// ErrPlayed: an event is played once, and the player has played this one. It is an
	// engine.ErrConflict: a table that would begin it is behind another session.
	ErrPlayed = fmt.Errorf("this was played already: %w", engine.ErrConflict)
	// ErrOver: the day of the daily, or the race, is over.
	ErrOver = errors.New("this is over")
	// ErrRacing: the accounts to join are both in a race that is not over.
	ErrRacing = errors.New("both accounts are in one race that is not over")
	// ErrStarted: the race has begun, or is over.
	ErrStarted = errors.New("the race has begun")
	// ErrRaces: the player has so many races that are not over that no other can be
	// opened.
	ErrRaces = errors.New("there are too many races that are not over")
	// ErrRaceFull: the race has all the racers it can have.
	ErrRaceFull = errors.New("the race takes no more racers")
	// ErrFull: the file has nearly the size it may have; nothing new begins.
	ErrFull = errors.New("the data file has no room for more")
	// ErrUnruled: the round stands on no board that a ruling could take it off, or there is
	// no ruling of a host to take back.
	ErrUnruled = errors.New("there is nothing to rule on")
	// ErrReadOnly: the file was opened to be read.
	ErrReadOnly = errors.New("the data file is only read")
	// ErrClosed: the file was closed.
	ErrClosed error = unavailable("the data file is closed")
)

// An unavailable is an engine.ErrUnavailable: the call that it is the answer to was not
// refused, and may be made again.
type unavailable string

func (u unavailable) Error() string { return string(u) }

// Is implements what errors.Is asks for.
func (unavailable) Is(target error) bool { return target == engine.ErrUnavailable }

const restore = "restore a backup or name another file"

// explain is the sentence for a file that does not open.
func explain(path string, err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err // it names the file, and so do we
	}
	switch {
	case errors.Is(err, berrors.ErrTimeout):
		err = fmt.Errorf("%w: another boardwalk has it open, such as serve, play or check; stop that one first or name another file", ErrLocked)
	case errors.Is(err, berrors.ErrInvalid):
		err = fmt.Errorf("%w, or one whose first pages are lost; %s", ErrForeign, restore)
	case errors.Is(err, ErrForeign):
		err = fmt.Errorf("%w; %s", err, restore)
	case errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrChecksum), errors.Is(err, ErrDamaged):
		err = fmt.Errorf("%w; %s", asDamaged(err), restore)
	case errors.Is(err, ErrNewer):
		err = fmt.Errorf("%w; run the newer boardwalk, or %s", err, restore)
	case errors.Is(err, ErrOlder):
		err = fmt.Errorf("%w; boardwalk serve or play keeps a copy of it and migrates it, boardwalk check reads it as it is", err)
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

// asDamaged is err as an ErrDamaged.
func asDamaged(err error) error {
	if errors.Is(err, ErrDamaged) {
		return err
	}
	return fmt.Errorf("%w: %w", ErrDamaged, err)
}
