package data

import (
	"fmt"
	"slices"
	"time"
)

// A writer makes all changes to a file. It is the only goroutine that writes.
type writer struct {
	file    *file
	writes  chan write
	quit    chan struct{} // closed to stop it
	stopped chan struct{} // closed when it has stopped
}

// A write is a change that waits for the writer. fn may run several times, so it makes
// all its checks before it writes anything.
type write struct {
	fn   func(*txn) error
	done chan error
}

// groupMax bounds the changes in one transaction, and so the memory it needs.
const groupMax = 256

// newWriter starts the writer of a file.
func newWriter(f *file) *writer {
	w := &writer{file: f, writes: make(chan write), quit: make(chan struct{}), stopped: make(chan struct{})}
	go w.run()
	return w
}

// write makes a change and returns when it is on the disk. Changes that arrive while the
// disk is busy share the next transaction.
func (w *writer) write(fn func(*txn) error) error {
	change := write{fn, make(chan error, 1)}
	select {
	case w.writes <- change:
		return <-change.done
	case <-w.quit:
		return ErrClosed
	}
}

// stop waits for the writes that have begun. Later ones return ErrClosed.
func (w *writer) stop() {
	close(w.quit)
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
// until the disk works again.
func (w *writer) run() {
	defer close(w.stopped)
	var next time.Time         // earliest time of the next group; set only after a group that is not full
	var again <-chan time.Time // fires when the disk is to be tried again; nil while all is well
	pause := firstPause
	for {
		select {
		case first := <-w.writes:
			time.Sleep(time.Until(next))
			group := w.gather(first)
			if len(group) < groupMax {
				next = time.Now().Add(w.file.options.batchInterval)
			}
			w.commitGroup(group)
			if w.file.ping() != nil && again == nil {
				w.file.readBack()
				again, pause = w.file.options.after(firstPause), firstPause
			}
		case <-again:
			again = nil
			if w.file.retry(); w.file.ping() != nil {
				pause = min(2*pause, longestPause)
				again = w.file.options.after(pause)
			}
		case <-w.quit:
			return
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

// commitGroup answers every write of a group. A write that fails is taken out and run
// again alone, so that it does not affect the others, nor they it.
func (w *writer) commitGroup(group []write) {
	for len(group) > 0 {
		failed, err := w.try(group)
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

// try runs a group in one transaction. failed is the index of the write that prevented
// the commit, or -1; then err applies to all.
func (w *writer) try(group []write) (failed int, err error) {
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
	for i, change := range group {
		if err := safely(func() error { return change.fn(tx) }); err != nil {
			return i, w.file.withPath(err)
		}
	}
	if err := safely(func() error { return w.file.options.commit(tx) }); err != nil {
		w.file.onCommitError(err)
		return -1, fmt.Errorf("write to %s: %w: %w", w.file.path, ErrUnknown, err)
	}
	w.file.options.onCommit(time.Since(began))
	return -1, nil
}
