package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// A file that must exist completely or not at all is first written under another name, as
// a temporary file, and renamed once all of it is on the disk.

// tempFile creates an empty file beside the one it will become.
func tempFile(path string) (temp string, err error) {
	f, err := os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".new-*")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

// byTemp makes a file under another name, and gives it its own once fill has written it.
func byTemp(path string, fill func(temp string) error, name func(temp, path string) error) error {
	temp, err := tempFile(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := fill(temp); err != nil {
		return err
	}
	return name(temp, path)
}

// tempName matches the names of temporary files, and outputName those of the directories
// in which a backup is made that goes to standard output.
var (
	tempName   = regexp.MustCompile(`.\.new-[0-9]+$`)
	outputName = regexp.MustCompile(`^\.output-[0-9]+$`)
)

// sweepTemps removes the temporary files of changes to a data file that were cut short. The
// caller has the file locked, so no such change is going on.
func sweepTemps(path string) {
	path = target(path)
	_, _ = removeWhere(filepath.Dir(path), func(e fs.DirEntry) bool {
		return strings.HasPrefix(e.Name(), filepath.Base(path)+".") && tempName.MatchString(e.Name()) && e.Type().IsRegular()
	})
}

// SweepBackups removes what backups that were cut short have left in a directory, and
// returns how many files that were. Others may be writing backups there, so what changed
// after the given time stays.
func SweepBackups(dir string, before time.Time) (n int, err error) {
	n, err = removeWhere(dir, func(e fs.DirEntry) bool {
		if !(tempName.MatchString(e.Name()) && e.Type().IsRegular() || outputName.MatchString(e.Name()) && e.IsDir()) {
			return false
		}
		info, err := e.Info()
		return err == nil && info.ModTime().Before(before)
	})
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return n, fmt.Errorf("sweep %s: %w", dir, err)
	}
	return n, nil
}

// removeWhere removes the entries of a directory that match, and returns how many.
func removeWhere(dir string, which func(fs.DirEntry) bool) (n int, err error) {
	entries, err := os.ReadDir(dir)
	for _, e := range entries {
		if which(e) {
			failed := os.RemoveAll(filepath.Join(dir, e.Name()))
			if err = errors.Join(err, failed); failed == nil {
				n++
			}
		}
	}
	return n, err
}

// publish renames a temporary file. The error is fs.ErrExist if the name is taken; the
// existing file is left alone.
func publish(temp, path string) error { return publishBy(os.Link, temp, path) }

func publishBy(link func(old, fresh string) error, temp, path string) error {
	err := link(temp, path)
	switch {
	case err == nil:
		err = os.Remove(temp)
	case !errors.Is(err, fs.ErrExist): // some file systems have no links
		var f *os.File
		if f, err = os.OpenFile(path, os.O_CREATE|os.O_EXCL, 0o600); err == nil {
			err = errors.Join(f.Close(), os.Rename(temp, path))
		}
	}
	if err != nil {
		return err
	}
	return syncDir(path)
}

// replaceFile replaces an existing file with a temporary file, which gets that file's
// owner and mode.
func replaceFile(temp, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := errors.Join(copyOwner(temp, info), os.Chmod(temp, info.Mode().Perm())); err != nil {
		return err
	}
	return rename(temp, path)
}

// GiveToOwner gives a file or directory that this process has made to the owner of a data file: a command
// may run as root, and the server does not. It does nothing if there is no such file.
func GiveToOwner(data, path string) error {
	like, err := os.Stat(data)
	if err == nil {
		err = copyOwner(path, like)
	}
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return During(err, "give %s to the owner of %s", path, data)
}

// WriteNew writes a file with the given mode under an unused name: it appears completely,
// and on the disk, or not at all. The error is fs.ErrExist if the name is taken; the
// existing file is left alone.
func WriteNew(path string, content []byte, mode fs.FileMode) error {
	return byTemp(path, func(temp string) error { return writeTemp(temp, content, mode) }, publish)
}

// Replace writes a file that has all of its new content, or all of its old one, whenever it
// is read. It keeps its mode, and its owner where this process may give files away; one that was not
// there has mode 0600. A symbolic link stays.
func Replace(path string, content []byte) error {
	path = target(path)
	mode := fs.FileMode(0o600)
	old, missing := os.Stat(path)
	if missing == nil {
		mode = old.Mode().Perm()
	}
	return byTemp(path, func(temp string) error { return writeTemp(temp, content, mode) }, func(temp, path string) error {
		if missing == nil {
			_ = copyOwner(temp, old) // a server may replace a file of root's, but not give it to root
		}
		return rename(temp, path)
	})
}

// writeTemp gives a temporary file content, which is on the disk then, and a mode.
func writeTemp(temp string, content []byte, mode fs.FileMode) error {
	_, err := fillTemp(temp, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	})
	return errors.Join(err, os.Chmod(temp, mode))
}

// rename gives a file another name, which survives a power failure.
func rename(from, to string) error {
	if err := os.Rename(from, to); err != nil {
		return err
	}
	return syncDir(to)
}

// syncDir makes a new name survive a power failure.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil // directories cannot be synced there
	}
	d, err := os.Open(filepath.Dir(path))
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// fillTemp writes and syncs a temporary file's content and returns its size.
func fillTemp(temp string, write func(io.Writer) error) (size int64, err error) {
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return 0, err
	}
	err = write(f)
	if err == nil {
		err = f.Sync()
	}
	if err == nil {
		size, err = f.Seek(0, io.SeekCurrent)
	}
	return size, errors.Join(err, f.Close())
}

// copyFile copies another file into a temporary file.
func copyFile(temp, from string) error {
	_, err := fillTemp(temp, func(w io.Writer) error {
		f, err := os.Open(from)
		if err != nil {
			return err
		}
		defer f.Close()
		_, err = io.Copy(w, f)
		return err
	})
	return err
}
