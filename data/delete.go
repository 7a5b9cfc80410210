package data

import (
	"errors"
	"fmt"
	"time"

	"go.etcd.io/bbolt"
)

// Delete deletes the account with all its rows: games, rounds, keys, nick and
// settings, and what stands on boards. Who comes with one of its keys next is
// somebody new; its other sessions get ErrRevoked. It does nothing where there
// is no account. What a ban says of the account stays with its keys, and in races that
// have begun its place, without a nick and a result: those of others stand. That one of
// its keys has begun a daily is known until that is over, and nothing else.
func (p *Player) Delete(now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.db.write(func(tx *bbolt.Tx) error {
		s, err := p.account(tx)
		if err != nil || !s.known {
			return err
		}
		return erase(tx, s.id, s.row, now)
	})
	if err != nil {
		return fmt.Errorf("delete the account: %w", err)
	}
	p.seated.Store(false)
	p.settings, p.unsure = nil, map[string]unsure{}
	return nil
}

// erase deletes all rows of a player.
func erase(tx *bbolt.Tx, id playerID, row playerRow, now time.Time) error {
	hashes := heldBy(tx, id)
	err := errors.Join(entomb(tx, id, hashes, now), dropIndex(tx, id), passBans(tx, id, row, hashes))
	for _, hash := range hashes {
		err = errors.Join(err, dropKey(tx, hash, keyRow{Player: id[:]}))
	}
	for _, id := range row.all(id) {
		err = errors.Join(err, tx.Bucket(bansBucket).Delete(banPlayer(id)))
	}
	if row.Nick != "" {
		err = errors.Join(err, tx.Bucket(nicksBucket).Delete(nickKey(row.Nick)))
	}
	err = errors.Join(err, dropRaces(tx, id))
	for key := range below(tx, historyBucket, id) {
		if round, bad := historyID([]byte(key)); bad == nil {
			err = errors.Join(err, tx.Bucket(roundsBucket).Delete(round[:]), tx.Bucket(rulingsBucket).Delete(round[:]))
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
