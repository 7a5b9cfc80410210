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

// replacedSuffix is appended to the name of the file that Restore replaces.
const replacedSuffix = ".before-restore"

// Restore replaces a data file that nobody has open with a backup, or creates it. Both
// files are left alone unless the backup is whole. The replaced file is kept as
// path.before-restore, or path.before-restore-2 if that exists, and so on; the backup
// stays where it is. At any moment path is either the old file or the restored one. The
// error is that of [Open] on from; it is ErrLocked if path is open. A backup of an older
// version is restored without migrating it.
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
	step("temporary file")
	temp, err := tempFile(path)
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
		return fmt.Errorf("the copy differs from the backup: %w", err)
	}
	if !there {
		step("publish")
		return publish(temp, path)
	}
	step("keep")
	if err := keepReplaced(os.Link, path); err != nil {
		return fmt.Errorf("keep the existing file: %w", err)
	}
	step("replace")
	return replaceFile(temp, path)
}

// target returns the file that a path's symbolic links lead to, if any.
func target(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// lock keeps everybody else from opening a data file and reports whether the file exists.
// A file that cannot be opened cannot be locked and need not be: a process that opened it
// while it was still good holds its lock.
func lock(path string) (there bool, unlock func(), err error) {
	unlock = func() {}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, unlock, nil
	case err != nil:
		return false, unlock, err
	case !info.Mode().IsRegular():
		return false, unlock, fmt.Errorf("it is not a regular file, %w", ErrForeign)
	case info.Size() == 0:
		return true, unlock, nil // bbolt would create a database in it
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

// keepReplaced gives a file a second name, so that it remains when another file replaces
// it. If links do not work, the second name gets a copy.
func keepReplaced(link func(old, fresh string) error, path string) error {
	for name := range numbered(path + replacedSuffix) {
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

// numbered yields a name, then the name followed by -2, -3 and so on, without end.
func numbered(name string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for n, next := 2, name; yield(next); n++ {
			next = fmt.Sprintf("%s-%d", name, n)
		}
	}
}

func keepCopy(path, name string) error {
	temp, err := tempFile(name)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := copyFile(temp, path); err != nil {
		return err
	}
	return publish(temp, name)
}
