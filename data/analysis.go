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
// oldest round goes first. What is not kept can be made again.
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
	r, err = readIn(db.View, fmt.Sprintf("read the analysis of round %.40q", round), func(tx *store.Tx) (none analysis.Report, err error) {
		key, known, err := analysisKey(tx, id)
		if err != nil || !known {
			return none, err
		}
		stored, _, _ := analysesBucket.Get(tx, key) // a damaged one is made again
		if ok = stored.Version == analysis.Version; !ok {
			return none, nil
		}
		return stored, nil
	})
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
	return db.change(fmt.Sprintf("keep the analysis of round %.40q", round), func(tx *store.Tx) error {
		key, known, err := analysisKey(tx, id)
		if err != nil || !known {
			return err
		}
		return errors.Join(analysesBucket.Put(tx, key, r), evictAnalyses(tx, playerID(key[:len(playerID{})]), key))
	})
}

// analysisKey returns the key of the analysis of a round: as in the history, the player
// the round was stored for, and the round. It stays when accounts are joined.
func analysisKey(tx *store.Tx, id ulid.ULID) (key []byte, known bool, err error) {
	row, known, err := roundsBucket.Get(tx, id[:])
	if err != nil || !known || len(row.Player) != len(playerID{}) {
		return nil, false, err
	}
	return playerID(row.Player).history(id), true, nil
}

// evictAnalyses deletes the analyses of a player's oldest rounds that are too many, but not
// the one with a key.
func evictAnalyses(tx *store.Tx, id playerID, stays []byte) (err error) {
	keys := store.KeysUnder(tx.Bucket(analysesBucket), id[:])
	for excess := len(keys) - analysesMax; excess > 0; keys = keys[1:] {
		if !bytes.Equal(keys[0], stays) {
			err = errors.Join(err, analysesBucket.Delete(tx, keys[0]))
			excess--
		}
	}
	return err
}

func brokenAnalysis(tx *store.Tx, key []byte, _ analysis.Report) string {
	if id, err := historyID(key); err != nil || !inHistory(tx, []playerID{playerID(key[:len(playerID{})])}, id) {
		return fmt.Sprintf("Row %q of the analyses is of no round.", key)
	}
	return ""
}
