package data

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.etcd.io/bbolt"
)

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
func codeOf(tx *bbolt.Tx, code string, invitation bool, now time.Time) (row codeRow, err error) {
	ok, err := get(tx.Bucket(codesBucket), codeKey(code), &row)
	if err == nil && (!ok || row.Until < now.UnixMilli() || invitation != (row.Key == nil)) {
		err = ErrCode
	}
	return row, err
}

// redeemCode uses a code up. It returns ErrCode if the code is not of the kind asked for
// or has expired.
func redeemCode(tx *bbolt.Tx, code string, invitation bool, now time.Time) (row codeRow, err error) {
	if row, err = codeOf(tx, code, invitation, now); err != nil {
		return row, err
	}
	return row, tx.Bucket(codesBucket).Delete(codeKey(code))
}

// Link makes a code that joins the account with that of the player who passes the code to
// Join. It works once and until the time returned, and replaces an earlier code of the
// same key. It returns ErrNoAccount before the first game.
func (p *Player) Link(now time.Time) (code string, until time.Time, err error) {
	code, until = newCode(), now.Add(linkFor)
	if p.credential.IsGuest() {
		until = now.Add(claimFor)
	}
	err = p.change("make a link code", func(tx *bbolt.Tx, _ *accountTx) error {
		if err := dropCodes(tx, func(row codeRow) bool { return bytes.Equal(row.Key, p.key[:]) }); err != nil {
			return err
		}
		return put(tx.Bucket(codesBucket), codeKey(code), codeRow{Key: p.key[:], Until: until.UnixMilli()})
	})
	if err != nil {
		return "", time.Time{}, err
	}
	return code, until, nil
}

// dropCodes deletes the codes for which old returns true, and those that cannot be read.
func dropCodes(tx *bbolt.Tx, old func(codeRow) bool) error {
	_, err := deleteWhere(tx.Bucket(codesBucket), func(key, value []byte) bool {
		var row codeRow
		return unseal(key, value, &row) != nil || old(row)
	})
	return err
}

// deleteWhere deletes the rows for which old returns true, and returns how many.
func deleteWhere(b *bbolt.Bucket, old func(key, value []byte) bool) (n int, err error) {
	var keys [][]byte // a cursor does not survive a delete
	for key, value := range rowsOf(b) {
		if old(key, value) {
			keys = append(keys, bytes.Clone(key))
		}
	}
	for _, key := range keys {
		err = errors.Join(err, b.Delete(key))
	}
	return len(keys), err
}

// rowsOf iterates over a bucket; what it yields is valid only during the transaction.
func rowsOf(b *bbolt.Bucket) func(yield func(key, value []byte) bool) {
	return func(yield func(key, value []byte) bool) {
		c := b.Cursor()
		for k, v := c.First(); k != nil && yield(k, v); k, v = c.Next() {
		}
	}
}

// Invite makes a code that admits one newcomer, who passes it to Redeem. It works once
// and until the time returned.
func (db *DB) Invite(now time.Time) (code string, until time.Time, err error) {
	code, until = newCode(), now.Add(inviteFor)
	err = db.write(func(tx *bbolt.Tx) error {
		return put(tx.Bucket(codesBucket), codeKey(code), codeRow{Until: until.UnixMilli()})
	})
	if err != nil {
		return "", time.Time{}, fmt.Errorf("invite: %w", err)
	}
	return code, until, nil
}

// Redeem uses an invitation up and gives the session's key an account. It returns ErrCode
// if the code is no valid invitation, ErrGuest if the session has no key, and ErrFull if
// there is no room. If the key already has an account, nothing is used up.
func (p *Player) Redeem(code string, now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	made := false
	err := p.db.write(func(tx *bbolt.Tx) error {
		a, err := p.loadAccount(tx)
		made = !a.known
		if err != nil || a.known {
			return err
		}
		if p.credential.IsGuest() {
			return ErrGuest
		}
		if p.db.full(tx) {
			return ErrFull
		}
		if _, err := redeemCode(tx, code, true, now); err != nil {
			return err
		}
		return a.save(tx, now.UnixMilli())
	})
	if err != nil {
		return fmt.Errorf("redeem an invitation: %w", err)
	}
	if made {
		p.markStored()
	}
	return nil
}
