package data

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// A Ban keeps somebody out: the player with a nick and anyone who logs in with one of
// that account's keys, a single key, or a network.
type Ban struct {
	Who    string // a nick, a fingerprint "SHA256:...", or a network such as 192.0.2.0/24
	Reason string // shown to the banned player
	By     string // who imposed the ban, for the host
	Since  time.Time
	Until  time.Time // zero: permanent

	KeepBoards bool // leave the player's rows on boards
}

type banRow struct {
	Who    string `json:"who"`
	Reason string `json:"reason,omitempty"`
	By     string `json:"by,omitempty"`
	Since  int64  `json:"since"`           // Unix milliseconds
	Until  int64  `json:"until,omitempty"` // Unix milliseconds
	// Unranks is false also in bans from before there was a choice.
	Unranks bool `json:"unranks,omitempty"`
}

func (row banRow) ban() Ban {
	b := Ban{Who: row.Who, Reason: row.Reason, By: row.By, Since: time.UnixMilli(row.Since), KeepBoards: !row.Unranks}
	if row.Until > 0 {
		b.Until = time.UnixMilli(row.Until)
	}
	return b
}

// The keys of bans: a word for the kind of ban, and its subject.
func banKey(key []byte) []byte           { return []byte("key " + hex.EncodeToString(key)) }
func banPlayer(id []byte) []byte         { return []byte("player " + hex.EncodeToString(id)) }
func banNetwork(net netip.Prefix) []byte { return []byte("network " + net.String()) }

// banOn returns the key of a ban on who. A fingerprint that belongs to an account bans
// the account. It returns ErrNotFound if nobody has the nick.
func banOn(tx *store.Tx, who string) ([]byte, error) {
	if net, err := netip.ParsePrefix(who); err == nil {
		if net.Addr().Is4In6() && net.Bits() >= 96 {
			net = netip.PrefixFrom(net.Addr().Unmap(), net.Bits()-96)
		}
		return banNetwork(net.Masked()), nil
	}
	if addr, err := netip.ParseAddr(who); err == nil {
		addr = addr.Unmap()
		return banNetwork(netip.PrefixFrom(addr, addr.BitLen())), nil
	}
	if c, err := arcade.ParseCredential(who); err == nil && c.IsKey() {
		key := keyHash(c)
		id, known, err := keyOwner(tx, key)
		if known {
			return banPlayer(id[:]), err
		}
		return banKey(key[:]), err
	}
	var row nickRow
	ok, err := store.Get(tx.Bucket(nicksBucket), nickKey(who), &row)
	if err == nil && !ok {
		err = ErrNotFound
	}
	return banPlayer(row.Player), err
}

// Ban imposes a ban, replacing an older one on the same subject, and takes the player off
// the boards unless KeepBoards is set. It returns ErrNotFound if Who is a nick that
// nobody has.
func (db *DB) Ban(b Ban) error {
	row := banRow{Who: b.Who, Reason: b.Reason, By: b.By, Since: b.Since.UnixMilli(), Unranks: !b.KeepBoards}
	if !b.Until.IsZero() {
		row.Until = b.Until.UnixMilli()
	}
	err := db.write(func(tx *store.Tx) error {
		key, err := banOn(tx, b.Who)
		if err != nil {
			return err
		}
		if err := store.Put(tx.Bucket(bansBucket), key, row); err != nil {
			return err
		}
		return followBan(tx, key)
	})
	if err != nil {
		return fmt.Errorf("ban %.60q: %w", b.Who, err)
	}
	return nil
}

// Unban lifts a ban and puts the player back on the boards. who is what Bans reports, or
// what would impose the same ban. It returns ErrNotFound if there is no such ban.
func (db *DB) Unban(who string) error {
	err := db.write(func(tx *store.Tx) error {
		key, err := banOn(tx, who)
		if err == nil && tx.Bucket(bansBucket).Get(key) != nil {
			return lift(tx, [][]byte{key})
		}
		// The nick belongs to somebody else by now, or the account is gone and each of
		// its keys carries the ban.
		var lifted [][]byte
		for k, v := range store.Rows(tx.Bucket(bansBucket)) {
			var row banRow
			if store.Unseal(k, v, &row) == nil && strings.EqualFold(row.Who, who) {
				lifted = append(lifted, bytes.Clone(k))
			}
		}
		if len(lifted) == 0 {
			return ErrNotFound
		}
		return lift(tx, lifted)
	})
	if err != nil {
		return fmt.Errorf("unban %.60q: %w", who, err)
	}
	return nil
}

// Bans returns all bans, including expired ones that were not swept yet.
func (db *DB) Bans() ([]Ban, error) {
	bans := []Ban{}
	err := db.view(func(tx *store.Tx) error {
		bans = bans[:0]
		for k, v := range store.Rows(tx.Bucket(bansBucket)) {
			var row banRow
			if err := store.Unseal(k, v, &row); err != nil {
				return err
			}
			bans = append(bans, row.ban())
		}
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("read the bans: %w", err)
	}
	return bans, nil
}

// Banned returns the ban that keeps somebody out now, if any: by network, by key, or by
// the account of the key. Only a ban on a network keeps out the zero Credential, and a
// zero address is in no network.
func (db *DB) Banned(c arcade.Credential, from netip.Addr, now time.Time) (b Ban, banned bool, err error) {
	from = from.Unmap().WithZone("")
	err = db.view(func(tx *store.Tx) error {
		bans := tx.Bucket(bansBucket)
		var keys [][]byte
		for bits := 0; bits <= from.BitLen() && from.IsValid(); bits++ {
			if net, err := from.Prefix(bits); err == nil {
				keys = append(keys, banNetwork(net))
			}
		}
		key := keyHash(c)
		keys = append(keys, banKey(key[:]))
		id, known, err := keyOwner(tx, key)
		if err != nil {
			return err
		}
		if known {
			var row playerRow
			if _, err := store.Get(tx.Bucket(playersBucket), id[:], &row); err != nil {
				return err
			}
			for _, id := range row.all(id) {
				keys = append(keys, banPlayer(id))
			}
		}
		for _, key := range keys {
			var row banRow
			ok, err := store.Get(bans, key, &row)
			if err != nil {
				return err
			}
			if ok && !row.over(now) {
				b, banned = row.ban(), true
				return nil
			}
		}
		return nil
	})
	if err != nil {
		return Ban{}, false, fmt.Errorf("read the bans: %w", err)
	}
	return b, banned, nil
}

// copyBansToKeys copies an account's bans to keys that leave it.
func copyBansToKeys(tx *store.Tx, id playerID, player playerRow, hashes [][]byte) error {
	bans := tx.Bucket(bansBucket)
	var err error
	for _, id := range player.all(id) {
		var row banRow
		if ok, bad := store.Get(bans, banPlayer(id), &row); bad != nil || !ok {
			continue
		}
		for _, hash := range hashes {
			var old banRow
			if ok, bad := store.Get(bans, banKey(hash), &old); bad == nil && ok && old.outlasts(row) {
				continue
			}
			err = errors.Join(err, store.Put(bans, banKey(hash), row))
		}
	}
	return err
}

// outlasts reports whether a ban lasts at least as long as another.
func (row banRow) outlasts(o banRow) bool {
	return row.Until == 0 || o.Until != 0 && row.Until >= o.Until
}

// over reports whether the ban has expired.
func (row banRow) over(now time.Time) bool { return row.Until > 0 && row.Until <= now.UnixMilli() }

// isBanned reports whether a ban takes a player off the boards: a ban on the account, or
// on one that was joined into it.
func isBanned(tx *store.Tx, id playerID, player playerRow) bool {
	return slices.ContainsFunc(player.all(id), func(id []byte) bool {
		var row banRow
		ok, err := store.Get(tx.Bucket(bansBucket), banPlayer(id), &row)
		return ok && err == nil && row.Unranks
	})
}

// followBan updates the boards of the banned player after the row of a ban has changed.
func followBan(tx *store.Tx, key []byte) error {
	text, ok := bytes.CutPrefix(key, []byte("player "))
	id, err := hex.DecodeString(string(text))
	if !ok || err != nil || len(id) != len(playerID{}) {
		return nil // a key's or a network's
	}
	a := accountTx{id: playerID(id)}
	for range 2 { // it may have been joined into another
		if a.known, err = store.Get(tx.Bucket(playersBucket), a.id[:], &a.row); err != nil || !a.known {
			return err
		}
		if len(a.row.Into) == len(a.id) {
			a.id, a.row = playerID(a.row.Into), playerRow{}
		}
	}
	return followBans(tx, a)
}

// followBans updates an account's boards to match its bans.
func followBans(tx *store.Tx, a accountTx) error {
	banned := isBanned(tx, a.id, a.row)
	if banned == a.row.Banned {
		return nil
	}
	return a.mark(tx, func(row *playerRow) { row.Banned = banned })
}

// dropBans deletes expired bans and updates the boards to match.
func dropBans(tx *store.Tx, now time.Time) error {
	var keys [][]byte
	for key, value := range store.Rows(tx.Bucket(bansBucket)) {
		var row banRow
		if store.Unseal(key, value, &row) == nil && row.over(now) {
			keys = append(keys, bytes.Clone(key))
		}
	}
	return lift(tx, keys)
}

// lift removes bans.
func lift(tx *store.Tx, keys [][]byte) error {
	for _, key := range keys {
		if err := tx.Bucket(bansBucket).Delete(key); err != nil {
			return err
		}
		if err := followBan(tx, key); err != nil {
			return err
		}
	}
	return nil
}
