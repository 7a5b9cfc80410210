package data

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"boardwalk/data/store"
	"boardwalk/engine/analysis"

	"github.com/oklog/ulid/v2"
)

// The most that is kept of analyses: of each, and of each player's rounds. The one of the
// oldest round goes first. What is not kept can be made anew.
const (
	analysisBytes = 32 << 10
	analysesMax   = 50
)

// Analysis returns what was found out about a finished round, with its ID. ok is false if
// nothing is stored, or only what an earlier version of the search has found. Whether the
// player who asks may see the round is for the caller to know.
func (db *DB) Analysis(round string) (r analysis.Report, ok bool, err error) {
	id, bad := ulid.ParseStrict(round)
	if bad != nil {
		return r, false, nil
	}
	err = db.view(func(tx *store.Tx) error {
		r, ok = analysis.Report{}, false
		key, known, err := analysisKey(tx, id)
		if err != nil || !known {
			return err
		}
		_, bad := store.Get(tx.Bucket(analysesBucket), key, &r)
		ok = bad == nil && r.Version == analysis.Version // a damaged one is made anew
		return nil
	})
	if err != nil || !ok {
		r = analysis.Report{}
	}
	if err != nil {
		err = fmt.Errorf("read the analysis of round %.40q: %w", round, err)
	}
	return r, ok, err
}

// KeepAnalysis stores what was found out about a finished round, with its ID. It does
// nothing if there is no such round, or if there is too much to say about it.
func (db *DB) KeepAnalysis(round string, r analysis.Report) error {
	id, bad := ulid.ParseStrict(round)
	text, err := json.Marshal(r)
	if err != nil || bad != nil || len(text) > analysisBytes {
		return err
	}
	err = db.write(func(tx *store.Tx) error {
		key, known, err := analysisKey(tx, id)
		if err != nil || !known {
			return err
		}
		if err := store.Put(tx.Bucket(analysesBucket), key, r); err != nil {
			return err
		}
		return evictAnalyses(tx, playerID(key[:len(playerID{})]), key)
	})
	if err != nil {
		return fmt.Errorf("keep the analysis of round %.40q: %w", round, err)
	}
	return nil
}

// analysisKey returns the key of the analysis of a round: as in the history, the player
// the round was stored for, and the round. It stays when accounts are joined.
func analysisKey(tx *store.Tx, id ulid.ULID) (key []byte, known bool, err error) {
	var row roundRow
	known, err = store.Get(tx.Bucket(roundsBucket), id[:], &row)
	if err != nil || !known || len(row.Player) != len(playerID{}) {
		return nil, false, err
	}
	return playerID(row.Player).history(id), true, nil
}

// evictAnalyses deletes the analyses of a player's oldest rounds that are too many, but not
// the one with a key.
func evictAnalyses(tx *store.Tx, id playerID, stays []byte) (err error) {
	var keys [][]byte
	for key := range store.RowsUnder(tx.Bucket(analysesBucket), id[:]) {
		keys = append(keys, bytes.Clone(key))
	}
	for excess := len(keys) - analysesMax; excess > 0; keys = keys[1:] {
		if !bytes.Equal(keys[0], stays) {
			err = errors.Join(err, tx.Bucket(analysesBucket).Delete(keys[0]))
			excess--
		}
	}
	return err
}

// brokenAnalysis reports an analysis that cannot be read, or is of no round.
func brokenAnalysis(tx *store.Tx, key, value []byte) string {
	var r analysis.Report
	if err := store.Unseal(key, value, &r); err != nil {
		return fmt.Sprintf("The analysis of a round cannot be read: %v.", err)
	}
	if id, err := historyID(key); err != nil || !inHistory(tx, [][]byte{key[:len(playerID{})]}, id) {
		return fmt.Sprintf("Row %q of the analyses is of no round.", key)
	}
	return ""
}
