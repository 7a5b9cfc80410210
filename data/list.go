package data

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// A PlayerInfo is what the host sees of an account.
type PlayerInfo struct {
	Nick        string              // "" if the player has chosen none
	ID          string              // such as "#3f9a0c11d2e4"; other players never see it
	Keys        int                 // how many; 0 for a guest
	Credentials []arcade.Credential // of the keys, sorted by their text; zero for one not used since the file had version 1
	Rounds      int                 // in the history
	Guest       bool
	Since       time.Time // of the first game; zero if unknown
	Concealed   bool      // hidden by the host
	Unranked    bool      // taken off the boards by the host, apart from bans
	Note        string    // the host's note
}

// idMark begins an ID in the list of players. No nick contains it.
const idMark = "#"

// Players returns up to n of the accounts: first those with a nick, in order of nicks
// regardless of case, then the others in order of IDs. The list begins after the account
// whose nick or ID is after, or with the first account if after is "". It returns
// ErrNotFound if after can be neither. Accounts that cannot be read are left out.
func (db *DB) Players(after string, n int) ([]PlayerInfo, error) {
	from, err := placeOf(after)
	if err != nil {
		return nil, fmt.Errorf("list the players after %.40q: %w", after, err)
	}
	list := []PlayerInfo{}
	if from == nil {
		err = db.scan(nicksBucket, keyAfter(nickKey(after)), func(tx *bbolt.Tx, key, value []byte) bool {
			var row nickRow
			if len(list) < n && unseal(key, value, &row) == nil {
				list = infoOf(tx, list, row.Player, tx.Bucket(playersBucket).Get(row.Player), true)
			}
			return len(list) < n
		})
	}
	if err == nil && len(list) < n {
		err = db.scan(playersBucket, from, func(tx *bbolt.Tx, key, value []byte) bool {
			list = infoOf(tx, list, key, value, false)
			return len(list) < n
		})
	}
	if err != nil {
		return nil, fmt.Errorf("list the players: %w", err)
	}
	return list, nil
}

// placeOf returns the last key that begins with an ID of the list, or nil for a nick.
func placeOf(after string) ([]byte, error) {
	id, ok := strings.CutPrefix(after, idMark)
	if !ok {
		return nil, nil
	}
	key, err := hex.DecodeString(id)
	if err != nil || len(key) > len(playerID{}) {
		return nil, ErrNotFound
	}
	return append(key, bytes.Repeat([]byte{0xFF}, len(playerID{})-len(key))...), nil
}

// infoOf appends a player to a list if having a nick is what the caller asked for with
// nick.
func infoOf(tx *bbolt.Tx, list []PlayerInfo, key, value []byte, nick bool) []PlayerInfo {
	var row playerRow
	if len(key) != len(playerID{}) || unseal(key, value, &row) != nil || len(row.Into) > 0 || row.Gone || nick != (row.Nick != "") {
		return list
	}
	id := playerID(key)
	info := PlayerInfo{Nick: row.Nick, ID: idMark + id.String(), Guest: row.Guest, Concealed: row.Concealed, Unranked: row.Unranked, Note: row.Note}
	if row.Since > 0 {
		info.Since = time.UnixMilli(row.Since)
	}
	_ = keysOf(tx, id, func(_ []byte, row keyRow) error { // a damaged key ends the list
		info.Keys, info.Credentials = info.Keys+1, append(info.Credentials, row.credential())
		return nil
	})
	slices.SortFunc(info.Credentials, func(a, b arcade.Credential) int { return cmp.Compare(a.String(), b.String()) })
	for key, value := range prefixRows(tx, sumsBucket, id) {
		var sum arcade.Stat
		if unseal([]byte(key), value, &sum) == nil {
			info.Rounds += sum.Played
		}
	}
	return append(list, info)
}

// keyAfter returns the smallest key greater than key.
func keyAfter(key []byte) []byte {
	if len(key) == 0 {
		return nil
	}
	return append(bytes.Clone(key), 0)
}

// pageRows is how many rows one transaction reads, so that none stays open for long.
const pageRows = 256

// scan calls row for the rows of a bucket, starting at a key, until row returns false.
// Rows that are added or deleted meanwhile may or may not be included.
func (db *DB) scan(bucket, from []byte, row func(tx *bbolt.Tx, key, value []byte) bool) error {
	for more := true; more; {
		err := db.view(func(tx *bbolt.Tx) error {
			cursor := tx.Bucket(bucket).Cursor()
			k, v := cursor.Seek(from)
			for n := 0; k != nil && n < pageRows; n++ {
				if !row(tx, k, v) {
					more = false
					return nil
				}
				k, v = cursor.Next()
			}
			from, more = bytes.Clone(k), k != nil
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// Played returns how many accounts with a key the file has and how many rounds were
// finished here, which excludes imported ones. It reads a row per account and none per
// round, so it is quick even if there are many rounds.
func (db *DB) Played() (players, rounds int, err error) {
	err = db.scan(playersBucket, nil, func(_ *bbolt.Tx, key, value []byte) bool {
		var row playerRow
		if unseal(key, value, &row) != nil {
			row = playerRow{} // Check reports it
		}
		if row.Gone {
			return true
		}
		if len(row.Into) == 0 {
			players++
		}
		rounds += row.Rounds
		return true
	})
	if err == nil {
		err = db.view(func(tx *bbolt.Tx) error {
			players = max(0, players-tx.Bucket(guestsBucket).Stats().KeyN)
			return nil
		})
	}
	if err != nil {
		return 0, 0, fmt.Errorf("count: %w", err)
	}
	return players, rounds, nil
}

// Totals describes the file as a whole.
type Totals struct {
	Players   int // accounts with a key
	Guests    int
	Rounds    int // in all histories
	Open      int // open games
	Bans      int
	Size      int64 // of the file, in bytes
	FreePages int   // of the file, pages that are empty and will be reused
}

// Totals counts what the file holds. It reads no rounds: the histories have as many rows
// at a fiftieth of the size.
func (db *DB) Totals() (t Totals, err error) {
	err = db.scan(playersBucket, nil, func(_ *bbolt.Tx, key, value []byte) bool {
		var row playerRow
		marked := bytes.Contains(value, []byte(`"into":`)) || bytes.Contains(value, []byte(`"gone":`))
		if !marked || unseal(key, value, &row) != nil || len(row.Into) == 0 && !row.Gone {
			t.Players++
		}
		return true
	})
	if err == nil {
		err = db.view(func(tx *bbolt.Tx) error {
			t.Guests = tx.Bucket(guestsBucket).Stats().KeyN
			t.Rounds = tx.Bucket(historyBucket).Stats().KeyN
			t.Open = tx.Bucket(openGamesBucket).Stats().KeyN
			t.Bans = tx.Bucket(bansBucket).Stats().KeyN
			t.Size = tx.Size()
			free := db.bolt.Stats()
			t.FreePages = free.FreePageN + free.PendingPageN
			return nil
		})
	}
	t.Players = max(0, t.Players-t.Guests)
	if err != nil {
		return Totals{}, fmt.Errorf("count: %w", err)
	}
	return t, nil
}
