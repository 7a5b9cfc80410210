package data

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"
)

// What happens to a file that another program truncates or overwrites while it is open.
// bbolt reads it through a memory map, where a missing page is a fault. A panic at the
// beginning of a transaction leaves bbolt's locks locked, and every later call would wait
// for ever. So the file is checked first, and a truncated one is not used again. The writer
// tries to read it back as after a failed disk.

var errTruncated = fmt.Errorf("%w: it was truncated or overwritten while it was open; %s", ErrDamaged, restore)

// begin is db.bolt.Begin for a file that is still what was opened. From the first time it
// is not, the error is errTruncated until the file has been read back.
func (db *DB) begin(writable bool) (tx *bbolt.Tx, err error) {
	if db.isTruncated() {
		return nil, errTruncated
	}
	err = safely(func() error {
		tx, err = db.bolt.Begin(writable)
		return err
	})
	if errors.Is(err, ErrDamaged) {
		db.stuck.Store(true)
		db.truncated.Store(true)
		return nil, fmt.Errorf("%w: %w", errTruncated, err)
	}
	return tx, err
}

// viewBolt is db.bolt.View using begin.
func (db *DB) viewBolt(fn func(*bbolt.Tx) error) error {
	tx, err := db.begin(false)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return safely(func() error { return fn(tx) })
}

// isTruncated reports whether the open file has shrunk, which bbolt never does to it, or
// was overwritten. A file that only lost its name counts as whole.
func (db *DB) isTruncated() bool {
	was := db.opened.Load()
	if was == nil || db.truncated.Load() {
		return db.truncated.Load()
	}
	now, err := os.Stat(db.path)
	switch {
	case err != nil || !os.SameFile(*was, now):
	case now.Size() < (*was).Size():
		db.truncated.Store(true)
	case now.Size() > (*was).Size():
		db.opened.Store(&now)
	}
	return db.truncated.Load()
}

// rememberFile remembers the file that was opened. If before is the same file, its
// size at that time counts: a program that truncated it since truncated what is mapped
// now.
func (db *DB) rememberFile(before fs.FileInfo) {
	db.opened.Store(nil)
	if now, err := os.Stat(db.path); err == nil {
		if before == nil || !os.SameFile(before, now) {
			before = now
		}
		db.opened.Store(&before)
	}
	db.truncated.Store(false)
}

// stat returns the file with the given name, or nil if there is none.
func stat(path string) fs.FileInfo {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

// keepsName reports whether the open file still has its name.
func (db *DB) keepsName() bool {
	was := db.opened.Load()
	if db.bolt == nil || was == nil || db.truncated.Load() {
		return false
	}
	now, err := os.Stat(db.path)
	return err == nil && os.SameFile(*was, now)
}

// closeBolt closes bbolt. If a panic left its locks locked, closing would wait for them, so
// bbolt stays open, and the file locked, until the process ends.
func (db *DB) closeBolt() error {
	if db.stuck.Swap(false) || db.bolt == nil {
		return nil
	}
	return db.bolt.Close()
}
