package data

import (
	"bytes"
	"errors"
	"fmt"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// migrations brings a file up to date: the first takes version 1 to 2, the next
// 2 to 3. Each runs once, in one transaction with all that follow. A migration
// is never changed once it was released; testdata keeps a file of each version.
var migrations = []func(*bbolt.Tx) error{accounts, events, boardsByKind}

// accounts takes version 1 to 2: a player was a key and is an account now, which
// has keys; what can be recomputed from the rounds has more to it.
func accounts(tx *bbolt.Tx) error {
	if err := tx.DeleteBucket(bestsBucket); err != nil {
		return err
	}
	if err := createBuckets(tx); err != nil {
		return err
	}
	for key, value := range rowsOf(tx.Bucket(playersBucket)) {
		s := seat{known: true}
		if len(key) != len(s.id) {
			return fmt.Errorf("%w: the players have a key of %d bytes", ErrDamaged, len(key))
		}
		s.id = playerID(key)
		if err := unseal(key, value, &s.row); err != nil {
			s.row = playerRow{} // it is found by Check, and no reason to keep others out
		}
		// The ID was the hash of the key's fingerprint, which is not known here.
		if err := giveKey(tx, s.id[:], keyRow{Player: s.id[:]}); err != nil {
			return err
		}
		if err := s.reindex(tx); err != nil {
			return err
		}
	}
	return nil
}

// events takes version 2 to 3: there are dailies and races.
func events(tx *bbolt.Tx) error {
	if err := createBuckets(tx); err != nil {
		return err
	}
	return put(tx.Bucket(metaBucket), secretKey, newSecret())
}

// boardsByKind takes version 3 to 4: rounds of events stand on no board but that of their
// event, and a lost fresh deal ends a streak whatever its class. Rounds are in the history
// of the player they were stored for, and what came from elsewhere is counted.
func boardsByKind(tx *bbolt.Tx) error {
	for _, index := range [][]byte{sumsBucket, bestsBucket, boardsBucket} {
		if err := tx.DeleteBucket(index); err != nil {
			return err
		}
	}
	if err := createBuckets(tx); err != nil {
		return err
	}
	if err := ownHistories(tx); err != nil {
		return err
	}
	var accounts []seat
	for key, value := range rowsOf(tx.Bucket(playersBucket)) {
		s := seat{known: true}
		if len(key) != len(s.id) || unseal(key, value, &s.row) != nil || len(s.row.Into) > 0 {
			continue // found by Check, or indexed with the player it was joined into
		}
		s.id = playerID(key)
		accounts = append(accounts, s)
	}
	for _, s := range accounts {
		for _, id := range historyOf(tx, s.row.all(s.id)) {
			var row roundRow
			if ok, err := get(tx.Bucket(roundsBucket), id[:], &row); err == nil && ok && row.Class == engine.Imported {
				s.row.Brought += row.size()
			}
		}
		if err := s.reindex(tx); err != nil {
			return err
		}
		if s.row.Brought == 0 {
			continue
		}
		if err := s.keep(tx, 0); err != nil {
			return err
		}
	}
	return nil
}

// ownHistories gives rounds back to the histories of the players they were stored for: they
// were moved when accounts were joined.
func ownHistories(tx *bbolt.Tx) error {
	history := tx.Bucket(historyBucket)
	var moved [][]byte
	for key := range rowsOf(history) {
		moved = append(moved, bytes.Clone(key))
	}
	for _, key := range moved {
		var row roundRow
		id, err := historyID(key)
		if err != nil {
			continue // found by Check, as is a round that cannot be read
		}
		ok, err := get(tx.Bucket(roundsBucket), id[:], &row)
		if err != nil || !ok || len(row.Player) != len(playerID{}) || bytes.HasPrefix(key, row.Player) {
			continue
		}
		if err := errors.Join(history.Delete(key), history.Put(playerID(row.Player).history(id), []byte{})); err != nil {
			return err
		}
	}
	return nil
}

// createBuckets makes the buckets that are not there.
func createBuckets(tx *bbolt.Tx) error {
	for _, name := range buckets() {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return fmt.Errorf("create bucket %s: %w", name, err)
		}
	}
	return nil
}

// initialize writes what every file holds from the start.
func initialize(tx *bbolt.Tx) error {
	if err := events(tx); err != nil {
		return err
	}
	return putVersion(tx, 1+len(migrations))
}

func putVersion(tx *bbolt.Tx, version int) error {
	return put(tx.Bucket(metaBucket), versionKey, metaRow{Version: version})
}

// migrate brings the file to the version behind the last of the steps, wholly
// or not at all.
func migrate(bolt *bbolt.DB, steps []func(*bbolt.Tx) error, commit func(*bbolt.Tx) error) error {
	newest, from := 1+len(steps), 0
	if err := bolt.View(func(tx *bbolt.Tx) (err error) {
		from, err = fileVersion(tx)
		return err
	}); err != nil {
		return err
	}
	if from > newest {
		return newer(from, newest)
	}
	if from == newest {
		return nil
	}
	tx, err := bolt.Begin(true)
	if err != nil {
		return err
	}
	defer tx.Rollback() // does nothing after a commit
	for v := from; v < newest; v++ {
		if err := steps[v-1](tx); err != nil {
			return fmt.Errorf("migrate from version %d to %d: %w", v, v+1, err)
		}
	}
	if err := putVersion(tx, newest); err != nil {
		return err
	}
	return commit(tx)
}

// newer is the error of a file that a later program wrote.
func newer(version, newest int) error {
	return fmt.Errorf("%w: it has version %d, this program knows %d", ErrNewer, version, newest)
}

// fileVersion is the version the file says it has. A bbolt file of another
// program says nothing.
func fileVersion(tx *bbolt.Tx) (int, error) {
	b := tx.Bucket(metaBucket)
	if b == nil {
		return 0, ErrForeign
	}
	var row metaRow
	ok, err := get(b, versionKey, &row)
	switch {
	case err != nil:
		return 0, err
	case !ok:
		return 0, ErrForeign
	case row.Version < 1:
		return 0, fmt.Errorf("%w: it has version %d", ErrDamaged, row.Version)
	}
	// A later version may have fewer buckets; this program counts on its own.
	need := [][]byte{playersBucket, liveBucket, roundsBucket, historyBucket, bestsBucket}
	if row.Version == 1+len(migrations) {
		need = buckets()
	}
	if row.Version <= 1+len(migrations) {
		for _, name := range need {
			if tx.Bucket(name) == nil {
				return 0, fmt.Errorf("%w: it has no bucket %s", ErrDamaged, name)
			}
		}
	}
	return row.Version, nil
}

// put seals a row and writes it.
func put(b *bbolt.Bucket, key []byte, row any) error {
	value, err := seal(key, row)
	if err != nil {
		return err
	}
	return b.Put(key, value)
}

// get reads a row; ok tells whether there is one.
func get(b *bbolt.Bucket, key []byte, row any) (ok bool, err error) {
	value := b.Get(key)
	if value == nil {
		return false, nil
	}
	return true, unseal(key, value, row)
}
