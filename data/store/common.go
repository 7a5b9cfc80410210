package store

import (
	"bytes"
	"errors"
	"fmt"
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
	err = db.View(func(tx *Tx) error {
		var row commonRow
		ok, err = Get(tx.Bucket(Meta), []byte(commonPrefix+name), &row)
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
	err := db.Update(func(tx *Tx) error {
		return Put(tx.Bucket(Meta), []byte(commonPrefix+name), commonRow{text})
	})
	if err != nil {
		return fmt.Errorf("set what is common: %w", err)
	}
	return nil
}

// replaceCommon sets all texts that are common, and outside of any log.
func replaceCommon(tx *Tx, texts map[string]string) error {
	meta := tx.unrecorded(Meta)
	var old [][]byte
	for key := range RowsUnder(meta, []byte(commonPrefix)) {
		old = append(old, bytes.Clone(key))
	}
	var errs []error
	for _, key := range old {
		errs = append(errs, meta.Delete(key))
	}
	for name, text := range texts {
		errs = append(errs, Put(meta, []byte(commonPrefix+name), commonRow{text}))
	}
	return errors.Join(errs...)
}
