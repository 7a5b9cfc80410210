package data

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"go.etcd.io/bbolt"
)

// Delete deletes the account with all its rows: games, rounds, keys, nick, settings and
// places on boards. Anyone who logs in with one of its keys afterwards is a new player;
// its other sessions get ErrRevoked. It does nothing if there is no account. Bans on the
// account stay with its keys. In races that have begun its place stays, without a nick
// and a result, so those of others stand. That one of its keys has begun a daily is
// remembered until that daily is over; nothing else is.
//
// The first transaction removes the account from view, so that nothing leads to it any
// more. If it has many rows, further transactions remove them, so that others can play
// meanwhile. If the process stops before that is done, Sweep removes the rest.
func (p *Player) Delete(now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var id playerID
	done := true
	err := p.db.write(func(tx *bbolt.Tx) error {
		a, err := p.loadAccount(tx)
		if done = true; err != nil || !a.known {
			return err
		}
		id, done, err = a.id, false, detach(tx, a.id, a.row, now)
		if rows := p.db.options.rows; err == nil {
			done, err = purge(tx, id, &rows)
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("delete the account: %w", err)
	}
	p.hadAccount.Store(false)
	p.settings, p.inDoubt = nil, map[string]inDoubtRevs{}
	if !done {
		_ = p.db.purge(id) // the account is gone even if this fails; Sweep continues
	}
	return nil
}

// detach removes everything that leads to an account and everything that others see of
// it. The rest is left for purge.
func detach(tx *bbolt.Tx, id playerID, row playerRow, now time.Time) error {
	hashes := keyHashes(tx, id)
	err := errors.Join(markBegun(tx, id, hashes, now), copyBansToKeys(tx, id, row, hashes))
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
	for key := range prefixRows(tx, openGamesBucket, id) {
		err = errors.Join(err, tx.Bucket(openGamesBucket).Delete([]byte(key)))
	}
	rest := playerRow{Rounds: row.Rounds, Tip: row.Tip, Joined: row.Joined, Gone: true}
	return errors.Join(err, tx.Bucket(guestsBucket).Delete(id[:]), put(tx.Bucket(playersBucket), id[:], rest))
}

// purge removes what is left of a deleted account.
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

// purge removes up to *rows rows of a deleted account and reports whether it is done. The
// account's own row goes last. It leaves in *rows how many more it could have removed.
func purge(tx *bbolt.Tx, id playerID, rows *int) (done bool, err error) {
	var row playerRow
	ok, err := get(tx.Bucket(playersBucket), id[:], &row)
	if err != nil || !ok || !row.Gone {
		return true, err
	}
	ix := newIndex(id, row) // bests go before their rounds, which are needed to find the places on boards
	broken := slices.Concat(ix.loadSums(tx), ix.loadBests(tx, *rows))
	*rows -= len(ix.bests) + len(broken)
	err = errors.Join(apply(tx, broken), replace(tx, ix, newIndex(id, row)))
	for _, member := range row.all(id) {
		if *rows > 0 && err == nil && len(member) == len(id) {
			err = errors.Join(purgeRaces(tx, playerID(member), rows), purgeRounds(tx, playerID(member), rows))
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

// purgeRaces takes one member of an account out of up to *rows races.
func purgeRaces(tx *bbolt.Tx, member playerID, rows *int) (err error) {
	for _, key := range racesOf(tx, member) {
		if *rows--; *rows >= 0 {
			err = errors.Join(err, dropRace(tx, member, key))
		}
	}
	return err
}

// purgeRounds removes up to *rows rounds of one member of an account.
func purgeRounds(tx *bbolt.Tx, member playerID, rows *int) (err error) {
	for key := range firstPrefixRows(tx, historyBucket, member, *rows) {
		if id, bad := historyID([]byte(key)); bad == nil {
			err = errors.Join(err, tx.Bucket(roundsBucket).Delete(id[:]), tx.Bucket(rulingsBucket).Delete(id[:]))
		}
		err = errors.Join(err, tx.Bucket(historyBucket).Delete([]byte(key)))
		*rows--
	}
	return err
}
