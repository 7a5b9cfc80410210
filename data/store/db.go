package store

import (
	"context"
	"errors"
	"os"
	"sync"
)

// A DB is an open file. Any number of goroutines may use it.
type DB struct {
	file    *file
	writer  *writer // nil if the file was opened for reading
	created bool
	copied  string // the directory of the temporary copy that is open instead of the file; "" if none
	closing sync.Once

	checking sync.WaitGroup  // runs checkPages
	life     context.Context // ends with Close
	end      context.CancelFunc
}

// Open opens a file and creates it if it does not exist. The error names the file
// and says what to do. It is ErrLocked, ErrDamaged, ErrForeign, ErrNewer, ErrOlder (only
// without Options.Migrated), ErrStray, or an error of the operating system.
func Open(path string, schema *Schema, opts Options) (*DB, error) {
	o := newOptions(opts)
	before := stat(path)
	bolt, clean, err := openOrCreate(path, schema, o)
	if err != nil {
		return nil, explain(path, err)
	}
	place, err := schema.placeIn(bolt, o)
	if err != nil {
		return nil, explain(path, errors.Join(err, bolt.Close()))
	}
	sweepTemps(path)
	db := newDB(newFile(path, schema, o, bolt, before))
	db.created = before == nil
	db.file.measure()
	db.writer = newWriter(db.file, place)
	if clean {
		db.checking.Go(db.checkPages)
	}
	return db, nil
}

// newDB returns a DB that cannot be written yet.
func newDB(f *file) *DB {
	f.load()
	life, end := context.WithCancel(context.Background())
	return &DB{file: f, life: life, end: end}
}

// Path returns the name under which the file was opened.
func (db *DB) Path() string { return db.file.path }

// Created reports whether Open created the file.
func (db *DB) Created() bool { return db.created }

// Close waits for the writes that have begun and closes the file. Later calls return
// ErrClosed. Only the first Close does anything.
func (db *DB) Close() error {
	var err error
	db.closing.Do(func() {
		db.end()
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
	return During(err, "close %s", db.file.path)
}

// Ping returns why nothing can be written at the moment, or nil if writes work. It does
// not touch the disk and never blocks: it returns what the last write found, or that the
// one that is being made gets no answer.
func (db *DB) Ping() error {
	if err := db.file.ping(); err != nil {
		return err
	}
	return db.file.hung()
}

// SetMaxSize changes the limit of Options.MaxSize for as long as the file is open. 0 means no
// limit.
func (db *DB) SetMaxSize(bytes int64) error {
	return db.Update(func(*Tx) error { // only the writer reads it
		db.file.options.MaxSize = bytes
		return nil
	})
}

// Space returns the space used after the last change. It does not touch the disk and
// never blocks.
func (db *DB) Space() Space { return db.file.lastSpace() }

// View runs fn in a read transaction. fn must be quick and copy what it keeps: freed
// pages are not reused while it runs. After a failed commit, View waits until the file
// has been read back.
func (db *DB) View(fn func(*Tx) error) error {
	err := db.file.view(fn)
	if errors.Is(err, errTruncated) && db.writer != nil { // the writer will find the same, and try to read the file back
		return db.Update(func(*Tx) error { return errTruncated })
	}
	return err
}

// Changes counts changes to the row with a key in a bucket of Schema.Counted, made on any machine, and to some
// other rows. As long as it is what it was before a read, so is the row.
func (db *DB) Changes(key []byte) uint64 { return db.file.changes[key[0]].Load() }

// Update makes a change and returns when it is on the disk. Changes that arrive while the disk is busy share the
// next transaction. fn may run several times, so it makes all its checks before it writes anything.
func (db *DB) Update(fn func(*Tx) error) error {
	if db.writer == nil {
		return ErrReadOnly
	}
	change := write{fn, make(chan error, 1)}
	select {
	case db.writer.writes <- change:
		return <-change.done
	case <-db.writer.quit:
		return ErrClosed
	}
}
