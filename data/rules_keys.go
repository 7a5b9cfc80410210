package data

import (
	"bytes"
	"fmt"
	"slices"

	"go.etcd.io/bbolt"
)

// brokenJoins reports a player who was joined into another that does not list it, and the
// other way round.
func brokenJoins(tx *bbolt.Tx, key, value []byte) string {
	var row playerRow
	if unseal(key, value, &row) != nil {
		return ""
	}
	players := tx.Bucket(playersBucket)
	if len(row.Into) > 0 {
		var into playerRow
		if ok, err := get(players, row.Into, &into); err == nil && (!ok || !containsBytes(into.Joined, key)) {
			return fmt.Sprintf("Player %x was joined into %x, which does not list it.", short(key), short(row.Into))
		}
	}
	for _, id := range row.Joined {
		var joined playerRow
		if ok, err := get(players, id, &joined); err == nil && (!ok || !bytes.Equal(joined.Into, key)) {
			return fmt.Sprintf("Player %x lists %x as joined, which does not name it.", short(key), short(id))
		}
	}
	return ""
}

func repairJoins(tx *bbolt.Tx, key, value []byte) error {
	var row playerRow
	if err := unseal(key, value, &row); err != nil {
		return err
	}
	players := tx.Bucket(playersBucket)
	var into playerRow
	if ok, err := get(players, row.Into, &into); err == nil && ok && !containsBytes(into.Joined, key) {
		into.Joined = append(into.Joined, key)
		if err := put(players, row.Into, into); err != nil {
			return err
		}
	}
	for _, id := range row.Joined {
		var joined playerRow
		if _, err := get(players, id, &joined); err == nil && !bytes.Equal(joined.Into, key) {
			joined = playerRow{Rounds: joined.Rounds, Tip: joined.Tip, Into: key}
			if err := put(players, id, joined); err != nil {
				return err
			}
		}
	}
	return nil
}

func containsBytes(ids [][]byte, id []byte) bool {
	return slices.ContainsFunc(ids, func(have []byte) bool { return bytes.Equal(have, id) })
}

// short returns enough of a player's ID or of a key to find it by.
func short(id []byte) []byte { return id[:min(6, len(id))] }

// brokenKey reports a key that cannot be read.
func brokenKey(_ *bbolt.Tx, key, value []byte) string {
	var row keyRow
	if err := unseal(key, value, &row); err != nil {
		return fmt.Sprintf("A key cannot be read: %v.", err)
	}
	return ""
}

// repairKey gives the key back to the player who holds it. A key that nobody holds is
// deleted, so that its owner can begin anew.
func repairKey(tx *bbolt.Tx, key, _ []byte) error {
	for held := range rowsOf(tx.Bucket(holdersBucket)) {
		if n := len(playerID{}); len(held) > n && bytes.Equal(held[n:], key) {
			return put(tx.Bucket(keysBucket), key, keyRow{Player: bytes.Clone(held[:n])})
		}
	}
	return tx.Bucket(keysBucket).Delete(key)
}

// brokenHolder reports a player's key that does not exist or belongs to another.
func brokenHolder(tx *bbolt.Tx, key, _ []byte) string {
	n := len(playerID{})
	var row keyRow
	if len(key) > n {
		if ok, err := get(tx.Bucket(keysBucket), key[n:], &row); err != nil || ok && bytes.Equal(row.Player, key[:n]) {
			return "" // damaged keys are reported with the keys
		}
	}
	return fmt.Sprintf("Row %q does not name a player and a key.", key)
}

// repairHolder rewrites a lost key; its fingerprint is filled in when the player logs in.
func repairHolder(tx *bbolt.Tx, key, _ []byte) error {
	n, keys := len(playerID{}), tx.Bucket(keysBucket)
	if len(key) > n && keys.Get(key[n:]) == nil {
		return put(keys, key[n:], keyRow{Player: key[:n]})
	}
	return tx.Bucket(holdersBucket).Delete(key)
}

// lostKey reports a key whose player does not exist or does not list it.
func lostKey(tx *bbolt.Tx, key, value []byte) string {
	var row keyRow
	switch {
	case unseal(key, value, &row) != nil:
	case tx.Bucket(playersBucket).Get(row.Player) == nil:
		return fmt.Sprintf("Key %x belongs to player %x, which does not exist.", short(key), short(row.Player))
	case tx.Bucket(holdersBucket).Get(slices.Concat(row.Player, key)) == nil:
		return fmt.Sprintf("Key %x is missing from the keys of its player.", short(key))
	}
	return ""
}

func repairLostKey(tx *bbolt.Tx, key, value []byte) error {
	var row keyRow
	if err := unseal(key, value, &row); err != nil {
		return err
	}
	if len(row.Player) != len(playerID{}) {
		return tx.Bucket(keysBucket).Delete(key)
	}
	if tx.Bucket(playersBucket).Get(row.Player) == nil {
		if err := rebuildPlayer(tx, row.Player, nil); err != nil {
			return err
		}
	}
	return tx.Bucket(holdersBucket).Put(slices.Concat(row.Player, key), []byte{})
}

// brokenNick reports a player whose nick is not registered or belongs to another.
func brokenNick(tx *bbolt.Tx, key, value []byte) string {
	var row playerRow
	var nick nickRow
	if unseal(key, value, &row) != nil || row.Nick == "" {
		return ""
	}
	if ok, err := get(tx.Bucket(nicksBucket), nickKey(row.Nick), &nick); err == nil && ok && bytes.Equal(nick.Player, key) {
		return ""
	}
	return fmt.Sprintf("The nick %.20q of player %x is not among the nicks.", row.Nick, short(key))
}

// repairNick registers a nick again, or takes it away if another player has it too.
func repairNick(tx *bbolt.Tx, key, value []byte) error {
	var row playerRow
	if err := unseal(key, value, &row); err != nil {
		return err
	}
	nicks, nick := tx.Bucket(nicksBucket), nickKey(row.Nick)
	if there := nicks.Get(nick); there != nil && strayNick(tx, nick, there) == "" {
		row.Nick = ""
		return put(tx.Bucket(playersBucket), key, row)
	}
	return put(nicks, nick, nickRow{Player: key})
}

// strayNick reports a nick that is not its player's.
func strayNick(tx *bbolt.Tx, key, value []byte) string {
	var row nickRow
	var player playerRow
	err := unseal(key, value, &row)
	if err == nil {
		_, err = get(tx.Bucket(playersBucket), row.Player, &player)
	}
	if err != nil || !bytes.Equal(nickKey(player.Nick), key) {
		return fmt.Sprintf("The nick %.20q is not its player's.", key)
	}
	return ""
}

// brokenGuest reports a guest that is not listed as one and so would never be swept.
func brokenGuest(tx *bbolt.Tx, key, value []byte) string {
	var row playerRow
	if unseal(key, value, &row) != nil || !row.Guest || tx.Bucket(guestsBucket).Get(key) != nil {
		return ""
	}
	return fmt.Sprintf("Guest %x is not among the guests.", short(key))
}

func repairGuest(tx *bbolt.Tx, key, _ []byte) error {
	var own []byte
	if held := keyHashes(tx, playerID(key)); len(held) > 0 {
		own = held[0]
	}
	return tx.Bucket(guestsBucket).Put(key, own)
}

// strayGuest reports a listed guest that is not one.
func strayGuest(tx *bbolt.Tx, key, _ []byte) string {
	var row playerRow
	if ok, err := get(tx.Bucket(playersBucket), key, &row); err != nil || ok && row.Guest {
		return "" // damaged players are reported with the players
	}
	return fmt.Sprintf("Row %q is not a guest.", key)
}

// unreachable reports a player without a key.
func unreachable(tx *bbolt.Tx, key, value []byte) string {
	var row playerRow
	if len(key) != len(playerID{}) || unseal(key, value, &row) != nil || len(row.Into) > 0 || row.Gone || len(keyHashes(tx, playerID(key))) > 0 {
		return ""
	}
	return fmt.Sprintf("Player %x has no key, so nobody can log in to it.", short(key))
}
