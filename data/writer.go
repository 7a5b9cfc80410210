package data

import (
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// A write is a change that waits for the writer. fn may run several times, so it makes
// all its checks before it writes anything.
type write struct {
	fn   func(*bbolt.Tx) error
	done chan error
}

// groupMax bounds the changes in one transaction, and so the memory it needs.
const groupMax = 256

// write makes a change and returns when it is on the disk. Changes that arrive while the
// disk is busy share the next transaction.
func (db *DB) write(fn func(*bbolt.Tx) error) error {
	if db.options.readOnly {
		return ErrReadOnly
	}
	w := write{fn, make(chan error, 1)}
	select {
	case db.writes <- w:
		return <-w.done
	case <-db.quit:
		return ErrClosed
	}
}

// How long the writer waits before it tries a failed disk again. The pause doubles with
// each failure, up to the longest.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 10 * time.Second
)

// writer is the only goroutine that writes. Changes that arrive while it is busy, or
// waiting for its pace, form the next group. After a failed commit it refuses changes
// until the disk works again.
func (db *DB) writer() {
	defer close(db.stopped)
	var next time.Time         // earliest time of the next group; set only after a group that is not full
	var again <-chan time.Time // fires when the disk is to be tried again; nil while all is well
	pause := firstPause
	for {
		select {
		case w := <-db.writes:
			time.Sleep(time.Until(next))
			group := db.gather(w)
			if len(group) < groupMax {
				next = time.Now().Add(db.options.batchInterval)
			}
			db.commitGroup(group)
			if db.Ping() != nil && again == nil {
				db.readBack()
				again, pause = db.options.after(firstPause), firstPause
			}
		case <-again:
			again = nil
			if db.retry(); db.Ping() != nil {
				pause = min(2*pause, longestPause)
				again = db.options.after(pause)
			}
		case <-db.quit:
			return
		}
	}
}

// gather returns the first write and all others that are already waiting.
func (db *DB) gather(first write) []write {
	group := []write{first}
	for len(group) < groupMax {
		select {
		case w := <-db.writes:
			group = append(group, w)
		default:
			return group
		}
	}
	return group
}

// commitGroup answers every write of a group. A write that fails is taken out and run
// again alone, so that it does not affect the others, nor they it.
func (db *DB) commitGroup(group []write) {
	for len(group) > 0 {
		failed, err := db.try(group)
		if failed < 0 {
			if err == nil {
				db.measure()
			}
			for _, w := range group {
				w.done <- err
			}
			return
		}
		alone := group[failed]
		if len(group) > 1 {
			if _, err = db.try([]write{alone}); err == nil {
				db.measure()
			}
		}
		alone.done <- err
		group = slices.Delete(group, failed, failed+1)
	}
}

// try runs a group in one transaction. failed is the index of the write that prevented
// the commit, or -1; then err applies to all.
func (db *DB) try(group []write) (failed int, err error) {
	if cause := db.Ping(); cause != nil {
		return -1, cause
	}
	tx, err := db.begin(true)
	if err != nil {
		db.onCommitError(err)
		return -1, db.Ping()
	}
	defer tx.Rollback() // does nothing after a commit
	began := time.Now()
	for i, w := range group {
		if err := safely(func() error { return w.fn(tx) }); err != nil {
			return i, db.withPath(err)
		}
	}
	if err := safely(func() error { return db.options.commit(tx) }); err != nil {
		db.onCommitError(err)
		return -1, fmt.Errorf("write to %s: %w: %w", db.path, ErrUnknown, err)
	}
	db.options.onCommit(time.Since(began))
	return -1, nil
}
