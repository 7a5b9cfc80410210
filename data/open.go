package data

import (
	"bytes"

	"boardwalk/data/commitlog"
	"boardwalk/data/store"
)

// schema says what a data file has.
var schema = &store.Schema{
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
	Bare: func(bucket, key, value []byte) bool { // a row of the history, or the key of a guest
		return bytes.Equal(bucket, historyBucket) || len(value) == len(playerID{}) && len(key) == len(playerID{})
	},
}

// Version returns the version of the files that this program writes.
func Version() int { return schema.Version() }

// Open opens a data file and creates it if it does not exist. The errors are those of
// [store.Open].
func Open(path string, opts ...Option) (*DB, error) {
	db := newDB(opts)
	file, err := store.Open(path, schema, db.options.Options)
	if err != nil {
		return nil, err
	}
	db.DB = file
	return db, nil
}

// OpenReadOnly opens a data file for reading, as [store.OpenReadOnly] does. version is the file's.
func OpenReadOnly(path string, opts ...Option) (db *DB, version int, err error) {
	db = newDB(opts)
	if db.DB, version, err = store.OpenReadOnly(path, schema, db.options.Options); err != nil {
		return nil, 0, err
	}
	return db, version, nil
}

// newDB returns a DB without a file, which the options of its file fill.
func newDB(opts []Option) *DB {
	db := &DB{options: newOptions(opts...), shelf: newShelf()}
	db.options.Load = db.shelf.load
	db.games = newGames(db.options.Library, db.shelf)
	return db
}

// Restore is [store.Restore] for a data file.
func Restore(from, path string) error { return store.Restore(from, path, schema) }

// Compact is [store.Compact] for a data file.
func Compact(path string, progress ...store.Progress) (before, after int64, err error) {
	return store.Compact(path, schema, progress...)
}

// ReadPosition is [store.ReadPosition] for a data file.
func ReadPosition(path string) (commitlog.Position, error) { return store.ReadPosition(path, schema) }

// Detach is [store.Detach] for a data file.
func Detach(path string, opts ...Option) error {
	return store.Detach(path, schema, newOptions(opts...).Options)
}

// Hash is [store.Hash] for a data file.
func Hash(path string) (hash string, p commitlog.Position, err error) {
	return store.Hash(path, schema)
}
