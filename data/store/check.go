package store

import (
	"bytes"
	"slices"
)

// PageRows is how many rows one transaction reads, so that none stays open for long.
const PageRows = 256

// Scan calls row for the rows of a bucket, starting at a key, until row returns false.
// Rows that are added or deleted meanwhile may or may not be included.
func (db *DB) Scan(bucket, from []byte, row func(tx *Tx, key, value []byte) bool) error {
	for more := true; more; {
		err := db.View(func(tx *Tx) error {
			cursor := tx.Bucket(bucket).Cursor()
			k, v := cursor.Seek(from)
			for n := 0; k != nil && n < PageRows; n++ {
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

// Change calls change, with copies of key and value, for the rows of a bucket that match. A
// transaction changes up to n of them. It matches them again, and leaves alone what was
// changed or deleted after the bucket was read.
func (db *DB) Change(n int, bucket []byte, match func(tx *Tx, key, value []byte) bool, change func(tx *Tx, key, value []byte) error) error {
	var found [][]byte
	if err := db.Scan(bucket, nil, func(tx *Tx, key, value []byte) bool {
		if match(tx, key, value) {
			found = append(found, bytes.Clone(key))
		}
		return true
	}); err != nil {
		return err
	}
	for keys := range slices.Chunk(found, n) {
		if err := db.Update(func(tx *Tx) error {
			for _, key := range keys {
				value := bytes.Clone(tx.Bucket(bucket).Get(key))
				if value == nil || !match(tx, key, value) {
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

// A Rule holds for every row of a bucket.
type Rule struct {
	Bucket []byte
	// Broken returns a sentence about what is wrong with a row, or "".
	Broken func(tx *Tx, key, value []byte) string
	// Repair corrects the row or deletes it; it is nil if nothing is left that says what
	// the row should be. key and value are copies.
	Repair func(tx *Tx, key, value []byte) error
}

// CheckRows calls found with a sentence for each row that breaks a rule, and counts the rows of the
// bucket. It calls progress with their number now and then.
func (db *DB) CheckRows(r Rule, found func(string), progress func(rows int)) (rows int, err error) {
	err = db.Scan(r.Bucket, nil, func(tx *Tx, key, value []byte) bool {
		if rows++; rows%ForgetAfter == 0 {
			tx.Forget()
			progress(rows)
		}
		if broken := r.Broken(tx, key, value); broken != "" {
			found(broken)
		}
		return true
	})
	return rows, err
}

// RepairRows repairs the rows that break a rule.
func (db *DB) RepairRows(r Rule) error {
	if r.Repair == nil {
		return nil
	}
	return db.Change(PageRows, r.Bucket, func(tx *Tx, key, value []byte) bool { return r.Broken(tx, key, value) != "" }, r.Repair)
}
