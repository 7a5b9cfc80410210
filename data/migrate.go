package data

import (
	"bytes"
	"errors"
	"fmt"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// migrations bring a file up to date: the first takes version 1 to 2, the next 2 to 3,
// and so on. Those that a file needs run once, all in one transaction. A migration never
// changes after its release; testdata keeps a file of each version.
var migrations = []func(*bbolt.Tx) error{accounts, events, boardsByKind}

// accounts takes version 1 to 2: a player was a key and becomes an account that has keys,
// and more is computed from the rounds.
func accounts(tx *bbolt.Tx) error {
	if err := tx.DeleteBucket(bestsBucket); err != nil {
		return err
	}
	if err := createBuckets(tx); err != nil {
		return err
	}
	for key, value := range rowsOf(tx.Bucket(playersBucket)) {
		a := accountTx{known: true}
		if len(key) != len(a.id) {
			return fmt.Errorf("%w: the players have a key of %d bytes", ErrDamaged, len(key))
		}
		a.id = playerID(key)
		if err := unseal(key, value, &a.row); err != nil {
			a.row = playerRow{} // Check reports it, and it must not lock the others out
		}
		// The ID was the hash of the key's fingerprint, which is unknown here.
		if err := assignKey(tx, a.id[:], keyRow{Player: a.id[:]}); err != nil {
			return err
		}
		if err := a.reindex(tx); err != nil {
			return err
		}
	}
	return nil
}

// events takes version 2 to 3, which has dailies and races.
func events(tx *bbolt.Tx) error {
	if err := createBuckets(tx); err != nil {
		return err
	}
	return put(tx.Bucket(metaBucket), secretKey, newSecret())
}

// boardsByKind takes version 3 to 4: rounds of an event appear only on the board of that
// event, and a lost fresh deal ends a streak whatever its class. Rounds are in the
// history of the player they were stored for, and imported bytes are counted.
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
	var accounts []accountTx
	for key, value := range rowsOf(tx.Bucket(playersBucket)) {
		a := accountTx{known: true}
		if len(key) != len(a.id) || unseal(key, value, &a.row) != nil || len(a.row.Into) > 0 {
			continue // reported by Check, or indexed with the player it was joined into
		}
		a.id = playerID(key)
		accounts = append(accounts, a)
	}
	for _, a := range accounts {
		for _, id := range historyOf(tx, a.row.all(a.id)) {
			var row roundRow
			if ok, err := get(tx.Bucket(roundsBucket), id[:], &row); err == nil && ok && row.Class == arcade.Imported {
				a.row.ImportedBytes += row.size()
			}
		}
		if err := a.reindex(tx); err != nil {
			return err
		}
		if a.row.ImportedBytes == 0 {
			continue
		}
		if err := a.save(tx, 0); err != nil {
			return err
		}
	}
	return nil
}

// ownHistories moves rounds back to the histories of the players they were stored for.
// Until version 3 a join moved them.
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
			continue // reported by Check, as is a round that cannot be read
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

// createBuckets creates the missing buckets.
func createBuckets(tx *bbolt.Tx) error {
	for _, name := range buckets() {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return fmt.Errorf("create bucket %s: %w", name, err)
		}
	}
	return nil
}

// initialize writes what every file contains from the start.
func initialize(tx *bbolt.Tx) error {
	if err := events(tx); err != nil {
		return err
	}
	return putVersion(tx, 1+len(migrations))
}

func putVersion(tx *bbolt.Tx, version int) error {
	return put(tx.Bucket(metaBucket), versionKey, metaRow{Version: version})
}

// migrate brings the file to the version after the last step, completely or not at all.
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

// newer returns the error for a file that a newer program wrote.
func newer(version, newest int) error {
	return fmt.Errorf("%w: it has version %d, and this program knows versions up to %d", ErrNewer, version, newest)
}

// fileVersion returns the version that the file states. A bbolt file of another program
// has none.
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
	// A later version may have fewer buckets; this program relies on its own.
	need := [][]byte{playersBucket, openGamesBucket, roundsBucket, historyBucket, bestsBucket}
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

// get reads a row and reports whether there is one.
func get(b *bbolt.Bucket, key []byte, row any) (ok bool, err error) {
	value := b.Get(key)
	if value == nil {
		return false, nil
	}
	return true, unseal(key, value, row)
}
