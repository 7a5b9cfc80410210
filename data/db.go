package data

import "boardwalk/data/store"

// A DB is an open data file. Any number of goroutines may use it.
type DB struct {
	*store.DB
	options *options // only the writer changes them
	shelf   *shelf
	games   *games
}

// view is View with the errors that sessions know.
func (db *DB) view(fn func(*store.Tx) error) error { return refusal(db.View(fn)) }

// write is Update with the errors that sessions know.
func (db *DB) write(fn func(*store.Tx) error) error { return refusal(db.Update(fn)) }

// scan is Scan with the errors that sessions know.
func (db *DB) scan(bucket, from []byte, row func(tx *store.Tx, key, value []byte) bool) error {
	return refusal(db.Scan(bucket, from, row))
}
