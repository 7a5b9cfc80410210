package data

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// accountRows holds all rows of one player, copied in one transaction.
type accountRows struct {
	id        playerID
	openGames map[string][]byte      // by key
	sums      map[string][]byte      // by key
	bests     map[string][]byte      // by key
	chains    map[playerID]playerRow // of this player and of those joined into it, if they can be read
	rounds    map[ulid.ULID][]byte
	rulings   map[ulid.ULID]arcade.Class // the rounds that count as another class
	unlisted  []string                   // keys of rows that are missing from the boards
}

func readAccountRows(tx *bbolt.Tx, id playerID) accountRows {
	a := accountRows{
		id: id, chains: map[playerID]playerRow{}, rounds: map[ulid.ULID][]byte{}, rulings: map[ulid.ULID]arcade.Class{},
		openGames: prefixRows(tx, openGamesBucket, id), sums: prefixRows(tx, sumsBucket, id), bests: prefixRows(tx, bestsBucket, id),
	}
	var row playerRow
	if ok, err := get(tx.Bucket(playersBucket), id[:], &row); err != nil || !ok {
		return a // deleted in the meantime, or reported with the players
	}
	a.chains[id] = row
	a.unlisted = unlisted(tx, id, row)
	for _, joined := range row.Joined {
		var row playerRow
		_, err := get(tx.Bucket(playersBucket), joined, &row)
		if err == nil && len(joined) == len(id) {
			a.chains[playerID(joined)] = row
		}
	}
	for _, round := range historyOf(tx, row.all(id)) {
		a.rounds[round] = bytes.Clone(tx.Bucket(roundsBucket).Get(round[:]))
		if class := ruled(tx, round, roundRow{}).Class; class != "" {
			a.rulings[round] = class
		}
	}
	return a
}

// importedBytes returns the total size in bytes of the imported rounds.
func (a accountRows) importedBytes() (size int64) {
	for id, value := range a.rounds {
		var row roundRow
		if unseal(id[:], value, &row) == nil && row.Class == arcade.Imported {
			size += row.size()
		}
	}
	return size
}

// prefixRows returns a copy of a player's rows in a bucket.
func prefixRows(tx *bbolt.Tx, bucket []byte, id playerID) map[string][]byte {
	return firstPrefixRows(tx, bucket, id, math.MaxInt)
}

// firstPrefixRows returns a copy of the first n of a player's rows in a bucket.
func firstPrefixRows(tx *bbolt.Tx, bucket []byte, id playerID, n int) map[string][]byte {
	rows := map[string][]byte{}
	c := tx.Bucket(bucket).Cursor()
	for k, v := c.Seek(id[:]); bytes.HasPrefix(k, id[:]) && len(rows) < n; k, v = c.Next() {
		rows[string(k)] = bytes.Clone(v)
	}
	return rows
}

// account checks all rows of a player against each other.
func (c *check) account(id playerID) error {
	var a accountRows
	if err := c.db.view(func(tx *bbolt.Tx) error {
		a = readAccountRows(tx, id)
		return nil
	}); err != nil {
		return err
	}
	row, ok := a.chains[id]
	if ok && (len(row.Into) > 0 || row.Gone) {
		return nil // checked with the player it was joined into, or about to be deleted
	}
	c.report.Players++
	if !ok {
		return nil
	}
	c.openGames(a)
	c.index(a, c.rounds(a))
	c.chain(a)
	if got := a.importedBytes(); row.ImportedBytes != got {
		c.findingf("Player %s should have imported %d bytes of rounds and has %d.", id, row.ImportedBytes, got)
	}
	return nil
}

// openGames checks that each open game can be resumed.
func (c *check) openGames(a accountRows) {
	for _, key := range slices.Sorted(maps.Keys(a.openGames)) {
		c.report.Open++
		slot := key[len(a.id):]
		var row openGameRow
		if err := unseal([]byte(key), a.openGames[key], &row); err != nil {
			c.findingf("The open game %s of player %s cannot be read: %v.", slot, a.id, err)
			continue
		}
		s, err := row.saved()
		if err == nil && s.Slot() != slot {
			err = fmt.Errorf("its record is of %s", s.Slot())
		}
		if err == nil {
			err = c.resume(s)
		}
		if err != nil {
			c.findingf("The open game %s of player %s cannot be resumed: %v.", slot, a.id, err)
		}
	}
}

// resume compares the score of an open game with that of its replayed record.
func (c *check) resume(s arcade.Saved) error {
	g, ok := c.game(s.Record)
	if !ok {
		return nil
	}
	r, err := s.Resume(g)
	if err != nil {
		return err
	}
	return compare(s.Score, r.State().Score())
}

// compare returns an error if a stored score differs from that of the replayed record.
func compare(stored, replayed engine.Score) error {
	if stored != replayed {
		return fmt.Errorf("it is stored with score %+v, its record comes to %+v", stored, replayed)
	}
	return nil
}

// game returns the game a record can be replayed with, if this program has it.
func (c *check) game(r engine.Record) (engine.Game, bool) {
	g, ok := c.find(r.Game)
	ok = ok && g.Info().Version == r.Version
	if !ok {
		c.report.Unplayed++
	}
	return g, ok
}

// rounds replays the rounds and returns those that can be read.
func (c *check) rounds(a accountRows) map[ulid.ULID]arcade.Result {
	results := map[ulid.ULID]arcade.Result{}
	for _, id := range slices.SortedFunc(maps.Keys(a.rounds), ulid.ULID.Compare) {
		var row roundRow
		if unseal(id[:], a.rounds[id], &row) != nil || len(row.Player) != len(a.id) {
			continue // reported with the rounds or the history
		}
		if _, own := a.chains[playerID(row.Player)]; !own {
			continue // reported with the history
		}
		r, err := row.result(id)
		if err == nil {
			r.Class = cmp.Or(a.rulings[id], r.Class)
			results[id] = r
			err = c.replay(r)
		}
		if self, idErr := row.id(); err == nil && (idErr != nil || self != id) {
			err = fmt.Errorf("its ID should be %s", self)
		}
		if err != nil {
			c.findingf("Round %s of player %s is wrong: %v.", id, a.id, err)
		}
	}
	return results
}

// replay compares the score of a round with that of its record if it ends there.
func (c *check) replay(r arcade.Result) error {
	g, ok := c.game(r.Record)
	if !ok {
		return nil
	}
	states, err := r.Record.Replay(g)
	if err != nil {
		return err
	}
	return compare(r.Score, engine.Final(states[len(states)-1]))
}
