package data

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"go.etcd.io/bbolt"
)

// What becomes of a file that another program cuts short, or writes over, while
// it is open. bbolt reads it through a map of memory, where what is gone is a
// fault; and a panic where a transaction begins leaves locks of bbolt locked, on
// which all who come later would wait for ever. So the file is looked at before,
// and a DB that is lost is not asked again. The writer tries to read it back like
// one whose disk has failed.

var errLost = fmt.Errorf("%w: it was cut short or written over while it was open; %s", ErrDamaged, restore)

// begin is db.bolt.Begin, where the file is still what was opened. The error is
// errLost from the first time on that it is not, until it was read back.
func (db *DB) begin(writable bool) (tx *bbolt.Tx, err error) {
	if db.short() {
		return nil, errLost
	}
	err = safely(func() error {
		tx, err = db.bolt.Begin(writable)
		return err
	})
	if errors.Is(err, ErrDamaged) {
		db.jam.Store(true)
		db.lost.Store(true)
		return nil, fmt.Errorf("%w: %w", errLost, err)
	}
	return tx, err
}

// inside is db.bolt.View, with begin.
func (db *DB) inside(fn func(*bbolt.Tx) error) error {
	tx, err := db.begin(false)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return safely(func() error { return fn(tx) })
}

// short tells whether the open file has become shorter, which bbolt never makes
// it, or was lost otherwise. One that only lost its name is none of that.
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

// look takes note of what was opened, and had been before, if it was there: whoever
// cut it short meanwhile cut what is mapped by now.
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

// stat is the file that has the name, nil where there is none.
func stat(path string) fs.FileInfo {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

// keepsName tells whether what is open still has the file's name.
func (db *DB) keepsName() bool {
	was := db.seen.Load()
	if db.bolt == nil || was == nil || db.lost.Load() {
		return false
	}
	now, err := os.Stat(db.path)
	return err == nil && os.SameFile(*was, now)
}

// shut closes what is open. A bbolt whose locks a panic left locked would wait
// for them: it stays open, and the file locked, until the process ends.
func (db *DB) shut() error {
	if db.jam.Swap(false) || db.bolt == nil {
		return nil
	}
	return db.bolt.Close()
}
