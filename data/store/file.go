package store

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"go.etcd.io/bbolt"
)

// A file is a bbolt file that stays open while its disk fails, or while another program
// truncates it. Any number of goroutines may read it; the writer alone writes to it and
// reads it back after a failure (see recovery.go).
//
// bbolt reads its file through a memory map, where a missing page is a fault. A panic at
// the beginning of a transaction leaves bbolt's locks locked, and every later call would
// wait for ever. So the file is checked before each transaction, and a truncated one is
// not used again until it has been read back.
type file struct {
	path    string
	schema  *Schema
	options *Options

	writeErr  atomic.Pointer[error]       // why writes are refused; nil if all is well
	opened    atomic.Pointer[fs.FileInfo] // the open file as last seen
	truncated atomic.Bool                 // the open file was truncated or overwritten; see begin
	stuck     atomic.Bool                 // closing bbolt would deadlock
	commits   atomic.Pointer[time.Time]   // when the commit began that is being made; nil for none
	space     atomic.Pointer[Space]       // after the last commit
	changes   [256]atomic.Uint64          // of rows of Schema.Counted, by the first byte of their keys

	mu      sync.RWMutex  // guards what the writer changes when the disk fails
	bolt    *bbolt.DB     // nil while the file cannot be reopened
	reading chan struct{} // closed once the file has been read back; nil unless that is about to happen
}

// newFile returns the file that bolt is open on. before is what had the path before bolt
// was opened, if anything; see remember.
func newFile(path string, schema *Schema, o *Options, bolt *bbolt.DB, before fs.FileInfo) *file {
	f := &file{path: path, schema: schema, options: o, bolt: bolt}
	f.space.Store(new(Space))
	f.remember(before)
	return f
}

// ping returns why nothing can be written at the moment, or nil. It never blocks.
func (f *file) ping() error {
	if err := f.writeErr.Load(); err != nil {
		return *err
	}
	return nil
}

// hangAfter is how long a commit may take until the disk counts as hung.
const hangAfter = 10 * time.Second

// commit commits tx. Meanwhile hung and OnWriteError tell of a disk that does not answer.
func (f *file) commit(tx *Tx) error {
	began := time.Now()
	f.commits.Store(&began)
	late := time.AfterFunc(hangAfter, func() { f.options.OnWriteError(f.hung()) })
	err := safely(func() error { return f.options.Commit(tx) })
	f.commits.Store(nil)
	if !late.Stop() && err == nil {
		f.options.OnWriteError(nil)
	}
	return err
}

// hung returns an error while the disk is hung.
func (f *file) hung() error {
	if began := f.commits.Load(); began != nil && time.Since(*began) >= hangAfter {
		return fmt.Errorf("write to %s: %w: the disk does not answer", f.path, ErrDown)
	}
	return nil
}

func (f *file) setErr(err error) { f.writeErr.Store(&err) }

// close closes the file. Nobody may write any more.
func (f *file) close() error {
	f.mu.Lock()
	defer f.mu.Unlock()
	err := f.closeBolt()
	f.bolt = nil
	f.setErr(ErrClosed)
	return err
}

// closeBolt closes bbolt. If a panic left its locks locked, closing would wait for them, so
// bbolt stays open, and the file locked, until the process ends.
func (f *file) closeBolt() error {
	if f.stuck.Swap(false) || f.bolt == nil {
		return nil
	}
	return f.bolt.Close()
}

// view runs fn in a read transaction. After a failed commit it waits until the file has
// been read back, because memory may not match the disk.
func (f *file) view(fn func(*Tx) error) error {
	f.mu.RLock()
	for f.reading != nil {
		reading := f.reading
		f.mu.RUnlock()
		<-reading
		f.mu.RLock()
	}
	defer f.mu.RUnlock()
	if f.bolt == nil {
		return f.ping()
	}
	began := time.Now()
	err := f.withPath(f.viewBolt(fn))
	if took := time.Since(began); took > f.options.SlowRead && f.options.OnSlowRead != nil {
		f.options.OnSlowRead(took)
	}
	return err
}

func (f *file) viewBolt(fn func(*Tx) error) error {
	tx, err := f.begin(false)
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }()
	return safely(func() error { return fn(tx) })
}

var errTruncated = fmt.Errorf("%w: it was cut off or overwritten while it was open, or its disk has spoiled pages", ErrDamaged)

// What would be written to a file that has lost its name is gone once it is closed.
var (
	errRemoved  = fmt.Errorf("%w any more (removed, or its disk unmounted); %s", fs.ErrNotExist, saveOpen)
	errReplaced = errors.New("another file has its name, and is used once it can be read; " + saveOpen)
)

const saveOpen = "while boardwalk runs, boardwalk admin backup still copies what was open"

// lostName returns errRemoved or errReplaced if the open file does not have its name any more.
func (f *file) lostName() error {
	now, err := os.Stat(f.path)
	was := f.opened.Load()
	switch {
	case f.bolt == nil:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return errRemoved
	case err == nil && was != nil && !os.SameFile(*was, now):
		return errReplaced
	}
	return nil
}

// begin is f.bolt.Begin for a file that is still what was opened. From the first time it
// is not, the error is errTruncated until the file has been read back.
func (f *file) begin(writable bool) (tx *Tx, err error) {
	if f.isTruncated() {
		return nil, errTruncated
	}
	if writable {
		if err := f.lostName(); err != nil {
			return nil, err
		}
	}
	err = safely(func() error {
		raw, err := f.bolt.Begin(writable)
		tx = &Tx{Tx: raw, schema: f.schema, file: f}
		return err
	})
	if errors.Is(err, ErrDamaged) {
		f.stuck.Store(true)
		f.truncated.Store(true)
		return nil, fmt.Errorf("%w: %w", errTruncated, err)
	}
	return tx, err
}

// isTruncated reports whether the open file has shrunk, which bbolt never does to it, or
// was overwritten. A file that only lost its name counts as whole; see lostName.
func (f *file) isTruncated() bool {
	was := f.opened.Load()
	if was == nil || f.truncated.Load() {
		return f.truncated.Load()
	}
	now, err := os.Stat(f.path)
	switch {
	case err != nil || !os.SameFile(*was, now):
	case now.Size() < (*was).Size():
		f.truncated.Store(true)
	case now.Size() > (*was).Size():
		f.opened.Store(&now)
	}
	return f.truncated.Load()
}

// remember remembers the file that was opened. If before is the same file, its size at
// that time counts: a program that truncated it since truncated what is mapped now.
func (f *file) remember(before fs.FileInfo) {
	f.opened.Store(nil)
	if now, err := os.Stat(f.path); err == nil {
		if before == nil || !os.SameFile(before, now) {
			before = now
		}
		f.opened.Store(&before)
	}
	f.truncated.Store(false)
}

// keepsName reports whether the open file still has its name.
func (f *file) keepsName() bool {
	was := f.opened.Load()
	if f.bolt == nil || was == nil || f.truncated.Load() {
		return false
	}
	now, err := os.Stat(f.path)
	return err == nil && os.SameFile(*was, now)
}

// stat returns the file with the given name, or nil if there is none.
func stat(path string) fs.FileInfo {
	info, err := os.Stat(path)
	if err != nil {
		return nil
	}
	return info
}

// load lets the program read what it has in memory too. A file that cannot be read leaves that as
// it was: the next read finds out.
func (f *file) load() {
	if f.bolt != nil {
		_ = f.viewBolt(f.options.Load)
	}
}

// withPath returns err with the file's name if the file itself is at fault, and with advice if it is damaged.
func (f *file) withPath(err error) error {
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrNewer) {
		return fmt.Errorf("%s: %w", f.path, advised(err))
	}
	return err
}

// safely calls fn and returns an ErrPage if it panics, as bbolt does over a page it
// cannot make sense of. A page that can no longer be read from the map would end the
// process; here it panics too.
func safely(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrPage, p)
		}
	}()
	return fn()
}
