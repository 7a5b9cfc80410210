package data

import (
	"bytes"
	"errors"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// The board of a week stays whole until the end of the next one, so that everybody finds
// their place on it. Then Sweep keeps its first rows. The others go together with the
// bests they follow from, which nothing else needs.

// keptOfWeek is how many rows are kept of the board of a past week.
const keptOfWeek = 100

// weeksKey is the row of meta that says which weeks were swept.
var weeksKey = []byte("weeks")

// weeksTable has that row.
var weeksTable = store.Table[weeksRow](store.Meta)

type weeksRow struct {
	Before boardKind `json:"before"` // rows of weeks before this one may be missing
	Done   bool      `json:"done,omitempty"`
}

func (k boardKind) isWeek() bool { return arcade.Week(k).Valid() }

// isSwept reports whether a row of the bests may be missing because it was of a week
// before the given one.
func isSwept(key string, before boardKind) bool {
	kind := boardKind(key[bytes.LastIndexByte([]byte(key), 0)+1:])
	return kind < before && kind.isWeek()
}

// sweepWeeks keeps the first rows of the boards of weeks before the last one.
func sweepWeeks(db *DB, now time.Time) error {
	done := weeksRow{Before: weekKind(now.AddDate(0, 0, -7)), Done: true}
	row, err := readIn(db.View, "read the swept weeks", func(tx *store.Tx) (weeksRow, error) {
		row, _, _ := weeksTable.Get(tx, weeksKey)
		return row, nil
	})
	if err != nil || row == done || row.Before > done.Before {
		return err
	}
	set := func(row weeksRow) error {
		return db.Update(func(tx *store.Tx) error { return weeksTable.Put(tx, weeksKey, row) })
	}
	if err := set(weeksRow{Before: done.Before}); err != nil {
		return err
	}
	drop := map[string]bool{}
	var board []byte // of the row before
	n := 0           // how many rows of it were seen
	if err := db.Scan(boardsBucket, nil, func(_ *store.Tx, key, _ []byte) bool {
		of, _, err := rowOfBoard(key)
		if err != nil {
			return true // reported by Check
		}
		if prefix := of.prefix(); !bytes.Equal(prefix, board) {
			board, n = prefix, 0
		}
		if n++; n > db.options.weekRows && of.kind.isWeek() && of.kind < done.Before {
			drop[string(key)] = true
		}
		return true
	}); err != nil {
		return err
	}
	if err := db.Change(store.PageRows, boardsBucket, func(_ *store.Tx, key, _ []byte) bool { return drop[string(key)] }, func(tx *store.Tx, key, _ []byte) error {
		of, id, err := rowOfBoard(key)
		return errors.Join(err, boardsBucket.Delete(tx, key), bestsBucket.Delete(tx, id.best(of.game, of.class, of.kind)))
	}); err != nil {
		return err
	}
	return set(done)
}
