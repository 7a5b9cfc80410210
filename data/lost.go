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
// for ever. So the file is checked first, and a lost DB is not used again. The writer
// tries to read it back as after a failed disk.

var errLost = fmt.Errorf("%w: it was truncated or overwritten while it was open; %s", ErrDamaged, restore)

// begin is db.bolt.Begin for a file that is still what was opened. From the first time it
// is not, the error is errLost until the file has been read back.
func (db *DB) begin(writable bool) (tx *bbolt.Tx, err error) {
	if db.short() {
		return nil, errLost
	}
	err = safely(func() error {
		tx, err = db.bolt.Begin(writable)
		return err
	})
	if errors.Is(err, ErrDamaged) {
		db.stuck.Store(true)
		db.lost.Store(true)
		return nil, fmt.Errorf("%w: %w", errLost, err)
	}
	return tx, err
}

// inside is db.bolt.View using begin.
func (db *DB) inside(fn func(*bbolt.Tx) error) error {
	tx, err := db.begin(false)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return safely(func() error { return fn(tx) })
}

// short reports whether the open file has shrunk, which bbolt never does to it, or was
// lost otherwise. A file that only lost its name is not short.
func (db *DB) short() bool {
	was := db.seen.Load()
	if was == nil || db.lost.Load() {
		return db.lost.Load()
	}
	now, err := os.Stat(db.path)
	switch {
	case err != nil || !os.SameFile(*was, now):
	case now.Size() < (*was).Size():
		db.lost.Store(true)
	case now.Size() > (*was).Size():
		db.seen.Store(&now)
	}
	return db.lost.Load()
}

// look remembers the file that was opened. If before is the same file, look remembers its
// size at that time: a program that truncated it since truncated what is mapped now.
func (db *DB) look(before fs.FileInfo) {
	db.seen.Store(nil)
	if now, err := os.Stat(db.path); err == nil {
		if before == nil || !os.SameFile(before, now) {
			before = now
		}
		db.seen.Store(&before)
	}
	db.lost.Store(false)
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
	was := db.seen.Load()
	if db.bolt == nil || was == nil || db.lost.Load() {
		return false
	}
	now, err := os.Stat(db.path)
	return err == nil && os.SameFile(*was, now)
}

// shut closes bbolt. If a panic left its locks locked, closing would wait for them, so
// bbolt stays open, and the file locked, until the process ends.
func (db *DB) shut() error {
	if db.stuck.Swap(false) || db.bolt == nil {
		return nil
	}
	return db.bolt.Close()
}
