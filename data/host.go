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

	"boardwalk/data/store"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// A PlayerInfo is what the host sees of an account.
type PlayerInfo struct {
	Nick        string              // "" if the player has chosen none
	ID          string              // such as "#3f9a0c11d2e4"; other players never see it
	Keys        int                 // how many; 0 for a guest
	Credentials []arcade.Credential // of the keys, sorted by their text
	Rounds      int                 // in the history
	Guest       bool
	Since       time.Time // when it began; zero if unknown
	Last        time.Time // when the last game of the history ended; zero if there is none
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
		err = db.Scan(nicksBucket, append(nickKey(after), 0), func(tx *store.Tx, key, value []byte) bool {
			if nick, err := nicksBucket.Read(key, value); err == nil && len(list) < n {
				if row, _, _ := playersBucket.Get(tx, nick.Player); row.Nick != "" && row.isAccount() {
					list = append(list, infoOf(tx, playerID(nick.Player), row))
				}
			}
			return len(list) < n
		})
	}
	if err == nil && len(list) < n {
		err = db.Scan(playersBucket, from, func(tx *store.Tx, key, value []byte) bool {
			if row, err := playersBucket.Read(key, value); err == nil && row.Nick == "" && row.isAccount() {
				list = append(list, infoOf(tx, playerID(key), row))
			}
			return len(list) < n
		})
	}
	return list, store.During(err, "list the players")
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

// infoOf returns what the host sees of an account.
func infoOf(tx *store.Tx, id playerID, row playerRow) PlayerInfo {
	info := PlayerInfo{
		Nick: row.Nick, ID: idMark + id.String(), Guest: row.Guest, Since: fromMillis(row.Since),
		Concealed: row.Concealed, Unranked: row.Unranked, Note: row.Note,
	}
	_ = keysOf(tx, id, func(_ []byte, row keyRow) { // a damaged key ends the list
		info.Keys, info.Credentials = info.Keys+1, append(info.Credentials, row.credential())
	})
	slices.SortFunc(info.Credentials, func(a, b arcade.Credential) int { return cmp.Compare(a.String(), b.String()) })
	if last := newest(tx, row.all(id)); !last.IsZero() {
		info.Last = last.Timestamp()
	}
	for _, sum := range sumsBucket.Under(tx, id[:]) {
		info.Rounds += sum.Played
	}
	return info
}

// What a host can do about players. A player is named by nick, by ID as [DB.Players]
// returns it, or by a credential as [arcade.ParseCredential] reads it. The error is
// ErrNotFound if there is no such player, and ErrMachine if it is one of the arcade's own, who can
// only be looked up and deleted: the next race makes that one a new account.

// Lookup returns what the host sees of a player.
func (db *DB) Lookup(who string) (PlayerInfo, error) {
	return readIn(db.View, fmt.Sprintf("look up %.60q", who), func(tx *store.Tx) (PlayerInfo, error) {
		a, err := lookup(tx, who)
		return infoOf(tx, a.id, a.row), err
	})
}

// lookup returns the account that who names.
func lookup(tx *store.Tx, who string) (a accountTx, err error) {
	id, isID := strings.CutPrefix(who, idMark)
	c, bad := arcade.ParseCredential(who)
	switch {
	case isID:
		a.id, a.known, err = byID(tx, id)
	case bad == nil:
		a.id, a.known, err = keyOwner(tx, keyHash(c))
	default:
		a.id, err = nickHolder(tx, who)
		a.known = err == nil
	}
	if err == nil && a.known {
		a.row, a.known, err = playersBucket.Get(tx, a.id[:])
		a.known = a.known && a.row.isAccount()
	}
	if err == nil && !a.known {
		err = ErrNotFound
	}
	return a, err
}

// byID returns the only account with an ID, or the account it was joined into.
func byID(tx *store.Tx, text string) (id playerID, ok bool, err error) {
	short, err := hex.DecodeString(text)
	if err != nil || len(text) != len(id.String()) {
		return id, false, nil
	}
	c := tx.Bucket(playersBucket).Cursor()
	key, value := c.Seek(short)
	if !bytes.HasPrefix(key, short) || len(key) != len(id) {
		return id, false, nil
	}
	if next, _ := c.Next(); bytes.HasPrefix(next, short) {
		return id, false, nil // several accounts share it
	}
	row, err := playersBucket.Read(key, value)
	if err != nil {
		return id, false, err
	}
	if len(row.Into) == len(id) {
		key = row.Into
	}
	return playerID(key), true, nil
}

// Totals describes the file as a whole.
type Totals struct {
	Players int // accounts with a key, but for the arcade's own players
	Guests  int
	Rounds  int   // in all histories
	Open    int   // open rounds
	Reports int   // open ones
	Size    int64 // of the file, in bytes
}

// Totals says what the file holds. It takes no longer for more rounds or more accounts.
func (db *DB) Totals() (Totals, error) {
	return readIn(db.View, "count", func(tx *store.Tx) (Totals, error) {
		guests := tx.Bucket(guestsBucket).Stats().KeyN
		return Totals{
			Players: max(0, countedAccounts(tx)-guests-len(machines(tx))), Guests: guests, Rounds: countedRounds(tx),
			Open: tx.Bucket(openRoundsBucket).Stats().KeyN, Reports: len(entryKeys(tx, openReport)), Size: tx.Size(),
		}, nil
	})
}

// machines returns the accounts of the arcade's own players.
func machines(tx *store.Tx) (ids []playerID) {
	for l := arcade.Level(1); l <= arcade.LevelMost; l++ {
		if id, ok, err := keyOwner(tx, keyHash(l.Credential())); ok && err == nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// moderate changes a person's account. It returns ErrMachine for one of the arcade's own players: of what
// a host decides about an account, only its end is for them as well. fn may run several times.
func moderate(db *DB, doing, who string, fn func(tx *store.Tx, a *accountTx) error) error {
	return db.change(fmt.Sprintf("%s %.60q", doing, who), func(tx *store.Tx) error {
		a, err := lookup(tx, who)
		switch {
		case err != nil:
			return err
		case a.row.Level > 0:
			return ErrMachine
		}
		return fn(tx, &a)
	})
}

// Rename gives a player another nick, or none if nick is "". It returns ErrName if the
// nick may not be chosen (see [CheckNick]), ErrTaken if another player has it or one that looks like it, and
// ErrGuest if the player has no key.
func (db *DB) Rename(who, nick string) error {
	if nick != "" {
		if err := CheckNick(nick, db.options.Forbidden...); err != nil {
			return err
		}
	}
	return moderate(db, "rename", who, func(tx *store.Tx, a *accountTx) error {
		if nick != "" && a.row.Guest {
			return ErrGuest
		}
		return a.setNick(tx, nick, 0)
	})
}

// DeletePlayer deletes a player's account as [Player.Delete] does.
func (db *DB) DeletePlayer(who string, now time.Time) error {
	var id playerID
	if err := db.change(fmt.Sprintf("delete %.60q", who), func(tx *store.Tx) error {
		a, err := lookup(tx, who)
		if id = a.id; err == nil {
			_, err = db.detach(tx, a.id, a.row, now)
		}
		return err
	}); err != nil {
		return err
	}
	_ = purgeAll(db, id) // the account is gone even if this fails; Sweep continues
	return nil
}

// Conceal hides a player from others, whatever the player chooses, or undoes that.
func (db *DB) Conceal(who string, on bool) error {
	return moderate(db, "hide", who, func(tx *store.Tx, a *accountTx) error {
		a.row.Concealed = on
		return a.save(tx, 0)
	})
}

// Unrank takes a player off all boards and keeps the player off, or undoes that.
func (db *DB) Unrank(who string, on bool) error {
	return moderate(db, "unrank", who, func(tx *store.Tx, a *accountTx) error {
		return a.mark(tx, func(row *playerRow) { row.Unranked = on })
	})
}

// SetNote stores the host's note about a player, replacing the one before; "" removes it.
func (db *DB) SetNote(who, text string) error {
	return moderate(db, "note", who, func(tx *store.Tx, a *accountTx) error {
		a.row.Note = text
		return a.save(tx, 0)
	})
}

// addMarks adds the host's decisions about another player. The rows on boards must be
// updated to match.
func (row *playerRow) addMarks(other playerRow) {
	row.Concealed = row.Concealed || other.Concealed
	row.Unranked = row.Unranked || other.Unranked
	row.Banned = row.Banned || other.Banned
	if row.Note != "" && other.Note != "" {
		row.Note += "; "
	}
	row.Note += other.Note
}

// offBoards reports whether a player is kept off all boards.
func (row playerRow) offBoards() bool {
	return row.Guest || row.Level > 0 || row.Unranked || row.Banned
}

// A rulingRow gives a stored round another class than it was stored with, because
// accounts were joined or the host took it off the boards. The round itself does not
// change, because its hash is part of a chain.
type rulingRow struct {
	Class arcade.Class `json:"class"`
	Why   string       `json:"why"`          // a sentence for the player
	By    string       `json:"by,omitempty"` // the admin, "" for the arcade itself
	At    int64        `json:"at"`           // Unix milliseconds
}

// RuleOut turns a round into practice: it stays in its player's history and appears on no
// board. why is a sentence for the player, and by is the admin, never "". It returns
// ErrNotFound if there is no such round, and ErrUnruled if it could be on no board
// anyway.
func (db *DB) RuleOut(round, why, by string, now time.Time) error {
	ruling := rulingRow{Class: arcade.Practice, Why: why, By: by, At: now.UnixMilli()}
	return changeRuling(db, "rule out", round, arcade.Practice, func(tx *store.Tx, id ulid.ULID, row roundRow) error {
		if !ruled(tx, id, row).Class.Ranked() {
			return ErrUnruled
		}
		return rulingsBucket.Put(tx, id[:], ruling)
	})
}

// Reinstate undoes RuleOut. It returns ErrNotFound if there is no such round, and
// ErrUnruled if no host has ruled on it.
func (db *DB) Reinstate(round string) error {
	return changeRuling(db, "reinstate", round, "", func(tx *store.Tx, id ulid.ULID, _ roundRow) error {
		ruling, ok, err := rulingsBucket.Get(tx, id[:])
		if err == nil && (!ok || ruling.By == "") {
			err = ErrUnruled
		}
		return errors.Join(err, rulingsBucket.Delete(tx, id[:]))
	})
}

// changeRuling calls fn to change the ruling on a round. From then on the round counts as
// one of class, or of its stored class if class is "". The player's new index is computed
// beforehand, so that others can play meanwhile.
func changeRuling(db *DB, doing, text string, class arcade.Class, fn func(tx *store.Tx, id ulid.ULID, row roundRow) error) error {
	return store.During(retryBusy(func() error {
		id, bad := ulid.ParseStrict(text)
		var row roundRow
		var owner accountTx
		var old *index
		var broken []rowChange
		var tag string
		err := db.View(func(tx *store.Tx) error {
			var ok bool
			var err error
			if row, ok, err = roundsBucket.Get(tx, id[:]); bad != nil || err == nil && !ok {
				return ErrNotFound
			}
			if err != nil {
				return err
			}
			of, err := ownerOf(tx, row.Player)
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
		updated := newIndex(owner.id, owner.row)
		as := func(tx *store.Tx, this ulid.ULID, row roundRow) roundRow {
			if this != id {
				return ruled(tx, this, row)
			}
			row.Class = cmp.Or(class, row.Class)
			return row
		}
		if err := indexRounds(db, updated, owner.row.all(owner.id), as, func(ulid.ULID, bool) bool { return true }); err != nil {
			return err
		}
		return db.Update(func(tx *store.Tx) error {
			if _, err := unchanged(tx, owner.id, tag); err != nil {
				return err
			}
			return errors.Join(fn(tx, id, row), apply(tx, broken), apply(tx, changes(old, updated)))
		})
	}), "%s round %.40q", doing, text)
}

// ruled returns the row of a round with the class of its ruling, if it has one. A ruling
// that cannot be read makes the round practice.
func ruled(tx *store.Tx, id ulid.ULID, row roundRow) roundRow {
	ruling, ok, err := rulingsBucket.Get(tx, id[:])
	switch {
	case err != nil:
		row.Class, row.ruling = arcade.Practice, "This game does not count. The reason cannot be read."
	case ok:
		row.Class, row.ruling = ruling.Class, ruling.Why
	}
	return row
}
