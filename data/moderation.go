package data

import (
	"bytes"
	"cmp"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// What a host can do about players. A player is named by nick, by ID as [DB.Players]
// returns it, or by a credential as [arcade.ParseCredential] reads it. The error is
// ErrNotFound if there is no such player.

// Lookup returns what the host sees of a player.
func (db *DB) Lookup(who string) (info PlayerInfo, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		a, err := lookup(tx, who)
		if err != nil {
			return err
		}
		list := infoOf(tx, nil, a.id[:], tx.Bucket(playersBucket).Get(a.id[:]), a.row.Nick != "")
		if len(list) != 1 {
			return ErrNotFound
		}
		info = list[0]
		return nil
	})
	if err != nil {
		return PlayerInfo{}, fmt.Errorf("look up %.60q: %w", who, err)
	}
	return info, nil
}

// Rename gives a player another nick, or none if nick is "". It returns ErrName if the
// nick may not be chosen (see [CheckNick]), ErrTaken if another player has it, and
// ErrGuest if the player has no key.
func (db *DB) Rename(who, nick string) error {
	if nick != "" {
		if err := CheckNick(nick, db.options.forbidden...); err != nil {
			return err
		}
	}
	return db.moderate("rename", who, func(tx *bbolt.Tx, a *accountTx) error {
		switch {
		case nick != "" && a.row.Guest:
			return ErrGuest
		case nick != "":
			return a.setNick(tx, nick)
		case a.row.Nick == "":
			return nil
		}
		if err := tx.Bucket(nicksBucket).Delete(nickKey(a.row.Nick)); err != nil {
			return err
		}
		a.row.Nick = ""
		return a.save(tx, 0)
	})
}

// DeletePlayer deletes a player's account as [Player.Delete] does.
func (db *DB) DeletePlayer(who string, now time.Time) error {
	var id playerID
	if err := db.moderate("delete", who, func(tx *bbolt.Tx, a *accountTx) error {
		id = a.id
		return detach(tx, a.id, a.row, now)
	}); err != nil {
		return err
	}
	_ = db.purge(id) // the account is gone even if this fails; Sweep continues
	return nil
}

// Conceal hides a player from others, whatever the player chooses, or undoes that.
func (db *DB) Conceal(who string, on bool) error {
	return db.moderate("hide", who, func(tx *bbolt.Tx, a *accountTx) error {
		a.row.Concealed = on
		return a.save(tx, 0)
	})
}

// Unrank takes a player off all boards and keeps the player off, or undoes that.
func (db *DB) Unrank(who string, on bool) error {
	return db.moderate("unrank", who, func(tx *bbolt.Tx, a *accountTx) error {
		return a.mark(tx, func(row *playerRow) { row.Unranked = on })
	})
}

// RuleOut turns a round into practice: it stays in its player's history and appears on no
// board. why is a sentence for the player, and by is the admin, never "". It returns
// ErrNotFound if there is no such round, and ErrUnruled if it could be on no board
// anyway.
func (db *DB) RuleOut(round, why, by string, now time.Time) error {
	ruling := rulingRow{Class: arcade.Practice, Why: why, By: by, At: now.UnixMilli()}
	return db.rule("rule out", round, arcade.Practice, func(tx *bbolt.Tx, id ulid.ULID, row roundRow) error {
		if !ruled(tx, id, row).Class.Ranked() {
			return ErrUnruled
		}
		return put(tx.Bucket(rulingsBucket), id[:], ruling)
	})
}

// Reinstate undoes RuleOut. It returns ErrNotFound if there is no such round, and
// ErrUnruled if no host has ruled on it.
func (db *DB) Reinstate(round string) error {
	return db.rule("reinstate", round, "", func(tx *bbolt.Tx, id ulid.ULID, _ roundRow) error {
		var ruling rulingRow
		ok, err := get(tx.Bucket(rulingsBucket), id[:], &ruling)
		if err == nil && (!ok || ruling.By == "") {
			err = ErrUnruled
		}
		return errors.Join(err, tx.Bucket(rulingsBucket).Delete(id[:]))
	})
}

// rule calls fn to change the ruling on a round. From then on the round counts as one of
// class, or of its stored class if class is "". The player's new index is computed
// beforehand, so that others can play meanwhile.
func (db *DB) rule(doing, text string, class arcade.Class, fn func(tx *bbolt.Tx, id ulid.ULID, row roundRow) error) error {
	err := retryBusy(func() error {
		id, bad := ulid.ParseStrict(text)
		var row roundRow
		var owner accountTx
		var old *index
		var broken []rowChange
		var tag string
		err := db.view(func(tx *bbolt.Tx) error {
			ok, err := get(tx.Bucket(roundsBucket), id[:], &row)
			if bad != nil || err == nil && !ok {
				return ErrNotFound
			}
			if err != nil {
				return err
			}
			of, err := ownerOf(tx, row)
			if err != nil {
				return err
			}
			if owner, err = accountTxOf(tx, of); err != nil || !owner.known || owner.row.Gone {
				return errors.Join(ErrNotFound, err)
			}
			old, broken = loadIndex(tx, owner.id, owner.row)
			tag = owner.stateTag(tx)
			return nil
		})
		if err != nil {
			return err
		}
		anew := newIndex(owner.id, owner.row)
		as := func(tx *bbolt.Tx, this ulid.ULID, row roundRow) roundRow {
			if this != id {
				return ruled(tx, this, row)
			}
			row.Class = cmp.Or(class, row.Class)
			return row
		}
		if err := db.indexRounds(anew, owner.row.all(owner.id), as, func(ulid.ULID, bool) bool { return true }); err != nil {
			return err
		}
		return db.write(func(tx *bbolt.Tx) error {
			if a, err := accountTxOf(tx, owner.id); err != nil || a.stateTag(tx) != tag {
				return errors.Join(err, ErrBusy)
			}
			if err := fn(tx, id, row); err != nil {
				return err
			}
			return errors.Join(apply(tx, broken), apply(tx, changes(old, anew)))
		})
	})
	if err != nil {
		return fmt.Errorf("%s round %.40q: %w", doing, text, err)
	}
	return nil
}

// SetNote stores the host's note about a player, replacing the one before; "" removes it.
func (db *DB) SetNote(who, text string) error {
	return db.moderate("note", who, func(tx *bbolt.Tx, a *accountTx) error {
		a.row.Note = text
		return a.save(tx, 0)
	})
}

// moderate changes a player's account. fn may run several times.
func (db *DB) moderate(doing, who string, fn func(tx *bbolt.Tx, a *accountTx) error) error {
	err := db.write(func(tx *bbolt.Tx) error {
		a, err := lookup(tx, who)
		if err != nil {
			return err
		}
		return fn(tx, &a)
	})
	if err != nil {
		return fmt.Errorf("%s %.60q: %w", doing, who, err)
	}
	return nil
}

// lookup returns the account that who names.
func lookup(tx *bbolt.Tx, who string) (a accountTx, err error) {
	id, isID := strings.CutPrefix(who, idMark)
	c, bad := arcade.ParseCredential(who)
	switch {
	case isID:
		a.known, err = a.byID(tx, id)
	case bad == nil:
		a.id, a.known, err = keyOwner(tx, keyHash(c))
	default:
		var row nickRow
		if a.known, err = get(tx.Bucket(nicksBucket), nickKey(who), &row); a.known && len(row.Player) == len(a.id) {
			a.id = playerID(row.Player)
		}
	}
	if err == nil && a.known {
		a.known, err = get(tx.Bucket(playersBucket), a.id[:], &a.row)
		a.known = a.known && !a.row.Gone
	}
	if err == nil && !a.known {
		err = ErrNotFound
	}
	return a, err
}

// byID finds the only account with an ID, or the account it was joined into.
func (a *accountTx) byID(tx *bbolt.Tx, text string) (bool, error) {
	short, err := hex.DecodeString(text)
	if err != nil || len(idMark+text) != len(idMark+a.id.String()) {
		return false, nil
	}
	c := tx.Bucket(playersBucket).Cursor()
	key, value := c.Seek(short)
	if !bytes.HasPrefix(key, short) || len(key) != len(a.id) {
		return false, nil
	}
	a.id = playerID(key)
	if next, _ := c.Next(); bytes.HasPrefix(next, short) {
		return false, nil // several accounts share it
	}
	var row playerRow
	if err := unseal(key, value, &row); err != nil {
		return false, err
	}
	if len(row.Into) == len(a.id) {
		a.id = playerID(row.Into)
	}
	return true, nil
}

// offBoards reports whether a player is kept off all boards.
func (row playerRow) offBoards() bool { return row.Guest || row.Unranked || row.Banned }

// mark changes what the account's row says about boards, and updates the boards to match.
func (a *accountTx) mark(tx *bbolt.Tx, change func(*playerRow)) error {
	before, _ := loadIndex(tx, a.id, a.row)
	change(&a.row)
	after := *before
	after.guest = a.row.offBoards()
	if err := replace(tx, before, &after); err != nil {
		return err
	}
	return a.save(tx, 0)
}

// absorbMarks adds the host's decisions about other to the account. Its rows on boards must
// be updated to match.
func (a *accountTx) absorbMarks(other *accountTx) {
	a.row.Concealed = a.row.Concealed || other.row.Concealed
	a.row.Unranked = a.row.Unranked || other.row.Unranked
	a.row.Banned = a.row.Banned || other.row.Banned
	if a.row.Note != "" && other.row.Note != "" {
		a.row.Note += "; "
	}
	a.row.Note += other.row.Note
}

// isBanned reports whether a ban takes a player off the boards: a ban on the account, or
// on one that was joined into it.
func isBanned(tx *bbolt.Tx, id playerID, player playerRow) bool {
	return slices.ContainsFunc(player.all(id), func(id []byte) bool {
		var row banRow
		ok, err := get(tx.Bucket(bansBucket), banPlayer(id), &row)
		return ok && err == nil && row.Unranks
	})
}

// followBan updates the boards of the banned player after the row of a ban has changed.
func followBan(tx *bbolt.Tx, key []byte) error {
	text, ok := bytes.CutPrefix(key, []byte("player "))
	id, err := hex.DecodeString(string(text))
	if !ok || err != nil || len(id) != len(playerID{}) {
		return nil // a key's or a network's
	}
	a := accountTx{id: playerID(id)}
	for range 2 { // it may have been joined into another
		if a.known, err = get(tx.Bucket(playersBucket), a.id[:], &a.row); err != nil || !a.known {
			return err
		}
		if len(a.row.Into) == len(a.id) {
			a.id, a.row = playerID(a.row.Into), playerRow{}
		}
	}
	return a.followBans(tx)
}

// followBans updates the account's boards to match its bans.
func (a *accountTx) followBans(tx *bbolt.Tx) error {
	banned := isBanned(tx, a.id, a.row)
	if banned == a.row.Banned {
		return nil
	}
	return a.mark(tx, func(row *playerRow) { row.Banned = banned })
}

// strayBan reports a player whose row contradicts what the bans say about boards.
func strayBan(tx *bbolt.Tx, key, value []byte) string {
	var row playerRow
	if len(key) != len(playerID{}) || unseal(key, value, &row) != nil || len(row.Into) > 0 || row.Banned == isBanned(tx, playerID(key), row) {
		return ""
	}
	return fmt.Sprintf("Player %x should be off the boards because of a ban: %v.", short(key), !row.Banned)
}

func repairStrayBan(tx *bbolt.Tx, key, value []byte) error {
	a := accountTx{id: playerID(key), known: true}
	if err := unseal(key, value, &a.row); err != nil {
		return err
	}
	return a.followBans(tx)
}

// dropBans deletes expired bans and updates the boards to match.
func dropBans(tx *bbolt.Tx, now time.Time) error {
	var keys [][]byte
	for key, value := range rowsOf(tx.Bucket(bansBucket)) {
		var row banRow
		if unseal(key, value, &row) == nil && row.over(now) {
			keys = append(keys, bytes.Clone(key))
		}
	}
	return lift(tx, keys)
}

// lift removes bans.
func lift(tx *bbolt.Tx, keys [][]byte) error {
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
