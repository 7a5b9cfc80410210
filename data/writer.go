package data

import (
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// A write is a change that waits for the writer. Its function may run several
// times, and checks all it must before it writes anything.
type write struct {
	fn   func(*bbolt.Tx) error
	done chan error
}

// groupMax bounds what one transaction takes, and so the memory it needs.
const groupMax = 256

// write makes a change and returns when it is on the disk. Changes that come
// while the disk is busy share the next transaction.
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

// How long the writer waits before it tries the disk again after that failed;
// each time it still fails it waits twice as long, up to the longest.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 10 * time.Second
)

// writer is the one goroutine that writes. What has come while it was busy, or
// waited for its pace, is the next group. After a commit that failed it refuses what
// comes until the disk works again.
func (db *DB) writer() {
	defer close(db.stopped)
	var next time.Time         // when a group may be written: full ones may follow each other
	var again <-chan time.Time // nil while all is well
	pause := firstPause
	for {
		select {
		case w := <-db.writes:
			time.Sleep(time.Until(next))
			group := db.gather(w)
			if len(group) < groupMax {
				next = time.Now().Add(db.options.pace)
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

// gather is the first write and all others that wait already.
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

// commitGroup answers every write of a group. One that fails is taken out and
// run again alone, so that it neither spoils the others nor is spoilt by them.
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

// try runs a group in one transaction. failed is the index of the write that
// kept it from being committed, or -1; then err holds for all.
func (db *DB) try(group []write) (failed int, err error) {
	if down := db.Ping(); down != nil {
		return -1, down
	}
	tx, err := db.begin(true)
	if err != nil {
		db.fail(err)
		return -1, db.Ping()
	}
	defer tx.Rollback() // does nothing after a commit
	began := time.Now()
	for i, w := range group {
		if err := safely(func() error { return w.fn(tx) }); err != nil {
			return i, db.named(err)
		}
	}
	if err := safely(func() error { return db.options.commit(tx) }); err != nil {
		db.fail(err)
		return -1, fmt.Errorf("write to %s: %w: %w", db.path, ErrUnknown, err)
	}
	db.options.wrote(time.Since(began))
	return -1, nil
}
