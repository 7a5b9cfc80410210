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
	Who    string    `json:"who"`              // a nick at the time, a fingerprint "SHA256:...", or a network such as 192.0.2.0/24
	ID     string    `json:"id,omitempty"`     // of the account, from Bans; "" if the ban is on none, or it was deleted
	Reason string    `json:"reason,omitempty"` // shown to the banned player
	By     string    `json:"by"`               // who imposed the ban, for the host
	Since  time.Time `json:"since"`
	Until  time.Time `json:"until,omitzero"` // zero: permanent

	KeepBoards bool `json:"boards,omitempty"` // leave the player's rows on boards
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
// the account. It returns ErrNotFound if nobody has the nick, and ErrMachine if one of the arcade's own
// players has it.
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
	id, err := nickHolder(tx, who)
	if row, _, _ := playersBucket.Get(tx, id[:]); row.Level > 0 { // one that cannot be read can be banned
		err = ErrMachine
	}
	return banPlayer(id[:]), err
}

// Ban imposes a ban, replacing an older one on the same subject, and takes the player off
// the boards unless KeepBoards is set. It returns ErrNotFound if Who is a nick that
// nobody has, and ErrMachine if it is that of one of the arcade's own players.
func (db *DB) Ban(b Ban) error {
	row := banRow{Who: b.Who, Reason: b.Reason, By: b.By, Since: b.Since.UnixMilli(), Unranks: !b.KeepBoards}
	if !b.Until.IsZero() {
		row.Until = b.Until.UnixMilli()
	}
	return db.change(fmt.Sprintf("ban %.60q", b.Who), func(tx *store.Tx) error {
		key, err := banOn(tx, b.Who)
		if err != nil {
			return err
		}
		return errors.Join(bansBucket.Put(tx, key, row), followBan(tx, key))
	})
}

// Unban lifts a ban and puts the player back on the boards. who is what Bans reports, or
// what would impose the same ban. It returns ErrNotFound if there is no such ban.
func (db *DB) Unban(who string) error {
	return db.change(fmt.Sprintf("unban %.60q", who), func(tx *store.Tx) error {
		key, err := banOn(tx, who)
		if err == nil && bansBucket.Has(tx, key) {
			return lift(tx, [][]byte{key})
		}
		// The nick belongs to somebody else by now, or the account is gone and each of
		// its keys carries the ban.
		lifted := bansBucket.KeysWhere(tx, func(_ []byte, row banRow) bool { return strings.EqualFold(row.Who, who) })
		if len(lifted) == 0 {
			return ErrNotFound
		}
		return lift(tx, lifted)
	})
}

// Bans returns all bans, including expired ones that were not swept yet.
func (db *DB) Bans() ([]Ban, error) {
	return readIn(db.View, "read the bans", func(tx *store.Tx) ([]Ban, error) {
		bans := []Ban{}
		for key, value := range store.Rows(tx.Bucket(bansBucket)) {
			row, err := bansBucket.Read(key, value)
			if err != nil {
				return nil, err
			}
			b := row.ban()
			if id, ok := bannedPlayer(key); ok {
				if owner, err := ownerOf(tx, id); err == nil && playersBucket.Has(tx, owner[:]) {
					b.ID = idMark + owner.String()
				}
			}
			bans = append(bans, b)
		}
		return bans, nil
	})
}

// Banned returns the ban that keeps somebody out now, if any: by network, by key, or by
// the account of the key. Only a ban on a network keeps out the zero Credential, and a
// zero address is in no network.
func (db *DB) Banned(c arcade.Credential, from netip.Addr, now time.Time) (b Ban, banned bool, err error) {
	from = from.Unmap().WithZone("")
	b, err = readIn(db.View, "read the bans", func(tx *store.Tx) (b Ban, err error) {
		var keys [][]byte
		for bits := 0; bits <= from.BitLen() && from.IsValid(); bits++ {
			net, _ := from.Prefix(bits) // it has no zone, and as many bits
			keys = append(keys, banNetwork(net))
		}
		key := keyHash(c)
		keys = append(keys, banKey(key[:]))
		id, known, err := keyOwner(tx, key)
		if err != nil {
			return b, err
		}
		if known {
			row, _, err := playersBucket.Get(tx, id[:])
			if err != nil {
				return b, err
			}
			for _, id := range row.all(id) {
				keys = append(keys, banPlayer(id[:]))
			}
		}
		for _, key := range keys {
			row, ok, err := bansBucket.Get(tx, key)
			if err != nil {
				return b, err
			}
			if ok && !row.over(now) {
				banned = true
				return row.ban(), nil
			}
		}
		return b, nil
	})
	return b, banned, err
}

// copyBansToKeys copies an account's bans to keys that leave it.
func copyBansToKeys(tx *store.Tx, id playerID, player playerRow, hashes [][]byte) (err error) {
	for _, id := range player.all(id) {
		row, ok, bad := bansBucket.Get(tx, banPlayer(id[:]))
		if bad != nil || !ok {
			continue
		}
		for _, hash := range hashes {
			old, ok, bad := bansBucket.Get(tx, banKey(hash))
			if bad != nil || !ok || old.Until != 0 && (row.Until == 0 || row.Until > old.Until) { // it lasts longer
				err = errors.Join(err, bansBucket.Put(tx, banKey(hash), row))
			}
		}
	}
	return err
}

func (row banRow) over(now time.Time) bool { return row.Until > 0 && row.Until <= now.UnixMilli() }

// isBanned reports whether a ban takes a player off the boards: a ban on the account, or
// on one that was joined into it.
func isBanned(tx *store.Tx, id playerID, player playerRow) bool {
	return slices.ContainsFunc(player.all(id), func(id playerID) bool {
		row, ok, err := bansBucket.Get(tx, banPlayer(id[:]))
		return ok && err == nil && row.Unranks
	})
}

// bannedPlayer returns the account that a ban is on, by the key of the ban.
func bannedPlayer(key []byte) (id []byte, ok bool) {
	text, ok := bytes.CutPrefix(key, []byte("player "))
	id, err := hex.DecodeString(string(text))
	return id, ok && err == nil && len(id) == len(playerID{})
}

// followBan updates the boards of the banned player after the row of a ban has changed.
func followBan(tx *store.Tx, key []byte) error {
	id, ok := bannedPlayer(key)
	if !ok {
		return nil // a key's or a network's
	}
	owner, err := ownerOf(tx, id)
	if err != nil {
		return err
	}
	a, err := accountTxOf(tx, owner)
	if err != nil || !a.known {
		return err
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

// lift deletes bans and updates the boards to match.
func lift(tx *store.Tx, keys [][]byte) (err error) {
	for _, key := range keys {
		err = errors.Join(err, bansBucket.Delete(tx, key), followBan(tx, key))
	}
	return err
}
