package data

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"boardwalk/data/store"
)

// Delete deletes the account with all its rows: games, rounds, keys, nick, settings and
// places on boards, and reports by and about the player. Anyone who logs in with one of its keys afterwards is a new player;
// its other sessions get ErrRevoked. It does nothing if there is no account. Bans on the
// account stay with its keys. In races that have begun its place stays, without a nick
// and a result, so those of others stand. It has lost the duels and races in which all others are through and wait for it to
// end its round, and leaves the duels that it has not begun. That one of its keys has begun a daily is
// remembered until that daily is over, and that it knows the deal of a challenge, and that it has
// played, for a year; nothing else is.
//
// The first transaction removes the account from view, so that nothing leads to it any
// more. If it has many rows, further transactions remove them, so that others can play
// meanwhile. If the process stops before that is done, Sweep removes the rest.
func (p *Player) Delete(now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	var id playerID
	var done bool
	err := p.write(func(tx *store.Tx, a *accountTx) error {
		if !a.known {
			done = true
			return nil
		}
		id = a.id
		_, err := p.db.detach(tx, a.id, a.row, now)
		if rows := p.db.options.rows; err == nil {
			done, err = purge(tx, id, &rows)
		}
		return err
	})
	if err != nil {
		return p.Tell(fmt.Errorf("delete the account: %w", err))
	}
	p.hadAccount.Store(false)
	p.account.Store(nil)
	p.inDoubt = map[string]inDoubtRevs{}
	if !done {
		_ = purgeAll(p.db, id) // the account is gone even if this fails; Sweep continues
	}
	return nil
}

// detach removes everything that leads to an account and everything that others see of
// it, and returns how many made-up games it kept. The rest is left for purgeAll.
func (db *DB) detach(tx *store.Tx, id playerID, row playerRow, now time.Time) (kept int, err error) {
	err = errors.Join(leaveDuels(tx, db.games, id, now), leaveRaces(tx, db.games, id, now))
	if stored, _, bad := playersBucket.Get(tx, id[:]); bad == nil { // with the rounds that this has ended
		row = stored
	}
	hashes := keyHashes(tx, id)
	kept, bad := db.dropAllKept(tx, id, row)
	err = errors.Join(err, bad, markBegun(tx, id, hashes, now), copyBansToKeys(tx, id, row, hashes))
	err = errors.Join(err, dropKeys(tx, id, hashes), dropUnder(tx, ratingsBucket, id))
	for _, id := range row.all(id) {
		err = errors.Join(err, bansBucket.Delete(tx, banPlayer(id[:])))
	}
	err = errors.Join(err, dropNick(tx, row.Nick))
	err = errors.Join(err, dropUnder(tx, openRoundsBucket, id))
	rest := playerRow{Rounds: row.Rounds, Tip: row.Tip, Joined: row.Joined, Gone: true}
	return kept, errors.Join(err, tx.Bucket(guestsBucket).Delete(id[:]), countAccount(tx, -1), playersBucket.Put(tx, id[:], rest))
}

// purgeAll removes what is left of a deleted account.
func purgeAll(db *DB, id playerID) error {
	for done := false; !done; {
		if err := db.Update(func(tx *store.Tx) (err error) {
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
func purge(tx *store.Tx, id playerID, rows *int) (done bool, err error) {
	row, ok, err := playersBucket.Get(tx, id[:])
	if err != nil || !ok || !row.Gone {
		return true, err
	}
	// Bests go before their rounds, which are needed to find the places on boards. Each of
	// the sums may be of a made-up game.
	ix, sums := newIndex(id, row), max(1, *rows/variationRows)
	broken := ix.loadSums(tx, sums)
	more := len(ix.sums)+len(broken) == sums
	broken = append(broken, ix.loadBests(tx, *rows)...)
	if *rows -= len(ix.bests) + len(broken); more {
		*rows = 0
	}
	err = errors.Join(apply(tx, broken), replace(tx, ix, newIndex(id, row)))
	for _, member := range row.all(id) {
		for _, kind := range purged {
			keys := slices.Sorted(maps.Keys(firstPrefixRows(tx, kind.bucket, member, *rows)))
			for _, key := range keys {
				err = errors.Join(err, kind.drop(tx, member, []byte(key)))
			}
			*rows -= len(keys)
		}
		err = errors.Join(err, purgeReports(tx, member, rows))
	}
	if err != nil || *rows <= 0 {
		return false, err
	}
	for _, member := range row.all(id) {
		err = errors.Join(err, playersBucket.Delete(tx, member[:]))
	}
	return true, err
}

// purged are the buckets with rows of the members of an account that are dropped with it, besides
// its index.
var purged = []struct {
	bucket []byte
	drop   func(tx *store.Tx, member playerID, key []byte) error
}{
	{racersBucket, func(tx *store.Tx, id playerID, key []byte) error { return raceEvents.drop(tx, id, afterPlayer(key)) }},
	{challengedBucket, func(tx *store.Tx, id playerID, key []byte) error {
		return challengeEvents.drop(tx, id, afterPlayer(key))
	}},
	{historyBucket, func(tx *store.Tx, _ playerID, key []byte) error {
		id, _ := historyID(key) // there is no ruling on the zero ULID
		return errors.Join(dropRound(tx, key), rulingsBucket.Delete(tx, id[:]))
	}},
	{followsBucket, func(tx *store.Tx, _ playerID, key []byte) error { return followsBucket.Delete(tx, key) }},
}

// dropRound deletes the round of a key of the history, on which nobody has ruled, and what is kept
// about it.
func dropRound(tx *store.Tx, key []byte) (err error) {
	if id, bad := historyID(key); bad == nil {
		err = roundsBucket.Delete(tx, id[:])
	}
	return errors.Join(err, dropHistory(tx, key), analysesBucket.Delete(tx, key))
}

// guestFor is how long a guest's games are kept after the last of them: long enough to
// claim them with a key the next day.
const guestFor = 24 * time.Hour

// raceFor is how long a race that does not begin is kept.
const raceFor = time.Hour

// sweepGuestsMax bounds how many guests one transaction deletes, because players wait for
// it.
const sweepGuestsMax = 32

// Sweep deletes guests who have not played for a day and left no valid code to claim the games with;
// expired codes, bans and marks of begun events; races that were opened over an hour ago and have not
// begun; challenges that nobody entered in 30 days, or that nobody has entered for a year; duels that ended
// 30 days ago; made-up games that nothing has mentioned for a day; lines of the log and closed reports of
// more than EntriesFor ago; and all but the first 100 rows of the boards of weeks before the last one. It
// ends what players of duels have left, and continues an interrupted Delete or Join. It returns the number
// of guests deleted.
func (db *DB) Sweep(now time.Time) (guests int, err error) {
	var gone []playerID
	err = db.View(func(tx *store.Tx) error {
		gone = nil
		claims := claims(tx, now)
		for key, value := range store.Rows(tx.Bucket(guestsBucket)) {
			if len(key) == len(playerID{}) && !claims[string(value)] && lastPlayed(tx, playerID(key)).Before(now.Add(-guestFor)) {
				gone = append(gone, playerID(key))
			}
		}
		return nil
	})
	for len(gone) > 0 && err == nil {
		var tried, deleted int
		err = db.Update(func(tx *store.Tx) (err error) {
			tried, deleted, err = db.sweepGuests(tx, gone, now)
			return err
		})
		if err == nil {
			guests, gone = guests+deleted, gone[tried:]
		}
	}
	for _, sweep := range []func(*DB, time.Time) error{
		resumeInterrupted, sweepRaces, sweepDuels, sweepChallenges, sweepCodes, sweepBans, sweepBegun, sweepVariations,
		sweepFollows, sweepEntries, sweepWeeks,
	} {
		if err == nil {
			err = sweep(db, now)
		}
	}
	return guests, store.During(err, "sweep")
}

// sweepGuests deletes guests who did not come back in the meantime, and stops once it has
// deleted as many rows as one transaction may. The rest of their rounds is left to
// resumeInterrupted. It returns how many of the guests it looked at and deleted.
func (db *DB) sweepGuests(tx *store.Tx, gone []playerID, now time.Time) (tried, deleted int, err error) {
	rows, claims := db.options.rows, claims(tx, now)
	for tried < min(len(gone), sweepGuestsMax) && rows > 0 {
		id := gone[tried]
		tried++
		key := tx.Bucket(guestsBucket).Get(id[:])
		if key == nil || claims[string(key)] || !lastPlayed(tx, id).Before(now.Add(-guestFor)) {
			continue
		}
		row, _, _ := playersBucket.Get(tx, id[:]) // a damaged row must not keep the guest
		kept, err := db.detach(tx, id, row, now)
		if err != nil {
			return 0, 0, err
		}
		rows -= kept * variationRows
		if _, err := purge(tx, id, &rows); err != nil {
			return 0, 0, err
		}
		deleted++
	}
	return tried, deleted, nil
}

// resumeInterrupted finishes the work left over from accounts that were deleted or joined.
func resumeInterrupted(db *DB, _ time.Time) error {
	var left []func() error
	err := db.Scan(playersBucket, nil, func(_ *store.Tx, key, value []byte) bool {
		if len(key) != len(playerID{}) {
			return true
		}
		id := playerID(key)
		switch {
		case bytes.Contains(value, []byte(`"gone":true`)):
			left = append(left, func() error { return purgeAll(db, id) })
		case bytes.Contains(value, []byte(`"joinPending":true`)):
			left = append(left, func() error { return finishJoin(db, id) })
		}
		return true
	})
	for _, finish := range left {
		if err == nil {
			err = finish()
		}
	}
	return err
}

// sweepCodes deletes expired codes, and those that cannot be read.
func sweepCodes(db *DB, now time.Time) error {
	return db.Change(store.PageRows, codesBucket, func(_ *store.Tx, key, value []byte) bool {
		row, err := codesBucket.Read(key, value)
		return err != nil || row.Until < now.UnixMilli()
	}, dropRow(codesBucket))
}

// sweepBans lifts the bans that have expired.
func sweepBans(db *DB, now time.Time) error {
	return db.Update(func(tx *store.Tx) error {
		return lift(tx, bansBucket.KeysWhere(tx, func(_ []byte, row banRow) bool { return row.over(now) }))
	})
}

// sweepBegun deletes the marks of events that are over.
func sweepBegun(db *DB, now time.Time) error {
	return remove(db, begunBucket, func(_ *store.Tx, _ []byte, b begunRow) bool { return b.Until <= now.UnixMilli() })
}

// sweepRaces deletes the races that did not begin in time.
func sweepRaces(db *DB, now time.Time) error {
	return db.Change(store.PageRows, runningBucket, func(tx *store.Tx, key, _ []byte) bool {
		row, err := raceEvents.get(tx, key)
		return err == nil && row.Started == 0 && row.Opened < now.Add(-raceFor).UnixMilli()
	}, dropRow(racesBucket))
}

// claims returns the keys that have valid link codes.
func claims(tx *store.Tx, now time.Time) map[string]bool {
	keys := map[string]bool{}
	for _, row := range codesBucket.Under(tx, nil) {
		if row.Key != nil && row.Until >= now.UnixMilli() {
			keys[string(row.Key)] = true
		}
	}
	return keys
}

// lastPlayed returns the latest time at which the player was seen playing.
func lastPlayed(tx *store.Tx, id playerID) time.Time {
	row, _, _ := playersBucket.Get(tx, id[:]) // a damaged row has never played
	last := max(row.Since, int64(newest(tx, row.all(id)).Time()))
	for _, open := range openRoundsBucket.Under(tx, id[:]) {
		last = max(last, open.Started+open.Millis)
	}
	return time.UnixMilli(last)
}
