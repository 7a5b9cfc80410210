package data

import (
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// A rulingRow gives a stored round another class than it was stored with, because
// accounts were joined or the host took it off the boards. The round itself does not
// change, because its hash is part of a chain.
type rulingRow struct {
	Class arcade.Class `json:"class"`
	Why   string       `json:"why"`          // a sentence for the player
	By    string       `json:"by,omitempty"` // the admin, "" for the arcade itself
	At    int64        `json:"at"`           // Unix milliseconds
}

// ruled returns the row of a round with the class of its ruling, if it has one. A ruling
// that cannot be read makes the round practice.
func ruled(tx *bbolt.Tx, id ulid.ULID, row roundRow) roundRow {
	var ruling rulingRow
	switch ok, err := get(tx.Bucket(rulingsBucket), id[:], &ruling); {
	case err != nil:
		row.Class, row.ruling = arcade.Practice, "This game does not count. The reason cannot be read."
	case ok:
		row.Class, row.ruling = ruling.Class, ruling.Why
	}
	return row
}

// brokenRuling reports a ruling that cannot be read, or that is on a round that does not
// exist.
func brokenRuling(tx *bbolt.Tx, key, value []byte) string {
	if broken := unreadable[rulingRow]("A ruling")(tx, key, value); broken != "" {
		return broken
	}
	if tx.Bucket(roundsBucket).Get(key) == nil {
		return "There is a ruling on a round that does not exist."
	}
	return ""
}

// repairRuling deletes a ruling on a missing round and rewrites one that cannot be read:
// the player it was made against must not profit from the damage.
func repairRuling(tx *bbolt.Tx, key, _ []byte) error {
	if tx.Bucket(roundsBucket).Get(key) == nil {
		return tx.Bucket(rulingsBucket).Delete(key)
	}
	return put(tx.Bucket(rulingsBucket), key, rulingRow{
		Class: arcade.Practice, Why: "This game does not count. The reason was lost with a damaged page.",
	})
}
