package data

import (
	"crypto/hmac"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// A begunRow marks that a key has begun a daily, after its account was deleted or the key
// was removed, until that daily is over. It is stored under a hash with the file's
// secret, so that nobody can find out whose it is without the key.
type begunRow struct {
	Until int64 `json:"until"` // Unix milliseconds
}

// begunKey returns what the mark of a key and a slot is stored under.
func begunKey(tx *bbolt.Tx, key []byte, slot string) ([]byte, error) {
	var row secretRow
	ok, err := get(tx.Bucket(metaBucket), secretKey, &row)
	if err == nil && !ok {
		err = fmt.Errorf("%w: the secret of its dailies is missing", ErrDamaged)
	}
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, row.Secret)
	_, _ = fmt.Fprintf(mac, "played %x %s", key, slot) // it never fails
	return mac.Sum(nil), nil
}

// begunByKey reports whether one of the account's keys began the round of a slot with an
// account that is gone.
func (a *accountTx) begunByKey(tx *bbolt.Tx, slot string) (bool, error) {
	for _, key := range append(keyHashes(tx, a.id), a.by.key[:]) {
		markKey, err := begunKey(tx, key, slot)
		if err != nil {
			return false, err
		}
		if tx.Bucket(begunBucket).Get(markKey) != nil { // even one that cannot be read counts
			return true, nil
		}
	}
	return false, nil
}

// markBegun marks the dailies that an account has begun for the keys that leave it.
func markBegun(tx *bbolt.Tx, id playerID, keys [][]byte, now time.Time) error {
	var errs error
	for slot := range begun(tx, id) {
		_, e := arcade.CutSlot(slot)
		day, ok := e.Day()
		_, over, err := dayBounds(day)
		if !ok || err != nil || !DailySealed(day, now) {
			continue
		}
		for _, key := range keys {
			markKey, err := begunKey(tx, key, slot)
			if errors.Is(err, ErrDamaged) {
				return errs // without the secret nobody can play today's dailies either
			}
			if err == nil {
				err = put(tx.Bucket(begunBucket), markKey, begunRow{over.Add(DailyGrace).UnixMilli()})
			}
			errs = errors.Join(errs, err)
		}
	}
	return errs
}
