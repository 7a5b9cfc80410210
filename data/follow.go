package data

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
)

// A followRow says that a player follows another. It names the account that had the nick, so
// a new nick changes nothing. If that account was joined into another, its player is now
// the other one; if it was deleted, the row means nothing until Sweep deletes it.
type followRow struct {
	Since int64 `json:"since"` // Unix milliseconds
}

// follow returns the key of a player among those whom a player follows.
func (p playerID) follow(other playerID) []byte { return append(p[:], other[:]...) }

// name returns the name of the account outside the file.
func (p playerID) name() arcade.PlayerID { return arcade.PlayerID(hex.EncodeToString(p[:])) }

// ID returns the name of the account that the session's key belongs to, "" if there is none
// yet.
func (p *Player) ID() (name arcade.PlayerID, err error) {
	err = p.view(func(tx *txn) error {
		id, known, err := p.id(tx)
		if name = ""; known {
			name = id.name()
		}
		return err
	})
	return name, err
}

// Follow has the player follow the one with a nick, whether that one is on, away or hidden.
// Nobody else learns of it. Following somebody again changes nothing. It returns ErrNotFound
// if nobody has the nick, ErrSame if the player has it, ErrFollows if the player follows
// arcade.FollowsMax others already, and ErrNoAccount before the first game.
func (p *Player) Follow(nick string, now time.Time) error {
	return p.change("follow a player", func(tx *txn, a *accountTx) error {
		other, err := nickHolder(tx, nick)
		if err != nil {
			return err
		}
		if other == a.id {
			return ErrSame
		}
		follows, err := followsOf(tx, a.id)
		_, already := follows[other]
		switch {
		case err != nil || already:
			return err
		case len(follows) >= arcade.FollowsMax:
			return ErrFollows
		}
		return put(tx.Bucket(followsBucket), a.id.follow(other), followRow{now.UnixMilli()})
	})
}

// Unfollow has the player no longer follow the one with a nick; arcade.Nameless stands for
// all who have none. It returns ErrNotFound if the player follows nobody of that nick.
func (p *Player) Unfollow(nick string) error {
	return p.change("unfollow a player", func(tx *txn, a *accountTx) error {
		follows, err := followsOf(tx, a.id)
		if err != nil {
			return err
		}
		err = ErrNotFound
		for _, f := range follows {
			if !strings.EqualFold(cmp.Or(f.nick, arcade.Nameless), nick) {
				continue
			}
			if errors.Is(err, ErrNotFound) {
				err = nil
			}
			for _, key := range f.keys {
				err = errors.Join(err, tx.Bucket(followsBucket).Delete(key))
			}
		}
		return err
	})
}

// Following returns those whom the player follows, by nick.
func (p *Player) Following() ([]arcade.Followed, error) {
	var list []arcade.Followed
	err := p.view(func(tx *txn) error {
		list = nil
		id, known, err := p.id(tx)
		if err != nil || !known {
			return err
		}
		follows, err := followsOf(tx, id)
		for other, f := range follows {
			list = append(list, arcade.Followed{ID: other.name(), Nick: f.nick})
		}
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("read whom a player follows: %w", err)
	}
	slices.SortFunc(list, func(a, b arcade.Followed) int {
		return cmp.Or(cmp.Compare(strings.ToLower(a.Nick), strings.ToLower(b.Nick)), cmp.Compare(a.ID, b.ID))
	})
	return list, nil
}

// nickHolder returns the account that has a nick, or ErrNotFound.
func nickHolder(tx *txn, nick string) (id playerID, err error) {
	var row nickRow
	ok, err := get(tx.Bucket(nicksBucket), nickKey(nick), &row)
	switch {
	case err != nil:
		return id, err
	case !ok || len(row.Player) != len(id):
		return id, ErrNotFound
	}
	return playerID(row.Player), nil
}

// A follow is a player whom another follows.
type follow struct {
	nick string
	keys [][]byte // of the rows; several if accounts were joined since
}

// followsOf returns those whom an account follows.
func followsOf(tx *txn, id playerID) (map[playerID]follow, error) {
	follows := map[playerID]follow{}
	for key := range rowsUnder(tx.Bucket(followsBucket), id[:]) {
		other, row, ok := followed(tx, key)
		if !ok || other == id { // both became one account
			continue
		}
		f := follows[other]
		f.nick, f.keys = row.Nick, append(f.keys, bytes.Clone(key))
		follows[other] = f
	}
	return follows, nil
}

// followed returns the account that a key in follows leads to now. ok is false if it leads
// to none.
func followed(tx *txn, key []byte) (id playerID, row playerRow, ok bool) {
	n := len(id)
	if len(key) != 2*n {
		return id, row, false
	}
	id = playerID(key[n:])
	ok, err := get(tx.Bucket(playersBucket), id[:], &row)
	if err == nil && ok && len(row.Into) == n { // an account that was joined names the one that stays
		id, row = playerID(row.Into), playerRow{}
		ok, err = get(tx.Bucket(playersBucket), id[:], &row)
	}
	return id, row, ok && err == nil && !row.Gone
}

// follows moves the rows of those whom the player follows to the account that stays, as far
// as there is room: the oldest first.
func (m merger) follows() error {
	since := map[string]int64{}
	for key, value := range prefixRows(m.tx, followsBucket, m.goes.id) {
		var row followRow
		if unseal([]byte(key), value, &row) == nil {
			since[key] = row.Since
		}
		if err := m.tx.Bucket(followsBucket).Delete([]byte(key)); err != nil {
			return err
		}
	}
	mine, err := followsOf(m.tx, m.stays.id)
	if err != nil {
		return err
	}
	oldest := slices.SortedFunc(maps.Keys(since), func(a, b string) int {
		return cmp.Or(cmp.Compare(since[a], since[b]), strings.Compare(a, b))
	})
	for _, key := range oldest {
		other, _, ok := followed(m.tx, []byte(key))
		if _, both := mine[other]; !ok || both || other == m.stays.id || len(mine) >= arcade.FollowsMax {
			continue
		}
		mine[other] = follow{}
		if err := put(m.tx.Bucket(followsBucket), m.stays.id.follow(other), followRow{since[key]}); err != nil {
			return err
		}
	}
	return nil
}

// purgeFollows removes up to *rows of the rows of those whom a deleted player followed.
func purgeFollows(tx *txn, id playerID, rows *int) (err error) {
	for key := range firstPrefixRows(tx, followsBucket, id, *rows) {
		err = errors.Join(err, tx.Bucket(followsBucket).Delete([]byte(key)))
		*rows--
	}
	return err
}

// sweepFollows deletes the rows that lead to deleted accounts.
func sweepFollows(db *DB) error {
	return changeRows(db, followsBucket, func(tx *txn, key, _ []byte) bool {
		n := len(playerID{})
		if len(key) != 2*n {
			return false // Check reports it
		}
		return tx.Bucket(playersBucket).Get(key[n:]) == nil
	}, remove(followsBucket))
}

// brokenFollow reports a row that belongs to no player or cannot be read.
func brokenFollow(tx *txn, key, value []byte) string {
	var row followRow
	if err := unseal(key, value, &row); err != nil {
		return fmt.Sprintf("Whom a player follows cannot be read: %v.", err)
	}
	if len(key) != 2*len(playerID{}) {
		return fmt.Sprintf("Row %q does not name a player and one to follow.", key)
	}
	return orphanOf(followsBucket)(tx, key, value)
}
