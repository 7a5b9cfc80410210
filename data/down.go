package data

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"go.etcd.io/bbolt"
)

// What the writer does when the disk fails. All of this runs in its goroutine,
// which alone changes db.bolt, and so may look at it without the lock.

// fail takes note that a commit has failed. Readers wait from now on for
// readBack.
func (db *DB) fail(err error) {
	first := db.Ping() == nil
	db.refuse(err)
	db.doubt()
	if first {
		db.options.told(db.Ping())
	}
}

// refuse has all writes refused, as the disk does not take them.
func (db *DB) refuse(err error) {
	db.fault(fmt.Errorf("write to %s: %w: %w", db.path, ErrDown, err))
}

// fault is why nothing is written from now on.
func (db *DB) fault(err error) { db.down.Store(&err) }

// doubt has readers wait.
func (db *DB) doubt() {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.reading == nil {
		db.reading = make(chan struct{})
	}
}

// readBack reads the file back after a commit that failed: only the file tells
// what was kept. It makes no new file where there is none: that would be to
// forget the old one.
func (db *DB) readBack() {
	db.doubt()
	_ = db.shut() // the file is given up, whatever it says
	before := stat(db.path)
	bolt, err := open(db.path, db.options)
	if err != nil {
		db.fault(fmt.Errorf("%w; it cannot be read back: %w", ErrDown, explain(db.path, err)))
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	db.bolt = bolt
	db.look(before)
	close(db.reading)
	db.reading = nil
}

// retry lets writes in again where the disk takes them. Where even a draft finds
// no room nothing else is tried, and nobody who reads waits. Otherwise it begins
// anew, with what has the file's name now: that may be another, and even of the
// same one the system may show an older state by now than bbolt has in memory.
func (db *DB) retry() {
	if db.keepsName() {
		if err := db.room(); err != nil {
			db.refuse(err)
			return
		}
	}
	if db.readBack(); db.bolt == nil {
		return
	}
	if err := safely(func() error { return db.prove() }); err != nil {
		db.fail(err)
		db.readBack()
		return
	}
	db.down.Store(nil)
	db.measure()
	db.options.told(nil)
}

// room tells whether the disk takes and keeps a draft beside the file, which
// itself is not touched. It is nil too where this process may not make one: then
// only the file can tell.
func (db *DB) room() (err error) {
	path, err := filepath.EvalSymlinks(db.path) // what a link names may lie on another disk
	if err != nil {
		return err
	}
	path += ".new-room" // always the same: at most one is left over
	f, err := db.options.openFile(path, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return nil
	case err != nil:
		return err
	}
	defer func() { err = errors.Join(err, f.Close(), os.Remove(path)) }()
	// Zeros would need no room on a disk that packs what it stores.
	if _, err := io.CopyN(f, rand.Reader, roomSize); err != nil {
		return err
	}
	return f.Sync()
}

// roomKey is the row of meta by which the writer looks for room, and roomSize its
// size: about what a group of saves needs.
var roomKey = []byte("room")

const roomSize = 64 << 10

// prove writes until it is sure that the disk takes and keeps what is written,
// also what is new: on a full disk pages that are there already can still be
// written over.
func (db *DB) prove() error {
	if err := settle(db.bolt, db.options); err != nil {
		return err
	}
	for _, change := range []func(meta *bbolt.Bucket) error{
		func(meta *bbolt.Bucket) error { return meta.Put(roomKey, make([]byte, roomSize)) },
		func(meta *bbolt.Bucket) error { return meta.Delete(roomKey) },
	} {
		if err := db.commitMeta(change); err != nil {
			return err
		}
	}
	return nil
}

func (db *DB) commitMeta(change func(meta *bbolt.Bucket) error) error {
	tx, err := db.begin(true)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // nothing after a commit; a panic must not keep the file locked
	if err := change(tx.Bucket(metaBucket)); err != nil {
		return err
	}
	return db.options.commit(tx)
}

// settle writes the first two pages once more, as they read. They say which
// state of the file is its newest. After an fdatasync that failed the system may
// show a page as it was to be, take it for written, and never write it: then the
// disk has the state before, and the next commit would write over its pages. So
// what reads as the newest state must be it on the disk too, before anything
// else is written. All other pages of that state were synced before.
func settle(bolt *bbolt.DB, o options) (err error) {
	f, err := o.openFile(bolt.Path(), os.O_RDWR, 0)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, f.Close()) }()
	page := make([]byte, bolt.Info().PageSize)
	for i := range int64(2) { // one by one: at most one of them can be torn
		at := i * int64(len(page))
		if _, err := f.ReadAt(page, at); err != nil {
			return err
		}
		if _, err := f.WriteAt(page, at); err != nil {
			return err
		}
		if err := f.Sync(); err != nil {
			return err
		}
	}
	return nil
}
