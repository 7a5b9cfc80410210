package data

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
)

// commonPrefix begins the keys of meta that have the texts which the machines of a cluster have
// in common.
const commonPrefix = "common/"

type commonRow struct {
	Text string `json:"text"`
}

// Common returns a text that the machines of a cluster have in common, such as the list of its
// admins, and whether there is one of that name.
func (db *DB) Common(name string) (text string, ok bool, err error) {
	err = db.view(func(tx *txn) error {
		var row commonRow
		ok, err = get(tx.Bucket(metaBucket), []byte(commonPrefix+name), &row)
		text = row.Text
		return err
	})
	if err != nil {
		return "", false, fmt.Errorf("read what is common: %w", err)
	}
	return text, ok, nil
}

// SetCommon sets the text of a name for all machines of the cluster. It writes nothing if that
// is the text already.
func (db *DB) SetCommon(name, text string) error {
	if now, ok, err := db.Common(name); err != nil || ok && now == text {
		return err
	}
	err := db.write(func(tx *txn) error {
		return put(tx.Bucket(metaBucket), []byte(commonPrefix+name), commonRow{text})
	})
	if err != nil {
		return fmt.Errorf("set what is common: %w", err)
	}
	return nil
}

// replaceCommon sets all texts that are common, and outside of any log.
func replaceCommon(tx *txn, texts map[string]string) error {
	meta := txBucket{Bucket: tx.Tx.Bucket(metaBucket)}
	var old [][]byte
	for key := range rowsUnder(meta, []byte(commonPrefix)) {
		old = append(old, bytes.Clone(key))
	}
	var errs []error
	for _, key := range old {
		errs = append(errs, meta.Delete(key))
	}
	for name, text := range texts {
		errs = append(errs, put(meta, []byte(commonPrefix+name), commonRow{text}))
	}
	return errors.Join(errs...)
}

// OnCommon calls fn after another machine has set a common text. fn is called from the one
// goroutine that writes, so it must not wait for a write.
func OnCommon(fn func()) Option { return func(o *options) { o.onCommon = fn } }

// changesCommon reports whether a delta sets a common text.
func (d *delta) changesCommon() bool {
	meta := d.buckets[string(metaBucket)]
	if meta == nil {
		return false
	}
	for key := range meta.rows {
		if strings.HasPrefix(key, commonPrefix) {
			return true
		}
	}
	return false
}
