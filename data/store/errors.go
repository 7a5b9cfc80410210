package store

import (
	"errors"
	"fmt"
	"io/fs"
	"syscall"

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
	// ErrPage is an ErrDamaged of more than a row: a page that leads to rows cannot be read.
	ErrPage = fmt.Errorf("%w: a page cannot be read", ErrDamaged)
	// ErrUnknown: the disk failed, or the log that the file shares did not answer, and the
	// change may or may not have been kept. The call may be repeated: the change is made
	// once in either case.
	ErrUnknown = errors.New("a write has failed, and it is not known what was kept")
	// ErrDown: the disk has failed or is full. Nothing was written, and nothing will be until the
	// disk accepts writes again. The call may be repeated. Reads return it too if the
	// file cannot be read back.
	ErrDown = errors.New("nothing can be written to the data file")
	// ErrNoQuorum: the log that the file shares with others does not answer. Nothing was
	// written, unless the error is an ErrUnknown too, and nothing will be until the log
	// answers. The call may be repeated. Reads go on.
	ErrNoQuorum = errors.New("the other machines of the cluster cannot be reached, and nothing is written until they can")
	// ErrReadOnly: the file was opened for reading.
	ErrReadOnly = errors.New("the data file is open for reading only")
	// ErrClosed: the file was closed.
	ErrClosed = errors.New("the data file is closed")
)

// What a host can do about a file that does not open. A damaged one may still have much.
const (
	restore = "restore a backup or name another file"
	rescue  = "restore a backup, see with boardwalk salvage what can still be read, or name another file"
)

// explain returns the error for a file that does not open, with advice, nil for nil.
func explain(path string, err error) error {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		err = pathErr.Err // it names the file, and we do so ourselves
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, berrors.ErrTimeout):
		err = fmt.Errorf("%w: another boardwalk has it open, such as serve, play or check; stop that one first or name another file", ErrLocked)
	case errors.Is(err, berrors.ErrInvalid):
		err = fmt.Errorf("%w, or one whose first pages are lost; %s", ErrForeign, restore)
	case errors.Is(err, ErrForeign):
		err = fmt.Errorf("%w; %s", err, restore)
	case errors.Is(err, berrors.ErrVersionMismatch), errors.Is(err, berrors.ErrChecksum), errors.Is(err, ErrDamaged):
		if !errors.Is(err, ErrDamaged) {
			err = fmt.Errorf("%w: %w", ErrDamaged, err)
		}
		err = fmt.Errorf("%w; %s", err, rescue)
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
	case errors.Is(err, syscall.ENOSPC):
		err = fmt.Errorf("%w: make room on its disk, then try again", err)
	case errors.Is(err, syscall.EISDIR):
		err = fmt.Errorf("%w: name a file in it instead", err)
	default:
		err = fmt.Errorf("%w: check the disk, then try again or %s", err, restore)
	}
	return fmt.Errorf("open %s: %w", path, err)
}

// advised returns err with advice if the open file is damaged.
func advised(err error) error {
	if errors.Is(err, ErrDamaged) {
		return fmt.Errorf("%w; %s", err, rescue)
	}
	return err
}

// roomBeside returns the error of a copy that is to be at a path, with advice if the disk is full: nothing else was written.
func roomBeside(path string, err error) error {
	if !errors.Is(err, syscall.ENOSPC) {
		return err
	}
	return fmt.Errorf("there is no room beside %s for the copy: %w; make room there, nothing else was changed", path, err)
}

// During returns err with what was being done in front of it, or nil if err is nil.
func During(err error, format string, args ...any) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s: %w", fmt.Sprintf(format, args...), err)
}
