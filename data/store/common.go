package store

import (
	"errors"
)

// commonPrefix begins the keys of meta that have the texts which the machines of a cluster have
// in common.
const commonPrefix = "common/"

var commonTable = Table[commonRow](Meta)

type commonRow struct {
	Text string `json:"text"`
}

// Common returns a text that the machines of a cluster have in common, such as the list of its
// admins, and whether there is one of that name.
func (db *DB) Common(name string) (text string, ok bool, err error) {
	var row commonRow
	err = db.View(func(tx *Tx) error {
		row, ok, err = commonTable.Get(tx, []byte(commonPrefix+name))
		return err
	})
	return row.Text, ok && err == nil, During(err, "read what is common")
}

// SetCommon sets the text of a name for all machines of the cluster. It writes nothing if that
// is the text already.
func (db *DB) SetCommon(name, text string) error {
	if now, ok, err := db.Common(name); err != nil || ok && now == text {
		return err
	}
	err := db.Update(func(tx *Tx) error { return commonTable.Put(tx, []byte(commonPrefix+name), commonRow{text}) })
	return During(err, "set what is common")
}

// replaceCommon sets all texts that are common, and outside of any log.
func replaceCommon(tx *Tx, texts map[string]string) (err error) {
	meta := tx.unrecorded(Meta)
	for _, key := range KeysUnder(meta, []byte(commonPrefix)) {
		err = errors.Join(err, meta.Delete(key))
	}
	for name, text := range texts {
		err = errors.Join(err, Put(meta, []byte(commonPrefix+name), commonRow{text}))
	}
	return err
}
