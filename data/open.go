package data

import (
	"bytes"

	"boardwalk/data/store"
)

// Schema says what a data file has.
var Schema = &store.Schema{
	Buckets: [][]byte{
		store.Meta, playersBucket, keysBucket, holdersBucket, nicksBucket, alikeBucket, guestsBucket, codesBucket, bansBucket,
		openRoundsBucket, roundsBucket, historyBucket, sumsBucket, bestsBucket, boardsBucket,
		racesBucket, runningBucket, racersBucket, rulingsBucket, begunBucket, analysesBucket,
		variationsBucket, keptBucket, listedBucket, dailiesBucket, ratingsBucket, seasonsBucket, followsBucket,
		challengesBucket, challengedBucket, entriesBucket,
	},
	Create:  func(tx *store.Tx) error { return secretTable.Put(tx, secretKey, newSecret()) },
	Indexes: []store.Index{alikeIndex, holderIndex, runningIndex, racerIndex, seasonIndex, challengedIndex, listedIndex},
	First:   11, // the programs before the first release wrote files of versions 1 to 10, in which rows had other names
	Fill:    map[string]float64{string(roundsBucket): appendFill, string(historyBucket): historyFill},
	Cached:  [][]byte{variationsBucket, keptBucket},
	Counted: [][]byte{keysBucket, playersBucket, followsBucket},
	Bare: func(bucket, key, value []byte) bool { // a row of the history, or the key of a guest
		return bytes.Equal(bucket, historyBucket) || len(value) == len(playerID{}) && len(key) == len(playerID{})
	},
}

// Open opens a data file and creates it if it does not exist. The errors are those of
// [store.Open].
func Open(path string, opts ...Option) (*DB, error) {
	db := newDB(opts)
	file, err := store.Open(path, Schema, db.options.Options)
	if err != nil {
		return nil, err
	}
	db.DB = file
	return db, nil
}

// OpenReadOnly opens a data file for reading, as [store.OpenReadOnly] does. version is the file's.
func OpenReadOnly(path string, opts ...Option) (db *DB, version int, err error) {
	db = newDB(opts)
	if db.DB, version, err = store.OpenReadOnly(path, Schema, db.options.Options); err != nil {
		return nil, 0, err
	}
	return db, version, nil
}

// newDB returns a DB without a file, which the options of its file fill.
func newDB(opts []Option) *DB {
	db := &DB{options: newOptions(opts...)}
	db.games = newGames(db.options.Library, newShelf())
	db.options.Load = db.games.shelf.load
	return db
}
