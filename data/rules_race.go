package data

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// brokenRace reports a race that cannot be read, or whose racers do not all exist and
// list it.
func brokenRace(tx *bbolt.Tx, key, value []byte) string {
	var row raceRow
	if err := unseal(key, value, &row); err != nil {
		return fmt.Sprintf("A race cannot be read: %v.", err)
	}
	if row.abandoned() {
		return fmt.Sprintf("Race %.20q has no racers.", key)
	}
	for i, racer := range row.Racers {
		if len(racer.Player) == 0 || joinPending(tx, racer.Player) {
			continue
		}
		id, ok := racerOf(tx, racer)
		switch {
		case !ok || !bytes.Equal(id[:], racer.Player):
			return fmt.Sprintf("Race %.20q has a racer, %x, that is not a player.", key, short(racer.Player))
		case row.place(id) != i:
			return fmt.Sprintf("Race %.20q has player %s twice.", key, id)
		case tx.Bucket(racersBucket).Get(id.race(key)) == nil:
			return fmt.Sprintf("Race %.20q is missing from the races of player %s.", key, id)
		}
	}
	return ""
}

// racerOf returns the player to whom a racer's place belongs now, and reports whether
// that player exists.
func racerOf(tx *bbolt.Tx, racer racerRow) (id playerID, ok bool) {
	id, err := ownerOf(tx, roundRow{Player: racer.Player})
	return id, err == nil && tx.Bucket(playersBucket).Get(id[:]) != nil
}

// repairRace follows what the race says about its racers, or, if it cannot be read, what
// they say about it.
func repairRace(tx *bbolt.Tx, key, value []byte) error {
	var row raceRow
	if unseal(key, value, &row) != nil {
		return rebuildRace(tx, key)
	}
	racers := tx.Bucket(racersBucket)
	for i, racer := range row.Racers {
		id, ok := racerOf(tx, racer)
		if !ok {
			row.Racers[i].Player = nil
			continue
		}
		row.Racers[i].Player = bytes.Clone(id[:])
		if err := racers.Put(id.race(key), []byte{}); err != nil {
			return err
		}
	}
	for _, racer := range row.Racers {
		if len(racer.Player) > 0 {
			row.reassign(playerID(racer.Player), playerID(racer.Player))
		}
	}
	if row.isOpen() { // a missing player could never start it
		row.Racers = slices.DeleteFunc(row.Racers, func(r racerRow) bool { return len(r.Player) == 0 })
	}
	if row.abandoned() {
		return tx.Bucket(racesBucket).Delete(key)
	}
	return put(tx.Bucket(racesBucket), key, row)
}

// rebuildRace rewrites a race from the rounds of its racers, as a finished one: when it
// should have ended and who opened it is unknown. A race that nobody has played is
// deleted.
func rebuildRace(tx *bbolt.Tx, key []byte) error {
	row, event := raceRow{}, string(arcade.RaceEvent(string(key)))
	for racer := range rowsOf(tx.Bucket(racersBucket)) {
		n := len(playerID{})
		if len(racer) <= n || !bytes.Equal(racer[n:], key) || orphan(tx, racer, nil) != "" {
			continue
		}
		id := playerID(racer[:n])
		row.Racers = append(row.Racers, racerRow{ID: rand.Text()[:racerIDLen], Player: id[:]})
		for _, stored := range roundsOf(tx, id) {
			record, err := engine.ParseRecord(stored.row.Record)
			if err != nil || stored.row.Event != event {
				continue
			}
			began := stored.row.Ended - stored.row.Millis
			if row.Game == "" || began < row.Started {
				row.Started = max(1, began)
			}
			row.Game, row.Version, row.Deal = record.Game, record.Version, record.Code
			row.Ended = max(row.Ended, stored.row.Ended)
		}
	}
	if row.Game == "" {
		return tx.Bucket(racesBucket).Delete(key)
	}
	row.Opened, row.Limit = row.Started, row.Ended-row.Started
	return put(tx.Bucket(racesBucket), key, row)
}

// brokenRacer reports a player's race that does not exist or does not list the player.
func brokenRacer(tx *bbolt.Tx, key, value []byte) string {
	n := len(playerID{})
	if len(key) <= n || len(value) != 0 {
		return fmt.Sprintf("Row %q of the racers does not name a player and a race.", key)
	}
	if broken := orphan(tx, key, value); broken != "" && !joinPending(tx, key[:n]) {
		return broken
	}
	var row raceRow
	ok, err := get(tx.Bucket(racesBucket), key[n:], &row)
	if err != nil || ok && row.place(playerID(key[:n])) >= 0 {
		return "" // damaged races are reported with the races
	}
	return fmt.Sprintf("Player %x is not in race %.20q.", short(key), key[n:])
}

// repairRacer brings back a lost race as far as it was played, or deletes the row.
func repairRacer(tx *bbolt.Tx, key, value []byte) error {
	n, racers := len(playerID{}), tx.Bucket(racersBucket)
	if len(key) > n && len(value) != 0 {
		if err := racers.Put(key, []byte{}); err != nil {
			return err
		}
	}
	if len(key) > n && tx.Bucket(racesBucket).Get(key[n:]) == nil {
		if err := rebuildRace(tx, key[n:]); err != nil {
			return err
		}
	}
	if brokenRacer(tx, key, nil) == "" {
		return nil
	}
	return racers.Delete(key)
}
