package data

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// An accountTx is an account as one transaction sees it.
type accountTx struct {
	id    playerID
	row   playerRow
	known bool    // it is stored
	by    *Player // the session that it belongs to, if any
	own   keyRow  // the key of that session, if stored
}

// loadAccount returns the account of the session's key, or a new one that save can store.
func (p *Player) loadAccount(tx *store.Tx) (accountTx, error) {
	a := accountTx{by: p}
	var err error
	if a.own, a.known, err = p.ownKey(tx); err != nil {
		return a, err
	}
	if a.known {
		a.id = playerID(a.own.Player)
		if a.row, a.known, err = playersBucket.Get(tx, a.id[:]); err == nil && !a.known {
			err = fmt.Errorf("%w: a key belongs to player %s, which does not exist", store.ErrDamaged, a.id)
		}
	} else {
		a.id, a.row.Guest, a.row.Level = newPlayerID(), p.credential.IsGuest(), p.credential.Level()
		if a.row.Level > 0 { // nobody else may have its nick
			a.row.Nick = a.row.Level.Nick()
		}
	}
	return a, err
}

// accountTxOf returns the account of a player; known reports whether it exists.
func accountTxOf(tx *store.Tx, id playerID) (a accountTx, err error) {
	a.id = id
	a.row, a.known, err = playersBucket.Get(tx, id[:])
	return a, err
}

// save writes the account's row. For a new account it also writes the rows that lead to
// it; now is in Unix milliseconds.
func (a *accountTx) save(tx *store.Tx, now int64) error {
	var err error
	if !a.known {
		a.row.Since, a.known = now, true
		a.own = keyRow{Player: a.id[:], Added: now, Fingerprint: a.by.credential.String()}
		err = errors.Join(countAccount(tx, 1), keysBucket.Put(tx, a.by.key[:], a.own))
		if a.row.Guest {
			err = errors.Join(err, tx.Bucket(guestsBucket).Put(a.id[:], a.by.key[:]))
		}
		if a.row.Nick != "" {
			err = errors.Join(err, nicksBucket.Put(tx, nickKey(a.row.Nick), nickRow{Player: a.id[:]}))
		}
	}
	return errors.Join(err, playersBucket.Put(tx, a.id[:], a.row))
}

// change changes the account's row, or returns ErrNoAccount if there is none yet. fn
// checks before it writes; it may run several times.
func (p *Player) change(doing string, fn func(tx *store.Tx, a *accountTx) error) error {
	return p.writeAs(doing, func(tx *store.Tx, a *accountTx) error {
		if !a.known {
			return ErrNoAccount
		}
		return fn(tx, a)
	})
}

// changeOrCreate makes a change for the player's account and stores the account if it is
// new. fn checks before it writes; it may run several times.
func (p *Player) changeOrCreate(doing string, now time.Time, fn func(tx *store.Tx, a *accountTx) error) error {
	return p.writeAs(doing, func(tx *store.Tx, a *accountTx) error {
		if err := fn(tx, a); err != nil {
			return err
		}
		if a.known {
			return nil
		}
		return a.save(tx, now.UnixMilli())
	})
}

// writeAs is write for a change after which the account is stored.
func (p *Player) writeAs(doing string, fn func(tx *store.Tx, a *accountTx) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.write(fn); err != nil {
		return p.Tell(fmt.Errorf("%s: %w", doing, err))
	}
	p.hadAccount.Store(true)
	return nil
}

// write calls fn in a transaction, with the account. The caller holds p.mu.
func (p *Player) write(fn func(tx *store.Tx, a *accountTx) error) error {
	return p.db.Update(func(tx *store.Tx) error {
		a, err := p.loadAccount(tx)
		if err != nil {
			return err
		}
		return fn(tx, &a)
	})
}

// A keptAccount is an account as it was read, with how often the rows that it follows from had changed before.
type keptAccount struct {
	arcade.Account
	id       *playerID // of the account that the key belonged to, if that was known
	key, row uint64    // changes of the rows of the key and the account
}

// Account returns the account that the session's key belongs to. It is read again once one of its rows
// has changed.
func (p *Player) Account() (arcade.Account, error) {
	fresh := keptAccount{id: p.account.Load(), key: p.db.Changes(p.key[:])}
	if fresh.id != nil {
		fresh.row = p.db.Changes(fresh.id[:])
	}
	if k := p.kept.Load(); k != nil && k.id == fresh.id && k.key == fresh.key && k.row == fresh.row {
		return k.Account, nil
	}
	account, err := readIn(p.view, "read the account", func(tx *store.Tx) (arcade.Account, error) {
		a, err := p.loadAccount(tx)
		if err != nil || !a.known {
			return arcade.Account{Guest: p.credential.IsGuest()}, err
		}
		return arcade.Account{
			Known: true, ID: a.id.name(), Guest: a.row.Guest, Nick: a.row.Nick, Hidden: a.row.isHidden(),
			Private: a.row.Private, Since: fromMillis(a.row.Since), Arcade: a.row.Arcade.seen(),
			Duels: a.row.Duels.seen(),
		}, nil
	})
	if err == nil {
		fresh.Account = account
		p.kept.Store(&fresh)
	}
	return account, p.Tell(err)
}

// SetPrivacy sets whether the player is hidden from the list of players who are on, and
// whether nobody else may look at the player's games. A player hidden by the host stays
// hidden. It returns ErrNoAccount before the first game.
func (p *Player) SetPrivacy(hidden, private bool) error {
	return p.change("set privacy", func(tx *store.Tx, a *accountTx) error {
		if !hidden || !a.row.Concealed { // or hidden repeats what Account returned, and may not be the player's choice
			a.row.Hidden = hidden
		}
		a.row.Private = private
		return a.save(tx, 0)
	})
}

// Known reports whether a credential belongs to an account.
func (db *DB) Known(c arcade.Credential) (known bool, err error) {
	err = db.View(func(tx *store.Tx) error {
		_, known, err = keyOwner(tx, keyHash(c))
		return err
	})
	return known, err
}

// Keys returns the keys of the player's account in the order they were added. A player
// without an account has only the session's own.
func (p *Player) Keys() ([]arcade.Key, error) {
	return readOwn(p, "read the keys", func(tx *store.Tx, me playerID) ([]arcade.Key, error) {
		if me == (playerID{}) {
			return []arcade.Key{{Credential: p.credential, This: true}}, nil
		}
		var keys []arcade.Key
		err := keysOf(tx, me, func(hash []byte, row keyRow) {
			key := arcade.Key{Credential: row.credential(), Name: row.Name, This: bytes.Equal(hash, p.key[:]), Added: fromMillis(row.Added)}
			if key.This {
				key.Credential = p.credential
			}
			keys = append(keys, key)
		})
		slices.SortStableFunc(keys, func(a, b arcade.Key) int { return a.Added.Compare(b.Added) })
		return keys, err
	})
}

// NameKey gives one of the account's keys a name, or none if name is "". It returns
// ErrNoKey if the account has no such key.
func (p *Player) NameKey(fingerprint, name string) error {
	if len(name) > keyNameMax {
		return ErrName.Saying("a key's name has at most %d characters", keyNameMax)
	}
	return p.change("name a key", func(tx *store.Tx, a *accountTx) error {
		hash, row, err := a.key(tx, fingerprint)
		if err != nil {
			return err
		}
		row.Name, row.Fingerprint = name, fingerprint
		return keysBucket.Put(tx, hash, row)
	})
}

// keyNameMax is the longest name of a key, in bytes.
const keyNameMax = 40

// RemoveKey takes a key from the account. Anyone who logs in with it afterwards is a new
// player, and its sessions get ErrRevoked. A ban on the account stays with the key too,
// and so do the dailies of today that the account has begun. It returns ErrNoKey if
// the account has no such key and ErrLastKey if it has no other.
func (p *Player) RemoveKey(fingerprint string, now time.Time) error {
	return p.change("remove a key", func(tx *store.Tx, a *accountTx) error {
		hash, _, err := a.key(tx, fingerprint)
		if err != nil {
			return err
		}
		n := 0
		if err := keysOf(tx, a.id, func([]byte, keyRow) { n++ }); err != nil {
			return err
		}
		if n <= 1 {
			return ErrLastKey
		}
		gone := [][]byte{hash}
		return errors.Join(markBegun(tx, a.id, gone, now), copyBansToKeys(tx, a.id, a.row, gone), dropKeys(tx, a.id, gone))
	})
}

// key returns one of the account's keys.
func (a *accountTx) key(tx *store.Tx, fingerprint string) (hash []byte, row keyRow, err error) {
	c, err := arcade.ParseCredential(fingerprint)
	if err != nil {
		return nil, row, ErrNoKey
	}
	sum := keyHash(c)
	row, ok, err := keysBucket.Get(tx, sum[:])
	if err == nil && (!ok || !bytes.Equal(row.Player, a.id[:])) {
		err = ErrNoKey
	}
	return sum[:], row, err
}

// keyHash returns the hash that names a credential's key in the file. Guests and the
// person on the host have a key there too.
func keyHash(c arcade.Credential) [sha256.Size]byte { return sha256.Sum256([]byte(c.String())) }

// keyOwner returns the account that a key belongs to, if any.
func keyOwner(tx *store.Tx, key [sha256.Size]byte) (id playerID, ok bool, err error) {
	row, ok, err := keyOf(tx, key)
	if ok {
		id = playerID(row.Player)
	}
	return id, ok, err
}

func keyOf(tx *store.Tx, key [sha256.Size]byte) (row keyRow, ok bool, err error) {
	if row, ok, err = keysBucket.Get(tx, key[:]); err != nil || !ok {
		return row, false, err
	}
	if len(row.Player) != len(playerID{}) {
		return row, false, fmt.Errorf("%w: a key belongs to player %x", store.ErrDamaged, row.Player)
	}
	return row, true, nil
}

// keysOf calls fn for every key of a player except guests' keys.
func keysOf(tx *store.Tx, id playerID, fn func(hash []byte, row keyRow)) error {
	for _, hash := range keyHashes(tx, id) {
		row, _, err := keysBucket.Get(tx, hash)
		if err != nil {
			return err
		}
		if !row.credential().IsGuest() { // one ends with its session
			fn(hash, row)
		}
	}
	return nil
}

// holderIndex has each player's keys. A lost key is rewritten; its fingerprint is filled in when the
// player logs in.
var holderIndex = store.Index{
	Bucket: holdersBucket, Of: keysBucket,
	Keys: func(hash, value []byte) ([][]byte, error) {
		row, err := keysBucket.Read(hash, value)
		return [][]byte{slices.Concat(row.Player, hash)}, err
	},
	Source: afterPlayer,
	Lost: func(tx *store.Tx, key []byte) error {
		n := len(playerID{})
		return keysBucket.Put(tx, key[n:], keyRow{Player: key[:n]})
	},
}

// keyHashes returns the hashes under which a player's keys are stored.
func keyHashes(tx *store.Tx, id playerID) [][]byte { return ownKeys(tx, holdersBucket, id) }

// dropKeys removes keys from an account, and invalidates their link codes.
func dropKeys(tx *store.Tx, id playerID, hashes [][]byte) (err error) {
	for _, hash := range hashes {
		err = errors.Join(err, keysBucket.Delete(tx, hash), tx.Bucket(holdersBucket).Delete(slices.Concat(id[:], hash)))
	}
	_, bad := codesBucket.DeleteWhere(tx, func(_ []byte, row codeRow) bool { return store.Contains(hashes, row.Key) })
	return errors.Join(err, bad)
}

// SetNick gives the account a nick, replacing the one before. It returns ErrName if the nick may not
// be chosen (see [CheckNick]), unless the account already has it; ErrTaken if another account has
// it or one that looks like it; ErrGuest if there is no key; and ErrFull if the player has no row yet and
// the file has no room for one.
func (p *Player) SetNick(nick string) error {
	if bad := CheckNick(nick, p.db.options.Forbidden...); bad != nil {
		a, err := p.Account()
		if err != nil || a.Nick == "" || len(nick) != len(a.Nick) || !strings.EqualFold(a.Nick, nick) { // a non-ASCII letter that folds to ASCII is longer
			return errors.Join(err, bad)
		}
	}
	now := p.db.options.Now()
	return p.changeOrCreate("set the nick", now, func(tx *store.Tx, a *accountTx) error {
		switch {
		case a.row.Guest:
			return ErrGuest
		case !a.known && p.db.Full(tx):
			return ErrFull
		}
		return a.setNick(tx, nick, now.UnixMilli())
	})
}

// setNick gives the account a nick that nobody else has, nor one that looks like it, or none if
// it is "", and writes its row; for now see save.
func (a *accountTx) setNick(tx *store.Tx, nick string, now int64) error {
	if nick != "" && !strings.EqualFold(a.row.Nick, nick) { // the nick that it has stays, whoever has one like it
		look := append([]byte(lookOf(nick)), 0)
		for key := range store.RowsUnder(tx.Bucket(alikeBucket), look) {
			other, err := nickHolder(tx, string(key[len(look):]))
			if err == nil && other != a.id {
				err = ErrTaken
			}
			if err != nil && !errors.Is(err, ErrNotFound) {
				return err
			}
		}
	}
	return a.replaceNick(tx, nick, now)
}

// replaceNick gives the account a nick that is free, or none if it is "", and writes its row; for now see save.
func (a *accountTx) replaceNick(tx *store.Tx, nick string, now int64) error {
	err := dropNick(tx, a.row.Nick)
	if a.row.Nick = nick; nick != "" {
		err = errors.Join(err, nicksBucket.Put(tx, nickKey(nick), nickRow{Player: a.id[:]}))
	}
	return errors.Join(err, a.save(tx, now))
}

// Holds reports whether there is a player with a nick, and whether a credential is one
// of that player's.
func (db *DB) Holds(nick string, c arcade.Credential) (exists, holds bool, err error) {
	err = db.View(func(tx *store.Tx) error {
		var row nickRow
		if row, exists, err = nicksBucket.Get(tx, nickKey(nick)); err != nil || !exists {
			return err
		}
		id, known, err := keyOwner(tx, keyHash(c))
		holds = known && bytes.Equal(row.Player, id[:])
		return err
	})
	return exists, holds, err
}

// How long codes are valid: one that joins accounts, one with which a guest can later
// claim the games, and an invitation.
const (
	linkFor   = 10 * time.Minute
	claimFor  = 24 * time.Hour
	inviteFor = 7 * 24 * time.Hour
)

// A codeRow says what a single-use code is for.
type codeRow struct {
	Key   []byte `json:"key,omitempty"` // whose account it joins; nil: an invitation
	Until int64  `json:"until"`         // Unix milliseconds
	By    string `json:"by,omitempty"`  // who has made an invitation
}

// newCode returns a code of 40 random bits that is easy to read out.
func newCode() string {
	text := rand.Text()
	return text[:4] + "-" + text[4:8]
}

// codeKey returns what a code is stored under, however it was typed. The file does not
// contain the code itself.
func codeKey(code string) []byte {
	code = strings.ToUpper(strings.NewReplacer("-", "", " ", "").Replace(code))
	sum := sha256.Sum256([]byte("code " + code))
	return sum[:]
}

// codeOf returns what a code is for. It returns ErrCode if the code is not of the kind
// asked for or has expired.
func codeOf(tx *store.Tx, code string, invitation bool, now time.Time) (codeRow, error) {
	row, ok, err := codesBucket.Get(tx, codeKey(code))
	if err == nil && (!ok || row.Until < now.UnixMilli() || invitation != (row.Key == nil)) {
		err = ErrCode
	}
	return row, err
}

// Link makes a code that joins the account with that of the player who passes the code to
// Join. It works once and until the time returned, and replaces an earlier code of the
// same key. It returns ErrNoAccount before the first game.
func (p *Player) Link(now time.Time) (code string, until time.Time, err error) {
	code, until = newCode(), now.Add(linkFor)
	if p.credential.IsGuest() {
		until = now.Add(claimFor)
	}
	err = p.change("make a link code", func(tx *store.Tx, _ *accountTx) error {
		if _, err := codesBucket.DeleteWhere(tx, func(_ []byte, row codeRow) bool { return bytes.Equal(row.Key, p.key[:]) }); err != nil {
			return err
		}
		return codesBucket.Put(tx, codeKey(code), codeRow{Key: p.key[:], Until: until.UnixMilli()})
	})
	if err != nil {
		return "", time.Time{}, err
	}
	return code, until, nil
}

// An Invitation is a code that admits one newcomer. The file does not contain the code.
type Invitation struct {
	ID    string    `json:"id"`           // for Withdraw: eight digits and letters a to f
	By    string    `json:"by,omitempty"` // who has made it; "" if that is not known
	Until time.Time `json:"until"`
}

// InvitationID returns the ID of the invitation with a code, which may have been used.
func InvitationID(code string) string { return invitationID(codeKey(code)) }

// invitationID returns the ID of the invitation that is stored under a key.
func invitationID(key []byte) string { return hex.EncodeToString(key[:4]) }

// Invite makes a code that admits one newcomer, who passes it to Redeem. It works once
// and until the time returned. by says who has made it.
func (db *DB) Invite(by string, now time.Time) (code string, until time.Time, err error) {
	code, until = newCode(), now.Add(inviteFor)
	err = db.change("invite", func(tx *store.Tx) error {
		return codesBucket.Put(tx, codeKey(code), codeRow{Until: until.UnixMilli(), By: by})
	})
	return code, until, err
}

// Invitations returns the invitations that still admit somebody, those that expire first
// first.
func (db *DB) Invitations(now time.Time) ([]Invitation, error) {
	return readIn(db.View, "read the invitations", func(tx *store.Tx) (list []Invitation, err error) {
		for key, row := range codesBucket.Under(tx, nil) {
			if row.Key == nil && row.Until >= now.UnixMilli() {
				list = append(list, Invitation{invitationID(key), row.By, time.UnixMilli(row.Until)})
			}
		}
		slices.SortFunc(list, func(a, b Invitation) int { return cmp.Or(a.Until.Compare(b.Until), cmp.Compare(a.ID, b.ID)) })
		return list, nil
	})
}

// Withdraw takes back the invitation with a code or an ID. It returns ErrCode if there is
// none.
func (db *DB) Withdraw(which string) error {
	return db.change("withdraw an invitation", func(tx *store.Tx) error {
		n, err := codesBucket.DeleteWhere(tx, func(key []byte, row codeRow) bool {
			return row.Key == nil && (strings.EqualFold(invitationID(key), which) || bytes.Equal(key, codeKey(which)))
		})
		if err == nil && n == 0 {
			err = ErrCode
		}
		return err
	})
}

// Redeem uses an invitation up and gives the session's key an account. It returns ErrCode
// if the code is no valid invitation, ErrGuest if the session has no key, and ErrFull if
// there is no room. If the key already has an account, nothing is used up.
func (p *Player) Redeem(code string, now time.Time) error {
	return p.changeOrCreate("redeem an invitation", now, func(tx *store.Tx, a *accountTx) error {
		switch {
		case a.known:
			return nil
		case p.credential.IsGuest():
			return ErrGuest
		case p.db.Full(tx):
			return ErrFull
		}
		if _, err := codeOf(tx, code, true, now); err != nil {
			return err
		}
		return codesBucket.Delete(tx, codeKey(code))
	})
}
