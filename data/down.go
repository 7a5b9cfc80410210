package data

import (
	"errors"
	"fmt"
	"os"

	"go.etcd.io/bbolt"
)

// What the writer does when the disk fails. All of this runs in its goroutine,
// which alone changes db.bolt, and so may look at it without the lock.

// fail takes note that a commit has failed. Readers wait from now on for
// readBack.
func (db *DB) fail(err error) {
	first := db.Ping() == nil
	err = fmt.Errorf("write to %s: %w: %w", db.path, ErrDown, err)
	db.fault(err)
	db.doubt()
	if first {
		db.options.told(err)
	}
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
	if db.bolt != nil {
		_ = db.bolt.Close() // the file is given up, whatever it says
	}
	bolt, err := open(db.path, db.options)
	if err != nil {
		db.fault(fmt.Errorf("%w; it cannot be read back: %w", ErrDown, explain(db.path, err)))
	}
	db.mu.Lock()
	defer db.mu.Unlock()
	db.bolt = bolt
	close(db.reading)
	db.reading = nil
}

// retry lets writes in again where the disk takes them. It begins with what has
// the file's name now: that may be another.
func (db *DB) retry() {
	if db.readBack(); db.bolt == nil {
		return
	}
	if err := safely(func() error { return db.prove() }); err != nil {
		db.fail(err)
		db.readBack()
		return
	}
	db.down.Store(nil)
	db.options.told(nil)
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
	tx, err := db.bolt.Begin(true)
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
