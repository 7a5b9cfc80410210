package data

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// migrations bring a file up to date: the first takes version 1 to 2, the next 2 to 3,
// and so on. Those that a file needs run once, all in one transaction unless one of them says
// otherwise. A migration never changes after its release; testdata keeps a file of each version.
var migrations = []func(*txn) error{accounts, events, boardsByKind, workshop, analyses, choices, company, growth, lookups}

// accounts takes version 1 to 2: a player was a key and becomes an account that has keys,
// and more is computed from the rounds.
func accounts(tx *txn) error {
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
func events(tx *txn) error {
	if err := createBuckets(tx); err != nil {
		return err
	}
	return put(tx.Bucket(metaBucket), secretKey, newSecret())
}

// boardsByKind takes version 3 to 4: rounds of an event appear only on the board of that
// event, and a lost fresh deal ends a streak whatever its class. Rounds are in the
// history of the player they were stored for, and imported bytes are counted.
func boardsByKind(tx *txn) error {
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
func ownHistories(tx *txn) error {
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

// workshop takes version 4 to 5, which has the games that people make up.
func workshop(tx *txn) error { return createBuckets(tx) }

// analyses takes version 5 to 6, which keeps what was found out about rounds.
func analyses(tx *txn) error { return createBuckets(tx) }

// choices takes version 6 to 7, which keeps which of its candidates the deal of a daily is.
// Dailies that were begun keep their deals.
func choices(tx *txn) error {
	if err := createBuckets(tx); err != nil {
		return err
	}
	return settleBegun(tx)
}

// company takes version 7 to 8, which has what players are to each other: whom they follow,
// their ratings in races, and the deals with which they challenge others.
func company(tx *txn) error { return createBuckets(tx) }

// growth takes version 8 to 9, which finds the races that run without reading the others,
// says how many accounts and rounds it has, and may have packed rounds. Sweep brings the
// boards of past weeks up to date.
func growth(tx *txn) error {
	if err := createBuckets(tx); err != nil {
		return err
	}
	for key, value := range rowsOf(tx.Bucket(racesBucket)) {
		var row raceRow
		if unseal(key, value, &row) != nil || !row.settled() {
			if err := tx.Bucket(runningBucket).Put(key, []byte{}); err != nil {
				return err
			}
		}
	}
	return recount(tx)
}

// lookups takes version 9 to 10, which finds what it only found by reading before, has the
// entries that the host can look up, and says anew what results are worth. It has a
// transaction for each few thousand rounds, as their memory is freed only when it ends. What it does
// follows from the rounds, so it is done again from the start if it was interrupted: the version is
// written last.
func lookups(tx *txn) error {
	if err := createBuckets(tx); err != nil {
		return err
	}
	for _, part := range []func(*txn) error{looksOfNicks, unnamed, dealtRounds, worth} {
		if err := part(tx); err != nil {
			return err
		}
	}
	return nil
}

// looksOfNicks has the file know the nicks that look alike. Those that do already stay as they are.
func looksOfNicks(tx *txn) error {
	for nick := range rowsOf(tx.Bucket(nicksBucket)) {
		if err := listNick(tx, nick, nil); err != nil {
			return err
		}
	}
	return nil
}

// unnamed drops the names that all could read of variations: only their players read those now.
func unnamed(tx *txn) error {
	named := map[string]variationRow{}
	for key, value := range rowsOf(tx.Bucket(variationsBucket)) {
		var row variationRow
		if unseal(key, value, &row) == nil { // else reported by Check
			named[string(key)] = row
		}
	}
	for _, id := range slices.Sorted(maps.Keys(named)) {
		if err := put(tx.Bucket(variationsBucket), []byte(id), named[id]); err != nil {
			return err
		}
	}
	return nil
}

// roundsAtOnce is how many rounds a migration of parts goes through in one transaction, about. Only
// tests change it.
var roundsAtOnce = 10_000

// dealtRounds has the histories say of which deal each round is.
func dealtRounds(tx *txn) error {
	from, more, err := dealtFrom(tx, nil)
	for more && err == nil {
		if err = tx.next(); err == nil {
			from, more, err = dealtFrom(tx, from)
		}
	}
	return err
}

// dealtFrom is dealtRounds for some rounds from a key on. It returns the key from which there may be
// more.
func dealtFrom(tx *txn, from []byte) (next []byte, more bool, err error) {
	history, n := tx.Bucket(historyBucket), 0
	c := tx.Bucket(roundsBucket).Cursor()
	for key, value := c.Seek(from); key != nil; key, value = c.Next() {
		if n++; n > roundsAtOnce {
			return bytes.Clone(key), true, nil
		}
		var row roundRow
		if unseal(key, value, &row) != nil || len(key) != len(ulid.ULID{}) || len(row.Player) != len(playerID{}) {
			continue // reported by Check
		}
		if at := playerID(row.Player).history(ulid.ULID(key)); history.Get(at) != nil {
			if err := history.Put(at, dealtIn(row.Record)); err != nil {
				return nil, false, err
			}
		}
	}
	return nil, false, nil
}

// worth says anew what results are worth: boards order equal points by the time since the deal
// was seen, games of few moves are no bests, and what an account did before it was joined into
// another lengthens no streak of that. Sweep brings the boards of past weeks up to date.
// Ratings stay as they are, and so do the boards of months.
func worth(tx *txn) error {
	if err := tx.DeleteBucket(boardsBucket); err != nil {
		return err
	}
	if err := createBuckets(tx); err != nil {
		return err
	}
	var players []playerID
	for key := range rowsOf(tx.Bucket(playersBucket)) {
		if len(key) == len(playerID{}) { // else reported by Check
			players = append(players, playerID(key))
		}
	}
	rounds := 0
	for _, id := range players {
		a := accountTx{known: true, id: id}
		if _, err := get(tx.Bucket(playersBucket), id[:], &a.row); err != nil || len(a.row.Into) > 0 || a.row.Gone {
			continue // reported by Check, or indexed with the player it was joined into, or about to be deleted
		}
		if err := a.reindex(tx); err != nil {
			return err
		}
		if rounds += len(historyOf(tx, a.row.all(id))); rounds >= roundsAtOnce {
			rounds = 0
			if err := tx.next(); err != nil {
				return err
			}
		}
	}
	for key, value := range rowsOf(tx.Bucket(seasonsBucket)) {
		const month = len("2006-01")
		id, err := boardPlayer(key)
		var row ratingRow
		if err != nil || len(key) < month || len(value) > 0 {
			continue // reported by Check
		}
		rating := id.rating(arcade.Month(key[:month]))
		if ok, err := get(tx.Bucket(ratingsBucket), rating, &row); err != nil || !ok {
			continue
		}
		row.Stands = true
		if err := put(tx.Bucket(ratingsBucket), rating, row); err != nil {
			return err
		}
	}
	return tx.Bucket(metaBucket).Delete(weeksKey)
}

// createBuckets creates the missing buckets.
func createBuckets(tx *txn) error {
	for _, name := range buckets() {
		if _, err := tx.CreateBucketIfNotExists(name); err != nil {
			return fmt.Errorf("create bucket %s: %w", name, err)
		}
	}
	return nil
}

// initialize writes what every file contains from the start.
func initialize(tx *txn) error {
	if err := events(tx); err != nil {
		return err
	}
	return putVersion(tx, 1+len(migrations))
}

func putVersion(tx *txn, version int) error {
	return put(tx.Bucket(metaBucket), versionKey, metaRow{Version: version})
}

// Version returns the version of the files that this program writes.
func Version() int { return 1 + len(migrations) }

// migrate brings the file to the version after the last step, or leaves it at the version that it has.
func migrate(bolt *bbolt.DB, steps []func(*txn) error, commit func(*txn) error) error {
	newest, from := 1+len(steps), 0
	if err := viewBolt(bolt, func(tx *txn) (err error) {
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
	raw, err := bolt.Begin(true)
	if err != nil {
		return err
	}
	tx := &txn{Tx: raw}
	defer func() { _ = tx.Rollback() }() // does nothing after a commit
	tx.next = func() (err error) {
		if err := commit(tx); err != nil {
			return err
		}
		raw, err := bolt.Begin(true)
		if err == nil {
			tx.Tx = raw
		}
		return err
	}
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
func fileVersion(tx *txn) (int, error) {
	b := tx.Bucket(metaBucket)
	if !b.exists() {
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
	need := [][]byte{playersBucket, openRoundsBucket, roundsBucket, historyBucket, bestsBucket}
	if row.Version == 1+len(migrations) {
		need = buckets()
	}
	if row.Version <= 1+len(migrations) {
		for _, name := range need {
			if !tx.Bucket(name).exists() {
				return 0, fmt.Errorf("%w: it has no bucket %s", ErrDamaged, name)
			}
		}
	}
	return row.Version, nil
}

// versionOf returns the version of a file that this program can read.
func versionOf(bolt *bbolt.DB) (version int, err error) {
	err = viewBolt(bolt, func(tx *txn) error {
		if version, err = fileVersion(tx); err != nil {
			return err
		}
		return knownVersion(tx)
	})
	return version, err
}

// knownVersion returns an error unless the file has a version that this program can open.
func knownVersion(tx *txn) error {
	version, err := fileVersion(tx)
	if newest := 1 + len(migrations); err == nil && version > newest {
		err = newer(version, newest)
	}
	return err
}

// Migrate lets [Open] bring an older file up to the version of this program; without it
// such a file is ErrOlder. A copy of the file is made first, named path.before-version-N,
// where N is the new version. An existing file of that name is left alone: if it has the
// same rows, as after an interrupted migration, it serves as the copy, and otherwise the
// copy is named path.before-version-N-2, and so on. fn is called with both versions and
// the copy's name once the file is migrated.
func Migrate(fn func(from, to int, kept string)) Option {
	return func(o *options) { o.migrated = fn }
}

// upToDate returns nil for a file of this program's version. It migrates an older one if
// the options allow it.
func upToDate(bolt *bbolt.DB, path string, o *options) error {
	newest := Version()
	version, err := versionOf(bolt)
	switch {
	case err != nil || version == newest:
		return err
	case o.migrated == nil:
		return fmt.Errorf("%w: it has version %d, and this program writes version %d", ErrOlder, version, newest)
	}
	kept, err := keepOlder(bolt, target(path), newest)
	if err != nil {
		// %v, not %w: an error of the copy says nothing about the file itself.
		return fmt.Errorf("keep a copy before the file is migrated from version %d to %d: %v", version, newest, err)
	}
	if err := migrate(bolt, migrations, o.commit); err != nil {
		return err
	}
	o.migrated(version, newest, kept)
	return nil
}

// keepOlder copies a file before it is migrated to a version, and returns the copy's
// name.
func keepOlder(bolt *bbolt.DB, path string, version int) (kept string, err error) {
	for name := range numbered(fmt.Sprintf("%s.before-version-%d", path, version)) {
		if _, err := os.Lstat(name); err == nil {
			if sameRows(bolt, name) {
				return name, nil
			}
			continue
		}
		if err := copyOpen(bolt, name); !errors.Is(err, fs.ErrExist) {
			return name, err
		}
	}
	panic("unreachable")
}

// copyOpen writes a copy of an open file, which gets its name once it is whole and on the
// disk.
func copyOpen(bolt *bbolt.DB, path string) error {
	temp, err := tempFile(path)
	if err != nil {
		return err
	}
	defer os.Remove(temp)
	if err := fillTempFrom(temp, bolt); err != nil {
		return err
	}
	if _, err := whole(temp, noProgress); err != nil {
		return err
	}
	return publish(temp, path)
}

func fillTempFrom(temp string, bolt *bbolt.DB) error {
	_, err := fillTemp(temp, func(w io.Writer) error {
		return viewBolt(bolt, func(tx *txn) error {
			_, err := tx.WriteTo(w)
			return err
		})
	})
	return err
}

// sameRows reports whether a file that nobody has open is a data file with the same rows
// as an open one.
func sameRows(bolt *bbolt.DB, path string) bool {
	if _, err := inspect(path, noProgress); err != nil {
		return false
	}
	other, err := openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true})
	if err != nil {
		return false
	}
	defer other.Close()
	return safely(func() error {
		return viewBolt(bolt, func(a *txn) error {
			return viewBolt(other, func(b *txn) error { return same(a, b, 0, noProgress) })
		})
	}) == nil
}

// OpenReadOnly opens an existing data file and writes nothing to it or its directory, so
// neither has to be writable. Writes return ErrReadOnly. version is the file's. An older
// file is copied to the system's directory for temporary files and migrated there; reads
// use the copy, which Close deletes. The error is that of [Open].
func OpenReadOnly(path string, opts ...Option) (db *DB, version int, err error) {
	o := newOptions(opts...)
	before := stat(path)
	bolt, err := openToRead(path, o)
	if err != nil {
		return nil, 0, explain(path, err)
	}
	if err := safely(func() error { version, err = versionOf(bolt); return err }); err != nil {
		return nil, 0, explain(path, errors.Join(err, bolt.Close()))
	}
	var copied string
	if newest := Version(); version < newest {
		older := bolt
		bolt, copied, err = openMigrated(older, o)
		switch err = errors.Join(err, older.Close()); {
		case errors.Is(err, ErrDamaged):
			return nil, 0, explain(path, err)
		case err != nil:
			return nil, 0, fmt.Errorf("%s has version %d, so it is read through a copy migrated to version %d, which needs %d bytes in %s (set TMPDIR to use another directory): %w",
				path, version, newest, before.Size(), os.TempDir(), err)
		}
	}
	db = newDB(newFile(path, o, bolt, before), o)
	db.copied = copied
	return db, version, nil
}

func openToRead(path string, o *options) (*bbolt.DB, error) {
	if _, err := inspect(path, o.progress); err != nil {
		return nil, err
	}
	return openBolt(path, bbolt.Options{Timeout: lockTimeout, ReadOnly: true, OpenFile: o.openFile})
}

// openMigrated opens an up-to-date copy of an older file for reading and returns the
// directory of the copy. On systems that can remove the name of an open file, that
// directory is already deleted.
func openMigrated(older *bbolt.DB, o *options) (bolt *bbolt.DB, dir string, err error) {
	if dir, err = os.MkdirTemp("", "boardwalk-"); err != nil {
		return nil, "", err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	temp, err := tempFile(filepath.Join(dir, "copy"))
	if err != nil {
		return nil, "", err
	}
	if err := fillTempFrom(temp, older); err != nil {
		return nil, "", err
	}
	fresh, err := openBolt(temp, bbolt.Options{Timeout: lockTimeout, NoSync: true})
	if err != nil {
		return nil, "", err
	}
	err = safely(func() error { return migrate(fresh, migrations, o.commit) })
	if err = errors.Join(err, fresh.Close()); err != nil {
		return nil, "", err
	}
	bolt, err = openToRead(temp, newOptions())
	return bolt, dir, err
}
