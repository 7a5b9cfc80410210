package data

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// A DB is an open data file. Any number of goroutines may use it.
type DB struct {
	file    *file
	writer  *writer  // nil if the file was opened for reading
	options *options // only the writer changes them
	games   *games
	created bool
	copied  string // the directory of the temporary copy that is open instead of the file; "" if none
	closing sync.Once

	checking sync.WaitGroup // runs checkPages
	closed   chan struct{}  // closed by Close
}

type options struct {
	mapSize       int
	maxSize       int64
	batchInterval time.Duration
	openFile      func(name string, flag int, perm fs.FileMode) (*os.File, error)
	migrated      func(from, to int, kept string) // nil: do not migrate an older file
	log           Log                             // nil for a file alone
	cluster       string

	library   engine.Library
	forbidden []string // no new nick may contain these
	imports   int64    // see historyBytes
	rankAge   time.Duration
	now       func() time.Time // used only with rankAge

	progress     Progress
	beforeCheck  func(bytes int64)
	onFull       func(Space)
	onWriteError func(error)
	onCommon     func()
	onDigest     func(Digest) // nil: make none
	onSlowRead   func(time.Duration)
	slowRead     time.Duration

	// Only tests change these.
	rows     int // see rowsAtOnce
	weekRows int // see keptOfWeek
	commit   func(*txn) error
	patience time.Duration            // see logPatience
	onCommit func(took time.Duration) // called after each commit
	after    func(time.Duration) <-chan time.Time
}

// rowsAtOnce bounds how many rounds one transaction adds or removes when a change has
// many, because all other writes wait for it.
const rowsAtOnce = 250

// An Option changes how [Open] opens a file.
type Option func(*options)

// newOptions returns the default options as changed by opts.
func newOptions(opts ...Option) *options {
	o := &options{
		mapSize: 1 << 30, commit: commit, after: time.After,
		openFile: os.OpenFile, onWriteError: func(error) {}, onFull: func(Space) {}, onCommon: func() {}, beforeCheck: func(int64) {}, progress: noProgress,
		onCommit: func(time.Duration) {}, patience: logPatience, rows: rowsAtOnce, weekRows: keptOfWeek, imports: historyBytes,
	}
	for _, opt := range opts {
		opt(o)
	}
	return o
}

// MapSize sets the address space to reserve for the file, in bytes; the default is 1 GiB.
// When the file outgrows it, all writers wait once for all readers, and the reservation
// doubles.
func MapSize(bytes int) Option {
	return func(o *options) { o.mapSize = bytes }
}

// BatchInterval sets the shortest time between two transactions; the default is none. A
// change that arrives when nothing was written lately is written at once. Under load a
// change waits at most that long, and changes share most of the cost of a transaction.
func BatchInterval(interval time.Duration) Option {
	return func(o *options) { o.batchInterval = interval }
}

// Games sets the games whose rounds the file keeps: those of the house, and the families
// of which people can make up games. Each record is replayed with its game before it is
// ranked; without this option records and rules are trusted as they are. The library's
// Shelf is not used: the file is one, and a [Player] is that of its player.
func Games(library engine.Library) Option {
	return func(o *options) { o.library = library }
}

// ForbiddenNicks sets words that no newly chosen nick or name of a made-up game may
// contain, compared as [CheckNick] does.
func ForbiddenNicks(words ...string) Option {
	return func(o *options) { o.forbidden = words }
}

// RankAge sets how old an account must be to appear on a board, by the clock now; the
// default is no limit. A younger account appears once it is old enough.
func RankAge(age time.Duration, now func() time.Time) Option {
	return func(o *options) { o.rankAge, o.now = age, now }
}

// OnSlowRead calls fn for each read that takes longer than the given time, with the time it
// took. A long read matters because freed pages are not reused meanwhile, and all writers
// wait if the file outgrows its map. fn may be called from any goroutine.
func OnSlowRead(than time.Duration, fn func(took time.Duration)) Option {
	return func(o *options) { o.slowRead, o.onSlowRead = than, fn }
}

// OnWriteError calls fn with the reason when the file can no longer be written, and with
// nil once it can again. fn is called from one goroutine, and all writes wait until it
// returns.
func OnWriteError(fn func(error)) Option {
	return func(o *options) { o.onWriteError = fn }
}

// OpenFile replaces os.OpenFile for opening the file. Tests use it to get at the
// descriptor and to make the disk fail underneath.
func OpenFile(open func(name string, flag int, perm fs.FileMode) (*os.File, error)) Option {
	return func(o *options) { o.openFile = open }
}

// Open opens a data file and creates it if it does not exist. The error names the file
// and says what to do. It is ErrLocked, ErrDamaged, ErrForeign, ErrNewer, ErrOlder (only
// without [Migrate]), or an error of the operating system.
func Open(path string, opts ...Option) (*DB, error) {
	o := newOptions(opts...)
	before := stat(path)
	bolt, clean, err := openOrCreate(path, o)
	if err != nil {
		return nil, explain(path, err)
	}
	place, err := placeIn(bolt, o)
	if err != nil {
		return nil, explain(path, errors.Join(err, bolt.Close()))
	}
	sweepTemps(path)
	db := newDB(newFile(path, o, bolt, before), o)
	db.created = before == nil
	db.file.measure()
	db.writer = newWriter(db.file, place)
	if clean {
		db.checking.Go(db.checkPages)
	}
	return db, nil
}

// newDB returns a DB that cannot be written yet.
func newDB(f *file, o *options) *DB {
	db := &DB{file: f, options: o, games: newGames(o.library, f.shelf), closed: make(chan struct{})}
	f.loadShelf()
	return db
}

// Player returns a new session for a credential, which must not be the zero Credential.
// It writes nothing: a player gets a row with the first saved or finished game.
func (db *DB) Player(c arcade.Credential) (*Player, error) {
	if c == (arcade.Credential{}) {
		return nil, errors.New("a player needs a credential")
	}
	p := &Player{db: db, credential: c, key: keyHash(c), inDoubt: map[string]inDoubtRevs{}}
	if db.games.shelf.anyOwn() { // so that the player's own names are there from the start
		_ = db.view(func(tx *txn) error {
			if id, ok, err := keyOwner(tx, p.key); err == nil && ok {
				p.account.Store(&id)
			}
			return nil
		})
	}
	return p, nil
}

// Created reports whether Open created the file.
func (db *DB) Created() bool { return db.created }

// Close waits for the writes that have begun and closes the file. Later calls return
// ErrClosed. Only the first Close does anything.
func (db *DB) Close() error {
	var err error
	db.closing.Do(func() {
		close(db.closed)
		db.checking.Wait()
		if db.writer != nil {
			db.writer.stop()
			db.file.markClean()
		}
		err = db.file.close()
		if db.copied != "" {
			_ = os.RemoveAll(db.copied)
		}
	})
	if err != nil {
		return fmt.Errorf("close %s: %w", db.file.path, err)
	}
	return nil
}

// Ping returns why nothing can be written at the moment, or nil if writes work. It does
// not touch the disk and never blocks: it returns what the last write found.
func (db *DB) Ping() error { return db.file.ping() }

// SetMaxSize changes the limit of [MaxSize] for as long as the file is open. 0 means no
// limit.
func (db *DB) SetMaxSize(bytes int64) error {
	return db.write(func(*txn) error { // only the writer reads it
		db.options.maxSize = bytes
		return nil
	})
}

// Space returns the space used after the last change. It does not touch the disk and
// never blocks.
func (db *DB) Space() Space { return db.file.lastSpace() }

// view runs fn in a read transaction. fn must be quick and copy what it keeps: freed
// pages are not reused while it runs. After a failed commit, view waits until the file
// has been read back.
func (db *DB) view(fn func(*txn) error) error {
	err := db.file.view(fn)
	if errors.Is(err, errTruncated) && db.writer != nil { // the writer will find the same, and try to read the file back
		return db.write(func(*txn) error { return err })
	}
	return err
}

// write makes a change and returns when it is on the disk. fn may run several times, so it
// makes all its checks before it writes anything.
func (db *DB) write(fn func(*txn) error) error {
	if db.writer == nil {
		return ErrReadOnly
	}
	return db.writer.write(fn)
}

// pageRows is how many rows one transaction reads, so that none stays open for long.
const pageRows = 256

// scan calls row for the rows of a bucket, starting at a key, until row returns false.
// Rows that are added or deleted meanwhile may or may not be included.
func (db *DB) scan(bucket, from []byte, row func(tx *txn, key, value []byte) bool) error {
	for more := true; more; {
		err := db.view(func(tx *txn) error {
			cursor := tx.Bucket(bucket).Cursor()
			k, v := cursor.Seek(from)
			for n := 0; k != nil && n < pageRows; n++ {
				if !row(tx, k, v) {
					more = false
					return nil
				}
				k, v = cursor.Next()
			}
			from, more = bytes.Clone(k), k != nil
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// changeRows calls change, with copies of key and value, for the rows of a bucket for which
// is returns true. A transaction changes up to pageRows of them. It asks is again, so it
// leaves alone what was changed or deleted after the bucket was read.
func changeRows(db *DB, bucket []byte, is func(tx *txn, key, value []byte) bool, change func(tx *txn, key, value []byte) error) error {
	var found [][]byte
	if err := db.scan(bucket, nil, func(tx *txn, key, value []byte) bool {
		if is(tx, key, value) {
			found = append(found, bytes.Clone(key))
		}
		return true
	}); err != nil {
		return err
	}
	for keys := range slices.Chunk(found, pageRows) {
		if err := db.write(func(tx *txn) error {
			for _, key := range keys {
				value := bytes.Clone(tx.Bucket(bucket).Get(key))
				if value == nil || !is(tx, key, value) {
					continue
				}
				if err := change(tx, key, value); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}
