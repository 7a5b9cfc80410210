package data

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"
)

// A hook is told of each step of a change to files, before it is taken. Tests
// end the process there.
type hook func(step string)

func noHook(string) {}

// Backup writes a copy of the file as it is at one moment, while games go on,
// and returns its size. The copy is there under its name when it is whole, was
// read back and lies on the disk. A file that is there already stays as it is:
// the error is fs.ErrExist. Each progress is called as the copy grows, in the caller's
// goroutine and before it is read back: done of total bytes are written. It must be
// quick, as no page of the file is used again meanwhile.
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
	step("draft")
	temp, err := draft(path)
	if err != nil {
		return 0, err
	}
	defer os.Remove(temp)
	step("copy")
	// The copy comes from this machine's own disk, and nobody waits for a reader
	// of it but the pages that were freed meanwhile.
	if size, err = fillFrom(temp, func(w io.Writer) error {
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

// A counting writer calls functions with how much it has written.
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

// whole tells whether a file that lies still is a data file which this program
// can open. It changes nothing in it.
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

// knownVersion tells whether a file has a version that this program can open.
func knownVersion(tx *bbolt.Tx) error {
	version, err := fileVersion(tx)
	if newest := 1 + len(migrations); err == nil && version > newest {
		err = newer(version, newest)
	}
	return err
}
