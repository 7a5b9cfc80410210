package data

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"
)

// A hook is called with the name of each step of a change to files, before the step.
// Tests kill the process there.
type hook func(step string)

func noHook(string) {}

// Backup writes a copy of the file as it is at one moment, while games go on, and returns
// its size. The copy appears under its name once it is whole, was read back and is on the
// disk. An existing file is left alone, and the error is fs.ErrExist. Each progress is
// called as the copy grows, in the caller's goroutine and before the copy is read back,
// with how many of the total bytes are written. It must be quick, because freed pages of
// the file are not reused meanwhile.
func (db *DB) Backup(path string, progress ...func(done, total int64)) (size int64, err error) {
	size, err = db.backup(path, noHook, progress...)
	if errors.Is(err, fs.ErrExist) {
		err = fmt.Errorf("%w: name another file", fs.ErrExist)
	}
	if err != nil {
		return 0, fmt.Errorf("back up to %s: %w", path, err)
	}
	return size, nil
}

func (db *DB) backup(path string, step hook, progress ...func(done, total int64)) (size int64, err error) {
	if _, err := os.Lstat(path); err == nil {
		return 0, fs.ErrExist
	}
	step("temporary file")
	temp, err := tempFile(path)
	if err != nil {
		return 0, err
	}
	defer os.Remove(temp)
	step("copy")
	// This is a long read, but it is of this machine's own disk, and an open reader
	// delays nobody: it only keeps freed pages from being reused.
	if size, err = fillTemp(temp, func(w io.Writer) error {
		return db.view(func(tx *bbolt.Tx) error {
			_, err := tx.WriteTo(&counting{w, 0, tx.Size(), progress})
			return err
		})
	}); err != nil {
		return 0, err
	}
	step("check")
	if err := whole(temp); err != nil {
		return 0, err
	}
	step("publish")
	return size, publish(temp, path)
}

// A counting writer reports how much it has written.
type counting struct {
	to          io.Writer
	done, total int64
	progress    []func(done, total int64)
}

func (c *counting) Write(p []byte) (int, error) {
	n, err := c.to.Write(p)
	c.done += int64(n)
	for _, fn := range c.progress {
		fn(c.done, c.total)
	}
	return n, err
}

// whole returns nil if a file that nobody writes to is a data file that this program can
// open. It changes nothing in it.
func whole(path string) error {
	if err := inspect(path); err != nil {
		return err
	}
	bolt, err := openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true})
	if err != nil {
		return err
	}
	return errors.Join(safely(func() error { return bolt.View(knownVersion) }), bolt.Close())
}

// knownVersion returns an error unless the file has a version that this program can open.
func knownVersion(tx *bbolt.Tx) error {
	version, err := fileVersion(tx)
	if newest := 1 + len(migrations); err == nil && version > newest {
		err = newer(version, newest)
	}
	return err
}
