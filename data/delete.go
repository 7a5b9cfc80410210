package data

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// Delete deletes the account with all its rows: games, rounds, keys, nick and
// settings, and what stands on boards. Who comes with one of its keys next is
// somebody new; its other sessions get ErrRevoked. It does nothing where there
// is no account. What a ban says of the account stays with its keys, and in races that
// have begun its place, without a nick and a result: those of others stand. That one of
// its keys has begun a daily is known until that is over, and nothing else.
//
// The account is gone with the first transaction, to which nothing leads any more; where
// it has many rows others take them away, so that others can play meanwhile. What is left
// of them where the process ends is taken away by Sweep.
func (p *Player) Delete(now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var id playerID
	done := true
	err := p.db.write(func(tx *bbolt.Tx) error {
		s, err := p.account(tx)
		if done = true; err != nil || !s.known {
			return err
		}
		id, done, err = s.id, false, detach(tx, s.id, s.row, now)
		if rows := p.db.options.rows; err == nil {
			done, err = purge(tx, id, &rows)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("delete the account: %w", err)
	}
	p.seated.Store(false)
	p.settings, p.unsure = nil, map[string]unsure{}
	if !done {
		_ = p.db.purge(id) // the account is gone whatever comes of this; Sweep goes on
	}
	return nil
}

// detach takes away all that leads to an account and all that others see of it: what is
// left is for purge.
func detach(tx *bbolt.Tx, id playerID, row playerRow, now time.Time) error {
	hashes := heldBy(tx, id)
	err := errors.Join(entomb(tx, id, hashes, now), passBans(tx, id, row, hashes))
	err = errors.Join(err, dropKeys(tx, id, hashes))
	for _, id := range row.all(id) {
		err = errors.Join(err, tx.Bucket(bansBucket).Delete(banPlayer(id)))
	}
	if row.Nick != "" {
		err = errors.Join(err, tx.Bucket(nicksBucket).Delete(nickKey(row.Nick)))
	}
	for _, key := range racesOf(tx, id) {
		if !isOver(tx.Bucket(racesBucket).Get(key)) {
			err = errors.Join(err, dropRace(tx, id, key))
		}
	}
	for key := range below(tx, liveBucket, id) {
		err = errors.Join(err, tx.Bucket(liveBucket).Delete([]byte(key)))
	}
	rest := playerRow{Rounds: row.Rounds, Tip: row.Tip, Joined: row.Joined, Gone: true}
	return errors.Join(err, tx.Bucket(guestsBucket).Delete(id[:]), put(tx.Bucket(playersBucket), id[:], rest))
}

// purge takes away what is left of an account that is gone.
func (db *DB) purge(id playerID) error {
	for done := false; !done; {
		if err := db.write(func(tx *bbolt.Tx) (err error) {
			rows := db.options.rows
			done, err = purge(tx, id, &rows)
			return err
		}); err != nil {
			return err
		}
	}
	return nil
}

// purge takes away up to so many rows of an account that is gone, of which it is the last
// that goes, and reports whether it is done. rows becomes how many more there could have been.
func purge(tx *bbolt.Tx, id playerID, rows *int) (done bool, err error) {
	var row playerRow
	ok, err := get(tx.Bucket(playersBucket), id[:], &row)
	if err != nil || !ok || !row.Gone {
		return true, err
	}
	ix := newIndex(id, row) // bests go before the rounds by which their places on boards are found
	broken := slices.Concat(ix.loadSums(tx), ix.loadBests(tx, *rows))
	*rows -= len(ix.bests) + len(broken)
	err = errors.Join(apply(tx, broken), replace(tx, ix, newIndex(id, row)))
	for _, key := range racesOf(tx, id) {
		if *rows > 0 {
			err = errors.Join(err, dropRace(tx, id, key))
		}
		*rows--
	}
	for _, member := range row.all(id) {
		if *rows > 0 && err == nil {
			err = purgeRounds(tx, member, rows)
		}
	}
	if err != nil || *rows <= 0 {
		return false, err
	}
	for _, member := range row.all(id) {
		err = errors.Join(err, tx.Bucket(playersBucket).Delete(member))
	}
	return true, err
}

// purgeRounds takes away up to so many rounds of one member of an account.
func purgeRounds(tx *bbolt.Tx, member []byte, rows *int) (err error) {
	if len(member) != len(playerID{}) {
		return nil
	}
	for key := range firstBelow(tx, historyBucket, playerID(member), *rows) {
		if id, bad := historyID([]byte(key)); bad == nil {
			err = errors.Join(err, tx.Bucket(roundsBucket).Delete(id[:]), tx.Bucket(rulingsBucket).Delete(id[:]))
		}
		err = errors.Join(err, tx.Bucket(historyBucket).Delete([]byte(key)))
		*rows--
	}
	return err
}
