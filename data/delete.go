package data

import (
	"errors"
	"fmt"
	"time"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// Delete deletes the account with all its rows: games, rounds, keys, nick and
// settings, and what stands on boards. Who comes with one of its keys next is
// somebody new; its other sessions get ErrRevoked. It does nothing where there
// is no account. What a ban says of the account stays with its keys.
func (p *Player) Delete() error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.db.write(func(tx *bbolt.Tx) error {
		s, err := p.account(tx)
		if err != nil || !s.known {
			return err
		}
		return erase(tx, s.id, s.row)
	})
	if err != nil {
		return fmt.Errorf("delete the account: %w", err)
	}
	p.seated.Store(false)
	p.settings, p.unsure = nil, map[string]unsure{}
	return nil
}

// erase deletes all rows of a player.
func erase(tx *bbolt.Tx, id playerID, row playerRow) error {
	err := dropIndex(tx, id)
	hashes := heldBy(tx, id)
	err = errors.Join(err, moveBan(tx, id, row, hashes))
	for _, hash := range hashes {
		err = errors.Join(err, dropKey(tx, hash, keyRow{Player: id[:]}))
		err = errors.Join(err, dropCodes(tx, func(row codeRow) bool { return string(row.Key) == string(hash) }))
	}
	if row.Nick != "" {
		err = errors.Join(err, tx.Bucket(nicksBucket).Delete(nickKey(row.Nick)))
	}
	for key := range below(tx, historyBucket, id) {
		if round, bad := historyID([]byte(key)); bad == nil {
			err = errors.Join(err, tx.Bucket(roundsBucket).Delete(round[:]))
		}
	}
	for _, bucket := range [][]byte{liveBucket, historyBucket, guestsBucket, playersBucket} {
		for key := range below(tx, bucket, id) {
			err = errors.Join(err, tx.Bucket(bucket).Delete([]byte(key)))
		}
	}
	for _, joined := range row.Joined {
		err = errors.Join(err, tx.Bucket(playersBucket).Delete(joined))
	}
	return err
}

// guestFor is how long a guest's games are kept behind the last of them
// (product.md, section 6).
const guestFor = 24 * time.Hour

// Sweep deletes the guests who have not played for a day, and codes and bans
// whose time is over. It returns the number of guests.
func (db *DB) Sweep(now time.Time) (guests int, err error) {
	err = db.write(func(tx *bbolt.Tx) error {
		guests = 0
		var gone []playerID
		for key := range rowsOf(tx.Bucket(guestsBucket)) {
			if len(key) == len(playerID{}) && lastPlayed(tx, playerID(key)).Before(now.Add(-guestFor)) {
				gone = append(gone, playerID(key))
			}
		}
		for _, id := range gone {
			var row playerRow
			if _, err := get(tx.Bucket(playersBucket), id[:], &row); err != nil {
				return err
			}
			if err := erase(tx, id, row); err != nil {
				return err
			}
			guests++
		}
		if err := dropCodes(tx, func(row codeRow) bool { return row.Until < now.UnixMilli() }); err != nil {
			return err
		}
		return dropBans(tx, now)
	})
	if err != nil {
		return 0, fmt.Errorf("sweep: %w", err)
	}
	return guests, nil
}

// lastPlayed is when a player's last game went on at the latest.
func lastPlayed(tx *bbolt.Tx, id playerID) time.Time {
	var row playerRow
	_, _ = get(tx.Bucket(playersBucket), id[:], &row) // one that is damaged has not played
	last := row.Since
	if key := older(tx.Bucket(historyBucket).Cursor(), id, ulid.ULID{}); len(key) > len(id) && playerID(key[:len(id)]) == id {
		if round, err := historyID(key); err == nil {
			last = max(last, int64(round.Time()))
		}
	}
	for key, value := range below(tx, liveBucket, id) {
		var live liveRow
		if unseal([]byte(key), value, &live) == nil {
			last = max(last, live.Started+live.Millis)
		}
	}
	return time.UnixMilli(last)
}
