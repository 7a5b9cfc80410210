package data

import (
	"bytes"
	"errors"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A DB is an open data file. Any number of goroutines may use it.
type DB struct {
	*store.DB
	options *options // only the writer changes them
	shelf   *shelf
	games   *games
}

// schema says what a data file has.
var schema = &store.Schema{
	Buckets: [][]byte{
		store.Meta, playersBucket, keysBucket, holdersBucket, nicksBucket, alikeBucket, guestsBucket, codesBucket, bansBucket,
		openRoundsBucket, roundsBucket, historyBucket, sumsBucket, bestsBucket, boardsBucket,
		racesBucket, runningBucket, racersBucket, rulingsBucket, begunBucket, analysesBucket,
		variationsBucket, keptBucket, listedBucket, dailiesBucket, ratingsBucket, seasonsBucket, followsBucket,
		challengesBucket, challengedBucket, entriesBucket,
	},
	Create:  func(tx *store.Tx) error { return store.Put(tx.Bucket(store.Meta), secretKey, newSecret()) },
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
	db.games = newGames(db.options.library, db.shelf)
	return db
}

// Restore is [store.Restore] for a data file.
func Restore(from, path string) error { return store.Restore(from, path, schema) }

// Compact is [store.Compact] for a data file.
func Compact(path string, progress ...store.Progress) (before, after int64, err error) {
	return store.Compact(path, schema, progress...)
}

// ReadPosition is [store.ReadPosition] for a data file.
func ReadPosition(path string) (store.Position, error) { return store.ReadPosition(path, schema) }

// Detach is [store.Detach] for a data file.
func Detach(path string, opts ...Option) error {
	return store.Detach(path, schema, newOptions(opts...).Options)
}

// Hash is [store.Hash] for a data file.
func Hash(path string) (hash string, p store.Position, err error) { return store.Hash(path, schema) }

// Player returns a new session for a credential, which must not be the zero Credential.
// It writes nothing: a player gets a row with the first saved or finished game.
func (db *DB) Player(c arcade.Credential) (*Player, error) {
	if c == (arcade.Credential{}) {
		return nil, errors.New("a player needs a credential")
	}
	p := &Player{db: db, credential: c, key: keyHash(c), inDoubt: map[string]inDoubtRevs{}}
	if db.games.shelf.anyOwn() { // so that the player's own names are there from the start
		_ = db.view(func(tx *store.Tx) error {
			if id, ok, err := keyOwner(tx, p.key); err == nil && ok {
				p.account.Store(&id)
			}
			return nil
		})
	}
	return p, nil
}

// view is View with the errors that sessions know.
func (db *DB) view(fn func(*store.Tx) error) error { return refusal(db.View(fn)) }

// write is Update with the errors that sessions know.
func (db *DB) write(fn func(*store.Tx) error) error { return refusal(db.Update(fn)) }

// scan is Scan with the errors that sessions know.
func (db *DB) scan(bucket, from []byte, row func(tx *store.Tx, key, value []byte) bool) error {
	return refusal(db.Scan(bucket, from, row))
}
