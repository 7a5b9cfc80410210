package data

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
)

// A file that is to be there whole or not at all is written under another name
// first, as a draft, and gets its own when all of it is on the disk.

// draft makes an empty file beside the one it is to become.
func draft(path string) (temp string, err error) {
	dir, name := split(path)
	f, err := os.CreateTemp(dir, name+".new-*")
	if err != nil {
		return "", err
	}
	return f.Name(), f.Close()
}

func split(path string) (dir, name string) {
	dir, name = filepath.Split(path)
	if dir == "" {
		dir = "."
	}
	return dir, name
}

// publish gives a draft its name. The error is fs.ErrExist where there is such a
// file, which stays as it is.
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

// supplant gives a draft the name of the file that is there, with its owner and
// mode.
func supplant(temp, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if err := errors.Join(giveTo(temp, info), os.Chmod(temp, info.Mode().Perm())); err != nil {
		return err
	}
	if err := os.Rename(temp, path); err != nil {
		return err
	}
	return syncDir(path)
}

// WriteNew writes a file of a mode under a name that nothing has: it is there whole
// and on the disk, or not at all. The error is fs.ErrExist where the name is taken;
// what has it stays as it is.
func WriteNew(path string, content []byte, mode fs.FileMode) error {
	temp, err := draft(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if _, err := fillFrom(temp, func(w io.Writer) error {
		_, err := w.Write(content)
		return err
	}); err != nil {
		return err
	}
	if err := os.Chmod(temp, mode); err != nil {
		return err
	}
	return publish(temp, path)
}

// syncDir makes a new name last.
func syncDir(path string) error {
	if runtime.GOOS == "windows" {
		return nil // no directory can be synced there
	}
	dir, _ := split(path)
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	return errors.Join(d.Sync(), d.Close())
}

// fillFrom writes a draft's content, makes it last and returns its size.
func fillFrom(temp string, write func(io.Writer) error) (size int64, err error) {
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

// copyFile makes a draft a copy of another file.
func copyFile(temp, from string) error {
	_, err := fillFrom(temp, func(w io.Writer) error {
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
