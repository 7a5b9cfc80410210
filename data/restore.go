package data

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"

	"go.etcd.io/bbolt"
	berrors "go.etcd.io/bbolt/errors"
)

// kept is what the file that Restore replaces is called behind its name.
const kept = ".before-restore"

// Restore puts a backup in the place of a data file that nobody has open, or
// where there is none. Both are left as they are unless the backup is whole: then
// the file that was there is called path.before-restore, or
// path.before-restore-2 where there is such a one, and the backup stays where it
// is. At any moment path is the file that was there or the restored one. The
// error is that of [Open] on from; ErrLocked where path is open. A backup of an
// older version is restored as it is.
func Restore(from, path string) error {
	if err := restoreFile(from, path, noHook); err != nil {
		return fmt.Errorf("restore %s from %s: %w", path, from, err)
	}
	return nil
}

func restoreFile(from, path string, step hook) error {
	step("check")
	if err := whole(from); err != nil {
		return explain(from, err)
	}
	path = target(path)
	there, unlock, err := lock(path)
	if err != nil {
		return explain(path, err)
	}
	defer unlock()
	step("draft")
	temp, err := draft(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	step("copy")
	if err := copyFile(temp, from); err != nil {
		return err
	}
	step("check the copy")
	if err := whole(temp); err != nil {
		return fmt.Errorf("the copy, which differs from it: %w", err)
	}
	if !there {
		step("publish")
		return publish(temp, path)
	}
	step("keep")
	if err := keepBy(os.Link, path); err != nil {
		return fmt.Errorf("keep the file that is there: %w", err)
	}
	step("replace")
	return supplant(temp, path)
}

// target is the file that a path leads to, where it leads to one.
func target(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// lock keeps everybody else from opening a data file, and tells whether there is
// one. A file that cannot be opened has no lock and needs none: whoever had it
// open before it came to that still has it locked.
func lock(path string) (there bool, unlock func(), err error) {
	unlock = func() {}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, unlock, nil
	case err != nil:
		return false, unlock, err
	case !info.Mode().IsRegular():
		return false, unlock, fmt.Errorf("it is no regular file, %w", ErrForeign)
	case info.Size() == 0:
		return true, unlock, nil // bbolt would begin a file in it
	}
	bolt, err := openBolt(path, bbolt.Options{Timeout: lockTimeout})
	switch {
	case err == nil:
		unlock = func() { _ = bolt.Close() } // nothing was written
	case errors.Is(err, berrors.ErrTimeout), errors.Is(err, fs.ErrPermission):
		return true, unlock, err
	}
	return true, unlock, nil
}

// keepBy gives a file a second name, so that it is still there when another takes
// its place. Where there are no links the second name gets a copy.
func keepBy(link func(old, fresh string) error, path string) error {
	for name := range numbered(path + kept) {
		err := link(path, name)
		if err != nil && !errors.Is(err, fs.ErrExist) {
			err = keepCopy(path, name)
		}
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	panic("unreachable")
}

// numbered yields a name, then the name with -2 at its end, and so on without end.
func numbered(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n, next := 2, name; yield(next); n++ {
			next = fmt.Sprintf("%s-%d", name, n)
		}
	}
}

func keepCopy(path, name string) error {
	temp, err := draft(name)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := copyFile(temp, path); err != nil {
		return err
	}
	return publish(temp, name)
}
