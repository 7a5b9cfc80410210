package data

import (
	"fmt"

	"boardwalk/data/store"
)

// A DB is an open data file. Any number of goroutines may use it.
type DB struct {
	*store.DB
	options *Options // only the writer changes them
	games   *games
}

// readIn returns what fn reads in a transaction of view, or the zero value and an error, which begins
// with what is being done.
func readIn[T any](view func(func(*store.Tx) error) error, doing string, fn func(tx *store.Tx) (T, error)) (T, error) {
	var got, none T
	if err := view(func(tx *store.Tx) (err error) {
		got, err = fn(tx)
		return err
	}); err != nil {
		return none, fmt.Errorf("%s: %w", doing, err)
	}
	return got, nil
}

// change is Update with an error that begins with what is being done.
func (db *DB) change(doing string, fn func(*store.Tx) error) error {
	return store.During(db.Update(fn), "%s", doing)
}

// remove deletes the rows of a table that can be read and are old.
func remove[Row any](db *DB, t store.Table[Row], old func(tx *store.Tx, key []byte, row Row) bool) error {
	return db.Change(store.PageRows, t, func(tx *store.Tx, key, value []byte) bool {
		row, err := t.Read(key, value)
		return err == nil && old(tx, key, row)
	}, dropRow(t))
}
