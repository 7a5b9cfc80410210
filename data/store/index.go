package store

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// An Index is a bucket of keys that follow from the rows of another bucket. Nobody writes them: they
// change with those rows, in the same transaction. Their values are empty.
type Index struct {
	Bucket, Of []byte
	// Keys returns the keys that follow from a row. A row that cannot be read has none, and those
	// that it had stay.
	Keys func(key, value []byte) (keys [][]byte, err error)
	// Source returns the key of the only row from which a key may follow, or nil if it is no key.
	Source func(key []byte) []byte
	// Lost, if not nil, rewrites the row from which a key followed, as far as possible, when that
	// row is gone.
	Lost func(tx *Tx, key []byte) error
}

// update changes the index along with a row. was and is are the values of the row, nil for none.
func (ix Index) update(tx *Tx, key, was, is []byte) (err error) {
	old, fresh, b := ix.keys(key, was), ix.keys(key, is), tx.Bucket(ix.Bucket)
	for _, k := range old {
		if !Contains(fresh, k) {
			err = errors.Join(err, b.Delete(k))
		}
	}
	for _, k := range fresh {
		if !Contains(old, k) {
			err = errors.Join(err, b.Put(k, []byte{}))
		}
	}
	return err
}

// keys returns the keys that follow from a row, none if it cannot be read or is not there.
func (ix Index) keys(key, value []byte) [][]byte {
	if value == nil {
		return nil
	}
	keys, err := ix.Keys(key, value)
	if err != nil {
		return nil
	}
	return keys
}

// Contains reports whether a key is one of keys.
func Contains(keys [][]byte, key []byte) bool {
	return slices.ContainsFunc(keys, func(k []byte) bool { return bytes.Equal(k, key) })
}

// follows reports whether a key follows from its row. One of a row that cannot be read counts as if it
// did: the rule of that row reports it.
func (ix Index) follows(tx *Tx, key []byte) bool {
	source := ix.Source(key)
	value := tx.Bucket(ix.Of).Get(source)
	if source == nil || value == nil {
		return false
	}
	keys, err := ix.Keys(source, value)
	return err != nil || Contains(keys, key)
}

// Missing returns the rule that the keys which follow from the rows are there.
func (ix Index) Missing() Rule {
	return Rule{
		Bucket: ix.Of,
		Broken: func(tx *Tx, key, value []byte) string {
			for _, k := range ix.keys(key, value) {
				if tx.Bucket(ix.Bucket).Get(k) == nil {
					return fmt.Sprintf("Row %s of %s is missing from %s.", legible(key), ix.Of, ix.Bucket)
				}
			}
			return ""
		},
		Repair: func(tx *Tx, key, value []byte) error { return ix.update(tx, key, nil, value) },
	}
}

// Stray returns the rule that all keys follow from rows.
func (ix Index) Stray() Rule {
	return Rule{
		Bucket: ix.Bucket,
		Broken: func(tx *Tx, key, value []byte) string {
			switch {
			case !ix.follows(tx, key):
				return fmt.Sprintf("Row %s of %s follows from no row of %s.", legible(key), ix.Bucket, ix.Of)
			case len(value) > 0:
				return fmt.Sprintf("Row %s of %s has a value.", legible(key), ix.Bucket)
			}
			return ""
		},
		Repair: func(tx *Tx, key, _ []byte) error {
			if source := ix.Source(key); ix.Lost != nil && source != nil && tx.Bucket(ix.Of).Get(source) == nil {
				if err := ix.Lost(tx, key); err != nil {
					return err
				}
			}
			if ix.follows(tx, key) { // all that was wrong is a value
				return tx.Bucket(ix.Bucket).Put(key, []byte{})
			}
			return tx.Bucket(ix.Bucket).Delete(key)
		},
	}
}

// legible returns a key as a host reads it.
func legible(key []byte) string {
	if text := fmt.Sprintf("%.80q", key); !strings.Contains(text, `\x`) {
		return text
	}
	return fmt.Sprintf("%x", key)
}
