package data

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// A DB is an open data file. Any number of goroutines may use it.
type DB struct {
	path    string
	options options
	writes  chan write
	quit    chan struct{} // closed to end the writer
	stopped chan struct{} // closed by the writer when it has ended
	closing sync.Once

	down atomic.Pointer[error]       // why nothing is written; nil where all is well
	seen atomic.Pointer[fs.FileInfo] // what is open, as it was last
	lost atomic.Bool                 // it is not that any more; see begin
	jam  atomic.Bool                 // bbolt cannot be closed

	space atomic.Pointer[Space] // after the last change

	created bool
	copied  string // the folder of the copy that is open instead of the file; "" for none

	mu      sync.RWMutex  // guards what the writer changes when the disk fails
	bolt    *bbolt.DB     // nil while the file cannot be reopened
	reading chan struct{} // closed once the file was read back; nil unless it is just going to be
}

type options struct {
	mapSize int
	maxSize int64
	onFull  func(Space)
	pace    time.Duration
	slow    func(time.Duration)

	told     func(error)
	openFile func(name string, flag int, perm fs.FileMode) (*os.File, error)
	slowThan time.Duration
	find     func(id string) (engine.Game, bool)
	rankAge  time.Duration
	now      func() time.Time // for rankAge alone
	commit   func(*bbolt.Tx) error
	after    func(time.Duration) <-chan time.Time
	migrated func(from, to int, kept string) // nil: an older file is not migrated
	readOnly bool

	forbidden []string                 // words that no new nick contains
	rows      int                      // see rowsAtOnce
	wrote     func(took time.Duration) // each transaction that was committed
}

// rowsAtOnce bounds how many rounds one transaction brings or takes away, where a change
// has many: all others wait for each.
const rowsAtOnce = 250

// An Option changes how [Open] opens a file.
type Option func(*options)

func defaults() options {
	return options{
		mapSize: 1 << 30, commit: (*bbolt.Tx).Commit, after: time.After,
		openFile: os.OpenFile, told: func(error) {}, onFull: func(Space) {},
		wrote: func(time.Duration) {}, rows: rowsAtOnce,
	}
}

// MapSize is the address space to set aside for the file, in bytes; 1 GiB where
// it is not given. A file that outgrows it makes all writers wait for all
// readers once, and then has twice as much.
func MapSize(bytes int) Option {
	return func(o *options) { o.mapSize = bytes }
}

// Pace is the least time from one transaction to the next, none where it is not
// given. A change that comes to a file at rest is written at once; where many come,
// each waits no longer than that, and most of what a transaction costs is shared.
func Pace(least time.Duration) Option {
	return func(o *options) { o.pace = least }
}

// Games are the games whose rounds the file keeps, by ID. Each record is
// replayed with them before it is ranked; without them all are taken as told.
func Games(find func(id string) (engine.Game, bool)) Option {
	return func(o *options) { o.find = find }
}

// ForbiddenNicks are words that no nick may contain that is chosen from now on, as
// [CheckNick] compares them.
func ForbiddenNicks(words ...string) Option {
	return func(o *options) { o.forbidden = words }
}

// RankAge is how old an account must be to stand on a board, by a clock: nothing where it
// is not given. A younger one stands there once it is old enough.
func RankAge(age time.Duration, now func() time.Time) Option {
	return func(o *options) { o.rankAge, o.now = age, now }
}

// Slow has every read told that takes longer than so long, and how long it took:
// while it goes on no page is used again, and where the file outgrows its map
// all writers wait. tell may be called from any goroutine.
func Slow(than time.Duration, tell func(took time.Duration)) Option {
	return func(o *options) { o.slowThan, o.slow = than, tell }
}

// Told has it told when the file cannot be written any more, and why, and with
// nil when it can again. tell is called from one goroutine, which keeps all
// writes waiting.
func Told(tell func(error)) Option {
	return func(o *options) { o.told = tell }
}

// OpenFile opens the file by another function than os.OpenFile: a test gets at
// the descriptor, and can let the disk fail below it.
func OpenFile(open func(name string, flag int, perm fs.FileMode) (*os.File, error)) Option {
	return func(o *options) { o.openFile = open }
}

// Open opens a data file, and makes it where there is none. The error names the
// file and says what to do about it; it is ErrLocked, ErrDamaged, ErrForeign,
// ErrNewer or, without [Migrate], ErrOlder, or that of the system.
func Open(path string, opts ...Option) (*DB, error) {
	o := defaults()
	for _, opt := range opts {
		opt(&o)
	}
	before := stat(path)
	bolt, err := openOrCreate(path, o)
	if err != nil {
		return nil, explain(path, err)
	}
	db := newDB(path, o, bolt)
	db.created = before == nil
	db.look(before)
	db.measure()
	go db.writer()
	return db, nil
}

func newDB(path string, o options, bolt *bbolt.DB) *DB {
	return &DB{
		path: path, options: o, bolt: bolt,
		writes: make(chan write), quit: make(chan struct{}), stopped: make(chan struct{}),
	}
}

// Created reports whether Open has made the file.
func (db *DB) Created() bool { return db.created }

// Close waits for the writes that have begun and closes the file. What is
// called later gets ErrClosed. Only the first Close does anything.
func (db *DB) Close() error {
	var err error
	db.closing.Do(func() {
		close(db.quit)
		<-db.stopped
		db.mu.Lock()
		defer db.mu.Unlock()
		err = db.shut()
		db.bolt = nil
		if db.copied != "" {
			_ = os.RemoveAll(db.copied)
		}
		db.fault(ErrClosed)
	})
	if err != nil {
		return fmt.Errorf("close %s: %w", db.path, err)
	}
	return nil
}

// Ping tells why nothing can be written at the moment; nil where all is well. It
// looks at no disk and waits for nobody: a call that fails is what makes the
// difference.
func (db *DB) Ping() error {
	if down := db.down.Load(); down != nil {
		return *down
	}
	return nil
}

// view reads in one transaction. fn must be quick, and copy out what it keeps:
// while it runs no page that was freed is used again. Between a commit that
// failed and reading the file back it waits: what is in memory may not be what is
// on the disk.
func (db *DB) view(fn func(*bbolt.Tx) error) error {
	err := db.read(fn)
	if errors.Is(err, errLost) && !db.options.readOnly { // the writer finds the same, and tries to read it back
		return db.write(func(*bbolt.Tx) error { return err })
	}
	return err
}

// read is view, but for what becomes of a file that is lost.
func (db *DB) read(fn func(*bbolt.Tx) error) error {
	db.mu.RLock()
	for db.reading != nil {
		reading := db.reading
		db.mu.RUnlock()
		<-reading
		db.mu.RLock()
	}
	defer db.mu.RUnlock()
	if db.bolt == nil {
		return db.Ping()
	}
	began := time.Now()
	err := db.named(db.inside(fn))
	if took := time.Since(began); took > db.options.slowThan && db.options.slow != nil {
		db.options.slow(took)
	}
	return err
}

// named is err with the file's name, where the file is what is wrong.
func (db *DB) named(err error) error {
	if errors.Is(err, ErrDamaged) || errors.Is(err, ErrNewer) {
		return fmt.Errorf("%s: %w", db.path, err)
	}
	return err
}

// safely calls fn where bbolt may panic over a page it cannot make sense of. A
// page that the disk no longer gives, which would end the process, becomes a
// panic too.
func safely(fn func() error) (err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("%w: %v", ErrDamaged, p)
		}
	}()
	return fn()
}
