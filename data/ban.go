package data

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

// A Ban keeps somebody out: the player with a nick and whoever comes with one of
// that account's keys, a key, or a network.
type Ban struct {
	Who    string // a nick, a fingerprint "SHA256:...", or a network such as 192.0.2.0/24
	Reason string // that the banned one is told
	By     string // who banned, for the host
	Since  time.Time
	Until  time.Time // zero: for good

	KeepBoards bool // what the player has on boards stays there
}

type banRow struct {
	Who    string `json:"who"`
	Reason string `json:"reason,omitempty"`
	By     string `json:"by,omitempty"`
	Since  int64  `json:"since"`           // Unix milliseconds
	Until  int64  `json:"until,omitempty"` // Unix milliseconds
	// Unranks is false of bans that were made before there was a choice, too.
	Unranks bool `json:"unranks,omitempty"`
}

func (row banRow) ban() Ban {
	b := Ban{Who: row.Who, Reason: row.Reason, By: row.By, Since: time.UnixMilli(row.Since), KeepBoards: !row.Unranks}
	if row.Until > 0 {
		b.Until = time.UnixMilli(row.Until)
	}
	return b
}

// What a ban is stored under: a word for its sort, and whom it is about.
func banKey(key []byte) []byte           { return []byte("key " + hex.EncodeToString(key)) }
func banPlayer(id []byte) []byte         { return []byte("player " + hex.EncodeToString(id)) }
func banNetwork(net netip.Prefix) []byte { return []byte("network " + net.String()) }

// banOn is what a ban on who is stored under. A key that belongs to an account
// bans the account. ErrNotFound where nobody has such a nick.
func banOn(tx *bbolt.Tx, who string) ([]byte, error) {
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
	if strings.HasPrefix(who, "SHA256:") {
		key := sha256.Sum256([]byte(who))
		id, known, err := holder(tx, key)
		if known {
			return banPlayer(id[:]), err
		}
		return banKey(key[:]), err
	}
	var row nickRow
	ok, err := get(tx.Bucket(nicksBucket), nickKey(who), &row)
	if err == nil && !ok {
		err = ErrNotFound
	}
	return banPlayer(row.Player), err
}

// Ban bans, over an older ban on the same, and takes the player off the boards unless
// KeepBoards is set. ErrNotFound where Who is a nick that nobody has.
func (db *DB) Ban(b Ban) error {
	row := banRow{Who: b.Who, Reason: b.Reason, By: b.By, Since: b.Since.UnixMilli(), Unranks: !b.KeepBoards}
	if !b.Until.IsZero() {
		row.Until = b.Until.UnixMilli()
	}
	err := db.write(func(tx *bbolt.Tx) error {
		key, err := banOn(tx, b.Who)
		if err != nil {
			return err
		}
		if err := put(tx.Bucket(bansBucket), key, row); err != nil {
			return err
		}
		return followBan(tx, key)
	})
	if err != nil {
		return fmt.Errorf("ban %.60q: %w", b.Who, err)
	}
	return nil
}

// Unban lifts a ban, named as Bans names it or as it would be made, and the player is on
// the boards again. ErrNotFound where there is none.
func (db *DB) Unban(who string) error {
	err := db.write(func(tx *bbolt.Tx) error {
		key, err := banOn(tx, who)
		if err == nil && tx.Bucket(bansBucket).Get(key) != nil {
			return lift(tx, [][]byte{key})
		}
		// The nick is another's by now, or the account is gone and each of its
		// keys has the ban.
		var lifted [][]byte
		for k, v := range rowsOf(tx.Bucket(bansBucket)) {
			var row banRow
			if unseal(k, v, &row) == nil && strings.EqualFold(row.Who, who) {
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

// Bans are all bans, those whose time is over among them until they are swept.
func (db *DB) Bans() ([]Ban, error) {
	bans := []Ban{}
	err := db.view(func(tx *bbolt.Tx) error {
		bans = bans[:0]
		for k, v := range rowsOf(tx.Bucket(bansBucket)) {
			var row banRow
			if err := unseal(k, v, &row); err != nil {
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

// Banned is the ban that keeps somebody out now, if there is one: by network,
// by key, or by the account of the key. A zero address is in no network.
func (db *DB) Banned(fingerprint string, from netip.Addr, now time.Time) (b Ban, banned bool, err error) {
	from = from.Unmap().WithZone("")
	err = db.view(func(tx *bbolt.Tx) error {
		bans := tx.Bucket(bansBucket)
		var keys [][]byte
		for bits := 0; bits <= from.BitLen() && from.IsValid(); bits++ {
			if net, err := from.Prefix(bits); err == nil {
				keys = append(keys, banNetwork(net))
			}
		}
		key := sha256.Sum256([]byte(fingerprint))
		keys = append(keys, banKey(key[:]))
		id, known, err := holder(tx, key)
		if err != nil {
			return err
		}
		if known {
			var row playerRow
			if _, err := get(tx.Bucket(playersBucket), id[:], &row); err != nil {
				return err
			}
			for _, id := range row.all(id) {
				keys = append(keys, banPlayer(id))
			}
		}
		for _, key := range keys {
			var row banRow
			ok, err := get(bans, key, &row)
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

// passBans bans keys that leave an account for what the account is banned for.
func passBans(tx *bbolt.Tx, id playerID, player playerRow, hashes [][]byte) error {
	bans := tx.Bucket(bansBucket)
	var err error
	for _, id := range player.all(id) {
		var row banRow
		if ok, bad := get(bans, banPlayer(id), &row); bad != nil || !ok {
			continue
		}
		for _, hash := range hashes {
			var old banRow
			if ok, bad := get(bans, banKey(hash), &old); bad == nil && ok && old.outlasts(row) {
				continue
			}
			err = errors.Join(err, put(bans, banKey(hash), row))
		}
	}
	return err
}

// outlasts tells whether a ban lasts as long as another, or longer.
func (row banRow) outlasts(o banRow) bool {
	return row.Until == 0 || o.Until != 0 && row.Until >= o.Until
}

// over tells whether the ban's time is over.
func (row banRow) over(now time.Time) bool { return row.Until > 0 && row.Until <= now.UnixMilli() }
