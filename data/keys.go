package data

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// Account returns the account that the session's key belongs to.
func (p *Player) Account() (arcade.Account, error) {
	account := arcade.Account{Guest: p.credential.IsGuest()}
	err := p.view(func(tx *bbolt.Tx) error {
		a, err := p.lookupAccount(tx)
		if err != nil || !a.known {
			return err
		}
		account = arcade.Account{
			Known: true, Guest: a.row.Guest, Nick: a.row.Nick, Hidden: a.row.Hidden || a.row.Concealed, Private: a.row.Private,
		}
		if a.row.Since > 0 {
			account.Since = time.UnixMilli(a.row.Since)
		}
		return nil
	})
	if err != nil {
		return account, fmt.Errorf("read the account: %w", err)
	}
	return account, nil
}

// change changes the account's row, or returns ErrNoAccount if there is none yet. fn
// checks before it writes; it may run several times.
func (p *Player) change(doing string, fn func(tx *bbolt.Tx, a *accountTx) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.db.write(func(tx *bbolt.Tx) error {
		a, err := p.loadAccount(tx)
		if err != nil {
			return err
		}
		if !a.known {
			return ErrNoAccount
		}
		if p.settings != nil {
			if err := a.save(tx, 0); err != nil {
				return err
			}
		}
		return fn(tx, &a)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	p.markStored()
	return nil
}

// SetPrivacy sets whether the player is hidden from the list of players who are on, and
// whether nobody else may look at the player's games. A player hidden by the host stays
// hidden. It returns ErrNoAccount before the first game.
func (p *Player) SetPrivacy(hidden, private bool) error {
	return p.change("set privacy", func(tx *bbolt.Tx, a *accountTx) error {
		if !hidden || !a.row.Concealed { // or hidden repeats what Account returned, and may not be the player's choice
			a.row.Hidden = hidden
		}
		a.row.Private = private
		return a.save(tx, 0)
	})
}

// Keys returns the keys of the player's account in the order they were added. A player
// without an account has only the session's own.
func (p *Player) Keys() ([]arcade.Key, error) {
	var keys []arcade.Key
	err := p.view(func(tx *bbolt.Tx) error {
		keys = nil
		id, known, err := p.id(tx)
		if err != nil {
			return err
		}
		if !known {
			keys = []arcade.Key{{Fingerprint: p.credential.String(), This: true}}
			return nil
		}
		return keysOf(tx, id, func(hash []byte, row keyRow) error {
			key := arcade.Key{Fingerprint: row.Fingerprint, Name: row.Name, This: bytes.Equal(hash, p.key[:])}
			if key.This {
				key.Fingerprint = p.credential.String()
			}
			if row.Added > 0 {
				key.Added = time.UnixMilli(row.Added)
			}
			keys = append(keys, key)
			return nil
		})
	})
	if err != nil {
		return nil, fmt.Errorf("read the keys: %w", err)
	}
	slices.SortStableFunc(keys, func(a, b arcade.Key) int { return a.Added.Compare(b.Added) })
	return keys, nil
}

// keysOf calls fn for every key of a player except guests' keys.
func keysOf(tx *bbolt.Tx, id playerID, fn func(hash []byte, row keyRow) error) error {
	b := tx.Bucket(keysBucket)
	for _, hash := range keyHashes(tx, id) {
		var row keyRow
		if _, err := get(b, hash, &row); err != nil {
			return err
		}
		if row.credential().IsGuest() {
			continue // it ends with its session
		}
		if err := fn(hash, row); err != nil {
			return err
		}
	}
	return nil
}

// keyHashes returns the hashes under which a player's keys are stored.
func keyHashes(tx *bbolt.Tx, id playerID) (hashes [][]byte) {
	c := tx.Bucket(holdersBucket).Cursor()
	for k, _ := c.Seek(id[:]); bytes.HasPrefix(k, id[:]); k, _ = c.Next() {
		hashes = append(hashes, bytes.Clone(k[len(id):]))
	}
	return hashes
}

// assignKey assigns a key to a player.
func assignKey(tx *bbolt.Tx, hash []byte, row keyRow) error {
	var old keyRow
	if ok, err := get(tx.Bucket(keysBucket), hash, &old); err != nil {
		return err
	} else if ok {
		if err := tx.Bucket(holdersBucket).Delete(slices.Concat(old.Player, hash)); err != nil {
			return err
		}
	}
	return errors.Join(
		put(tx.Bucket(keysBucket), hash, row),
		tx.Bucket(holdersBucket).Put(slices.Concat(row.Player, hash), []byte{}),
	)
}

// dropKeys removes keys from an account, and invalidates their link codes.
func dropKeys(tx *bbolt.Tx, id playerID, hashes [][]byte) (err error) {
	for _, hash := range hashes {
		err = errors.Join(err, tx.Bucket(keysBucket).Delete(hash), tx.Bucket(holdersBucket).Delete(slices.Concat(id[:], hash)))
	}
	return errors.Join(err, dropCodes(tx, func(row codeRow) bool { return containsBytes(hashes, row.Key) }))
}

// keyNameMax is the longest name of a key, in bytes.
const keyNameMax = 40

// NameKey gives one of the account's keys a name, or none if name is "". It returns
// ErrNotFound if the account has no such key.
func (p *Player) NameKey(fingerprint, name string) error {
	if len(name) > keyNameMax {
		return fmt.Errorf("%w: a key's name has at most %d letters", ErrName, keyNameMax)
	}
	return p.change("name a key", func(tx *bbolt.Tx, a *accountTx) error {
		hash, row, err := a.key(tx, fingerprint)
		if err != nil {
			return err
		}
		row.Name, row.Fingerprint = name, fingerprint
		return assignKey(tx, hash, row)
	})
}

// RemoveKey takes a key from the account. Anyone who logs in with it afterwards is a new
// player, and its sessions get ErrRevoked. A ban on the account stays with the key too,
// and so do the dailies of today that the account has begun. It returns ErrNotFound if
// the account has no such key and ErrLastKey if it has no other.
func (p *Player) RemoveKey(fingerprint string, now time.Time) error {
	return p.change("remove a key", func(tx *bbolt.Tx, a *accountTx) error {
		hash, _, err := a.key(tx, fingerprint)
		if err != nil {
			return err
		}
		n := 0
		if err := keysOf(tx, a.id, func([]byte, keyRow) error { n++; return nil }); err != nil {
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
func (a *accountTx) key(tx *bbolt.Tx, fingerprint string) (hash []byte, row keyRow, err error) {
	c, err := arcade.ParseCredential(fingerprint)
	if err != nil {
		return nil, row, ErrNotFound
	}
	sum := keyHash(c)
	ok, err := get(tx.Bucket(keysBucket), sum[:], &row)
	if err == nil && (!ok || !bytes.Equal(row.Player, a.id[:])) {
		err = ErrNotFound
	}
	return sum[:], row, err
}

// Known reports whether a credential belongs to an account.
func (db *DB) Known(c arcade.Credential) (known bool, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		_, known, err = keyOwner(tx, keyHash(c))
		return err
	})
	return known, err
}
