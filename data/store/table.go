package store

import (
	"bytes"
	"errors"
	"iter"
)

// A Table is the name of a bucket whose rows are all of one type.
type Table[Row any] []byte

// Get returns a row and reports whether there is one. The Row is zero if it cannot be read.
func (t Table[Row]) Get(tx *Tx, key []byte) (row Row, ok bool, err error) {
	value := tx.Bucket(t).Get(key)
	if value == nil {
		return row, false, nil
	}
	row, err = t.Read(key, value)
	return row, true, err
}

// Read returns the row of a value, or the zero Row and an error if it cannot be read.
func (t Table[Row]) Read(key, value []byte) (Row, error) {
	var row, none Row
	if err := Unseal(key, value, &row); err != nil {
		return none, err
	}
	return row, nil
}

// Has reports whether there is a row, which may be damaged.
func (t Table[Row]) Has(tx *Tx, key []byte) bool { return tx.Bucket(t).Get(key) != nil }

// Put writes a row.
func (t Table[Row]) Put(tx *Tx, key []byte, row Row) error { return Put(tx.Bucket(t), key, row) }

// Delete deletes a row, if there is one.
func (t Table[Row]) Delete(tx *Tx, key []byte) error { return tx.Bucket(t).Delete(key) }

// Under iterates over the rows whose keys begin with prefix, but for those that cannot be read.
// A key is valid only during the transaction.
func (t Table[Row]) Under(tx *Tx, prefix []byte) iter.Seq2[[]byte, Row] {
	return func(yield func(key []byte, row Row) bool) {
		for key, value := range RowsUnder(tx.Bucket(t), prefix) {
			if row, err := t.Read(key, value); err == nil && !yield(key, row) {
				return
			}
		}
	}
}

// KeysWhere returns copies of the keys of the rows that can be read and for which match returns true.
func (t Table[Row]) KeysWhere(tx *Tx, match func(key []byte, row Row) bool) (keys [][]byte) {
	for key, row := range t.Under(tx, nil) {
		if match(key, row) {
			keys = append(keys, bytes.Clone(key))
		}
	}
	return keys
}

// DeleteWhere deletes the rows that can be read and for which old returns true, and returns how many.
func (t Table[Row]) DeleteWhere(tx *Tx, old func(key []byte, row Row) bool) (n int, err error) {
	keys := t.KeysWhere(tx, old) // a cursor does not survive a delete
	for _, key := range keys {
		err = errors.Join(err, t.Delete(tx, key))
	}
	return len(keys), err
}

// KeysUnder returns copies of the keys of a bucket that begin with prefix.
func KeysUnder(b Bucket, prefix []byte) (keys [][]byte) {
	for key := range RowsUnder(b, prefix) {
		keys = append(keys, bytes.Clone(key))
	}
	return keys
}
