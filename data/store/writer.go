package store

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"boardwalk/data/commitlog"
)

// A writer makes all changes to a file. It is the only goroutine that writes.
type writer struct {
	file    *file
	replica *replica           // nil for a file alone
	leaves  commitlog.Position // of a file that shares a log, but was opened without; it goes its own way with the first change
	writes  chan write
	quit    chan struct{} // closed to stop it
	stopped chan struct{} // closed when it has stopped
}

// A write is a change that waits for the writer. fn may run several times, so it makes
// all its checks before it writes anything.
type write struct {
	fn   func(*Tx) error
	done chan error
}

// groupMax bounds the changes in one transaction, and so the memory it needs.
const groupMax = 256

// newWriter starts the writer of a file that is at a place in a log, if it has one.
func newWriter(f *file, place commitlog.Position) *writer {
	w := &writer{file: f, writes: make(chan write), quit: make(chan struct{}), stopped: make(chan struct{})}
	switch {
	case f.options.Log != nil:
		w.replica = newReplica(f, place)
	case !place.Alone:
		w.leaves = place
	}
	go w.run()
	return w
}

// stop waits for the writes that have begun. Later ones return ErrClosed.
func (w *writer) stop() {
	close(w.quit)
	if w.replica != nil {
		defer w.replica.end()
	}
	<-w.stopped
}

// How long the writer waits before it tries a failed disk again. The pause doubles with
// each failure, up to the longest.
const (
	firstPause   = 250 * time.Millisecond
	longestPause = 10 * time.Second
)

// run makes changes until the writer is stopped. Changes that arrive while it is busy, or
// waiting for its pace, form the next group. After a failed commit it refuses changes
// until the disk works again. Between groups it makes the changes of the files that share
// its log.
func (w *writer) run() {
	defer close(w.stopped)
	var next time.Time         // earliest time of the next group; set only after a group that is not full
	var again <-chan time.Time // fires when the disk or the log is to be tried again; nil while all is well
	pause := firstPause
	for {
		select {
		case first := <-w.writes:
			next = w.serve(first, next)
		case came := <-w.others():
			_ = w.take(came)
			_ = w.follow() // ping says what is wrong
		case <-again:
			again = nil
			if w.retry(); w.file.ping() != nil {
				pause = min(2*pause, longestPause)
				again = w.file.options.After(pause)
			}
		case <-w.quit:
			return
		}
		if w.file.ping() != nil && again == nil {
			w.readBack()
			again, pause = w.file.options.After(firstPause), firstPause
		}
	}
}

// serve makes a change and those that come meanwhile, in groups, none before the given time. It
// returns the earliest time of the next group.
func (w *writer) serve(first write, next time.Time) time.Time {
	for {
		time.Sleep(min(time.Until(next), w.file.options.BatchInterval)) // not longer: after 2157 times are of the wall clock alone, which can be set back
		group := w.gather(first)
		if len(group) < groupMax {
			next = time.Now().Add(w.file.options.BatchInterval)
		}
		w.commitGroup(group)
		if w.file.ping() != nil {
			return next
		}
		w.yieldTurn()
		select {
		case first = <-w.writes: // with it, the waiting entries are applied
		default:
			_ = w.follow() // ping says what is wrong
			return next
		}
	}
}

// gather returns the first write and all others that are already waiting.
func (w *writer) gather(first write) []write {
	group := []write{first}
	for len(group) < groupMax {
		select {
		case next := <-w.writes:
			group = append(group, next)
		default:
			return group
		}
	}
	return group
}

// errLarge: a group needs more than one entry of the log.
var errLarge = errors.New("the changes are too many for one entry of the log")

// commitGroup answers every write of a group. A write that fails is taken out and run
// again alone, so that it does not affect the others, nor they it.
func (w *writer) commitGroup(group []write) {
	for len(group) > 0 {
		failed, err := w.try(group)
		if errors.Is(err, errLarge) {
			w.commitGroup(group[:failed])
			group = group[failed:]
			continue
		}
		if failed < 0 {
			if err == nil {
				w.file.measure()
			}
			for _, change := range group {
				change.done <- err
			}
			return
		}
		alone := group[failed]
		if len(group) > 1 {
			if _, err = w.try([]write{alone}); err == nil {
				w.file.measure()
			}
		}
		alone.done <- err
		group = slices.Delete(group, failed, failed+1)
	}
}

// try runs a group in one transaction, again after others of the log that come first. failed
// is the index of the write that prevented the commit, or -1; then err applies to all.
func (w *writer) try(group []write) (failed int, err error) {
	for refused := 1; ; refused++ {
		w.awaitParts()
		failed, err = w.tryOnce(group)
		if !errors.Is(err, commitlog.ErrBehind) {
			return failed, err
		}
		if refused%markAfter == 0 {
			w.replica.mark()
		}
		if err := w.catchUp(); err != nil {
			return -1, err
		}
	}
}

// tryOnce is try for a file that has all entries of its log. It returns ErrBehind if it does
// not.
func (w *writer) tryOnce(group []write) (failed int, err error) {
	if cause := w.file.ping(); cause != nil {
		return -1, cause
	}
	tx, err := w.file.begin(true)
	if err != nil {
		w.file.onCommitError(err)
		return -1, w.file.ping()
	}
	defer tx.Rollback() // does nothing after a commit
	began := time.Now()
	p, err := w.apply(tx)
	if err != nil {
		return -1, err
	}
	if w.replica != nil || w.leaves != (commitlog.Position{}) {
		tx.delta = newDelta()
	}
	for i, change := range group {
		if err := safely(func() error { return change.fn(tx) }); err != nil {
			return i, w.file.withPath(err)
		}
		if i > 0 && tx.delta.isLarge() {
			return i, errLarge
		}
	}
	own, err := w.append(tx, p.at)
	if err != nil {
		return -1, err
	}
	if err := w.file.commit(tx); err != nil {
		w.file.onCommitError(err)
		return -1, fmt.Errorf("write to %s: %w: %w", w.file.path, ErrUnknown, err)
	}
	if w.replica == nil && !tx.delta.empty() {
		w.leaves = commitlog.Position{}
	}
	if w.replica != nil {
		w.replica.advanceTo(p, own)
		w.replica.turn = time.Since(began)
	}
	w.file.options.OnCommit(time.Since(began))
	return -1, nil
}
