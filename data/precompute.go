package data

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// All players wait for the one writer. So what needs all rounds of an account is computed
// before the write, in short read transactions. The write compares the account's stateTag,
// and if it has changed, everything is computed again.

// busyTries is the most times it is computed.
const busyTries = 16

// retryBusy calls fn until it returns something other than ErrBusy, at most busyTries
// times.
func retryBusy(fn func() error) error {
	err := ErrBusy
	for n := 0; n < busyTries && errors.Is(err, ErrBusy); n++ {
		err = fn()
	}
	return err
}

// stateTag returns a text that identifies the state of the account's rounds: adding,
// removing or ruling on a round changes the sums in it, and settings and moves change
// nothing in it.
func (a *accountTx) stateTag(tx *bbolt.Tx) string {
	if !a.known {
		return ""
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s %d %x %d %v", a.id[:], a.row.Rounds, a.row.Tip, len(a.row.Joined), a.row.offBoards())
	c := tx.Bucket(sumsBucket).Cursor()
	for k, v := c.Seek(a.id[:]); bytes.HasPrefix(k, a.id[:]); k, v = c.Next() {
		fmt.Fprintf(&b, " %q %q", k, v)
	}
	return b.String()
}

// indexRounds adds rounds of members to an index, each with the class that as returns (see
// ruled). pick chooses them by their IDs and by whether they count as imported. Rounds
// that cannot be read are left out.
func (db *DB) indexRounds(ix *index, members [][]byte, as func(tx *bbolt.Tx, id ulid.ULID, row roundRow) roundRow, pick func(id ulid.ULID, imported bool) bool) error {
	return db.eachRound(members, func(tx *bbolt.Tx, id ulid.ULID) {
		value := tx.Bucket(roundsBucket).Get(id[:])
		if !pick(id, isImported(tx, id, value)) {
			return
		}
		var row roundRow
		if unseal(id[:], value, &row) != nil {
			return
		}
		if r, err := as(tx, id, row).result(id); err == nil {
			ix.add(id, r)
		}
	})
}

// isImported reports whether a stored round counts as imported, without decoding it.
func isImported(tx *bbolt.Tx, id ulid.ULID, value []byte) bool {
	return bytes.Contains(value, []byte(`"class":"`+arcade.Imported+`"`)) && tx.Bucket(rulingsBucket).Get(id[:]) == nil
}

// addImported adds what another index has of imported rounds, which does not depend on
// their order.
func (ix *index) addImported(other *index) {
	n := len(other.id)
	for key, sum := range other.sums {
		if _, class := splitSum(key[n:]); class == arcade.Imported {
			key := string(ix.id[:]) + key[n:]
			ix.sums[key] = ix.sums[key].Plus(sum)
		}
	}
	for key, b := range other.bests {
		if b.result.Class == arcade.Imported {
			ix.offer(string(ix.id[:])+key[n:], b.kind(key), b)
		}
	}
}

// duplicatesOf returns the imported rounds of members that the history has more than once,
// leaving one of each. Rounds played here stay.
func (db *DB) duplicatesOf(members [][]byte) (duplicates []ulid.ULID, err error) {
	var same, all []ulid.ULID // rounds of the same millisecond, so that few have to be read
	err = db.eachRound(members, func(_ *bbolt.Tx, id ulid.ULID) {
		if len(same) > 0 && same[0].Time() != id.Time() {
			same = same[:0]
		}
		if same = append(same, id); len(same) == 2 {
			all = append(all, same[0])
		}
		if len(same) > 1 {
			all = append(all, id)
		}
	})
	type stored struct {
		id       ulid.ULID
		imported bool
	}
	seen := map[roundIdentity]stored{}
	for some := range slices.Chunk(all, pageRows) {
		if err != nil {
			return nil, err
		}
		err = db.view(func(tx *bbolt.Tx) error {
			for _, id := range some {
				value := tx.Bucket(roundsBucket).Get(id[:])
				var row roundRow
				if unseal(id[:], value, &row) != nil {
					continue
				}
				this := stored{id, isImported(tx, id, value)}
				other, twice := seen[row.identity()]
				switch {
				case !twice:
					seen[row.identity()] = this
				case this.imported:
					duplicates = append(duplicates, id)
				case other.imported:
					duplicates = append(duplicates, other.id)
					seen[row.identity()] = this
				}
			}
			return nil
		})
	}
	return duplicates, err
}

// finishJoin does the work left after an account was joined into another, in parts.
func (db *DB) finishJoin(id playerID) error {
	for more := true; more; {
		if err := db.write(func(tx *bbolt.Tx) error {
			a, err := accountTxOf(tx, id)
			if err == nil {
				more, err = a.moveMoreRaces(tx, db.options.rows)
			}
			return err
		}); err != nil {
			return err
		}
	}
	return retryBusy(func() error { return db.dropDuplicates(id) })
}

// dropDuplicates deletes the rounds that an account's history has twice since a join, and
// records that no work is left.
func (db *DB) dropDuplicates(id playerID) error {
	var a accountTx
	var tag string
	if err := db.view(func(tx *bbolt.Tx) (err error) {
		a, err = accountTxOf(tx, id)
		tag = a.stateTag(tx)
		return err
	}); err != nil || !a.row.JoinPending {
		return err
	}
	duplicates, err := db.duplicatesOf(a.row.all(id))
	if err != nil {
		return err
	}
	parts := slices.Collect(slices.Chunk(duplicates, db.options.rows))
	if len(parts) == 0 {
		parts = [][]ulid.ULID{nil}
	}
	steps, err := db.withoutDuplicates(a, parts)
	for i, part := range parts {
		if err == nil {
			err = db.write(func(tx *bbolt.Tx) (err error) {
				tag, err = dropBatch(tx, id, part, i+1 < len(parts), tag, changes(steps[i], steps[i+1]))
				return err
			})
		}
	}
	return err
}

// withoutDuplicates returns the index of the imported rounds: first with all duplicates,
// then after removing each part in turn.
func (db *DB) withoutDuplicates(a accountTx, parts [][]ulid.ULID) ([]*index, error) {
	gone := map[ulid.ULID]bool{}
	for _, part := range parts {
		for _, id := range part {
			gone[id] = true
		}
	}
	last := len(parts)
	steps := make([]*index, last+1)
	steps[last] = newIndex(a.id, a.row)
	err := db.indexRounds(steps[last], a.row.all(a.id), ruled, func(id ulid.ULID, imported bool) bool { return imported && !gone[id] })
	for i := last - 1; i >= 0 && err == nil; i-- {
		steps[i] = steps[i+1].clone()
		err = db.view(func(tx *bbolt.Tx) error {
			for _, id := range parts[i] {
				r, err := readRound(tx, id)
				if err != nil {
					return err
				}
				steps[i].add(id, r)
			}
			return nil
		})
	}
	return steps, err
}

// dropBatch deletes some duplicates and records whether work is left: more duplicates, or
// races. It returns the account's next stateTag.
func dropBatch(tx *bbolt.Tx, id playerID, some []ulid.ULID, more bool, tag string, index []rowChange) (string, error) {
	a, err := accountTxOf(tx, id)
	if err != nil {
		return "", err
	}
	if a.stateTag(tx) != tag {
		return "", ErrBusy
	}
	for _, duplicate := range some {
		if err := a.drop(tx, duplicate); err != nil {
			return "", err
		}
	}
	races, err := a.moveMoreRaces(tx, 0) // of another player joined in the meantime
	if err != nil {
		return "", err
	}
	a.row.JoinPending = more || races
	if err := errors.Join(a.save(tx, 0), apply(tx, index)); err != nil {
		return "", err
	}
	return a.stateTag(tx), nil
}

// drop deletes an imported round.
func (a *accountTx) drop(tx *bbolt.Tx, id ulid.ULID) error {
	var row roundRow
	if _, err := get(tx.Bucket(roundsBucket), id[:], &row); err != nil {
		return err
	}
	a.row.ImportedBytes -= row.size()
	return errors.Join(tx.Bucket(roundsBucket).Delete(id[:]), tx.Bucket(historyBucket).Delete(append(row.Player, id[:]...)))
}
