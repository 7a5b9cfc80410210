package data

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// dealRace returns the deal of a race to one of its racers.
func (a *accountTx) dealRace(tx *bbolt.Tx, game engine.Info, code string) (engine.Code, error) {
	row, err := raceOf(tx, []byte(code))
	switch {
	case err != nil && !errors.Is(err, ErrNotFound):
		return "", err
	case err != nil || row.place(a.id) < 0:
		return "", fmt.Errorf("%w: you are not in race %.20q", ErrRound, code)
	case row.Ended != 0:
		return "", ErrOver
	case row.Started == 0:
		return "", fmt.Errorf("%w: race %s has not begun", ErrRound, code)
	case row.Game != game.ID || row.Version != game.Version:
		return "", fmt.Errorf("%w: race %s is not of %s with version %d of its rules", ErrRound, code, game.ID, game.Version)
	}
	return row.Deal, nil
}

// EndRace ends a race: the open rounds of its racers, including those without a move, go
// into the history with the points they have and the time that the race took, and no more
// rounds begin. Ending it again changes nothing. Each round is a transaction of its own,
// and the last transaction marks the race as over. If the process stops before that, the
// race is not over, and another call ends it. An open round that cannot be read stays as
// it is. EndRace returns ErrNotFound if there is no such race.
func (db *DB) EndRace(code string, now time.Time) (r Race, err error) {
	key := raceKey(code)
	var open []playerID
	err = db.view(func(tx *bbolt.Tx) error {
		row, err := raceOf(tx, key)
		if err == nil && row.Ended == 0 {
			open = row.playing(tx, key)
		}
		return err
	})
	for _, id := range open {
		if err == nil {
			err = db.write(func(tx *bbolt.Tx) error {
				row, err := raceOf(tx, key)
				if err != nil || row.Ended != 0 {
					return err
				}
				return row.stop(tx, db, key, id, now)
			})
		}
	}
	if err == nil {
		err = db.write(func(tx *bbolt.Tx) error {
			r, err = db.endRace(tx, key, now)
			return err
		})
	}
	if err != nil {
		return Race{}, fmt.Errorf("end race %.20q: %w", code, err)
	}
	return r, nil
}

// endRace marks a race as over and stops racers who have begun in the meantime.
func (db *DB) endRace(tx *bbolt.Tx, key []byte, now time.Time) (Race, error) {
	row, err := raceOf(tx, key)
	if err != nil {
		return Race{}, err
	}
	if row.Ended == 0 {
		for _, id := range row.playing(tx, key) {
			if err := row.stop(tx, db, key, id, now); err != nil {
				return Race{}, err
			}
		}
		row.Ended = now.UnixMilli()
		if err := put(tx.Bucket(racesBucket), key, row); err != nil {
			return Race{}, err
		}
	}
	return row.race(tx, key, playerID{})
}

// slot returns the slot of the race's open rounds.
func (row raceRow) slot(key []byte) string {
	return arcade.Slot(row.Game, arcade.RaceEvent(string(key)))
}

// playing returns the racers who have an open round of the race.
func (row raceRow) playing(tx *bbolt.Tx, key []byte) (ids []playerID) {
	for _, racer := range row.Racers {
		if len(racer.Player) != len(playerID{}) {
			continue
		}
		if id := playerID(racer.Player); tx.Bucket(openGamesBucket).Get(id.openGame(row.slot(key))) != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// stop puts a racer's open round of the race into the history. A damaged round stays: it
// must not keep the race from ending for the others.
func (row raceRow) stop(tx *bbolt.Tx, db *DB, key []byte, id playerID, now time.Time) error {
	open := id.openGame(row.slot(key))
	var round openGameRow
	ok, err := get(tx.Bucket(openGamesBucket), open, &round)
	a := accountTx{id: id}
	if err == nil && ok {
		a.known, err = get(tx.Bucket(playersBucket), id[:], &a.row)
	}
	if err == nil && a.known {
		// A racer who hangs up must not appear faster than one who plays until the end.
		round.Millis, round.Span = max(round.Millis, min(now.UnixMilli()-row.Started, row.Limit)), 0
		err = a.abandon(tx, db, round, now)
	}
	switch {
	case errors.Is(err, ErrDamaged):
		return nil
	case err != nil || !a.known:
		return err
	}
	return tx.Bucket(openGamesBucket).Delete(open)
}

// absorbRaces gives the account another player's places in races. If both are in a race,
// the account keeps the earlier place. If there are too many for one transaction, places
// in finished races are left to moveMoreRaces.
func (a *accountTx) absorbRaces(tx *bbolt.Tx, other playerID, tooMany bool) error {
	for _, key := range racesOf(tx, other) {
		if tooMany && isOver(tx.Bucket(racesBucket).Get(key)) {
			continue
		}
		if err := a.absorbRace(tx, other, key); err != nil {
			return err
		}
	}
	return nil
}

// absorbRace gives the account another player's place in a race.
func (a *accountTx) absorbRace(tx *bbolt.Tx, other playerID, key []byte) error {
	racers := tx.Bucket(racersBucket)
	if err := errors.Join(racers.Delete(other.race(key)), racers.Put(a.id.race(key), []byte{})); err != nil {
		return err
	}
	row, err := raceOf(tx, key)
	if err != nil || row.place(other) < 0 {
		return nil // a damaged race is left as it is
	}
	row.reassign(other, a.id)
	return put(tx.Bucket(racesBucket), key, row)
}

// moveMoreRaces gives the account up to n of the places that players joined into it still
// have, and reports whether there are more.
func (a *accountTx) moveMoreRaces(tx *bbolt.Tx, n int) (more bool, err error) {
	if !a.row.JoinPending {
		return false, nil
	}
	for _, member := range a.row.Joined {
		if len(member) != len(playerID{}) {
			continue
		}
		for _, key := range racesOf(tx, playerID(member)) {
			if n--; n < 0 {
				return true, nil
			}
			if err := a.absorbRace(tx, playerID(member), key); err != nil {
				return false, err
			}
		}
	}
	return false, nil
}

// joinPending reports whether a player's places in races are still to be given to the
// account that the player was joined into.
func joinPending(tx *bbolt.Tx, player []byte) bool {
	var row, into playerRow
	ok, err := get(tx.Bucket(playersBucket), player, &row)
	if err != nil || !ok || len(row.Into) == 0 {
		return false
	}
	_, err = get(tx.Bucket(playersBucket), row.Into, &into)
	return err == nil && (into.JoinPending || into.Gone)
}

// reassign gives a player's place to another player, who keeps only the earlier one if both
// had one.
func (row *raceRow) reassign(from, to playerID) {
	var racers []racerRow
	given := false
	for _, r := range row.Racers {
		if bytes.Equal(r.Player, from[:]) || bytes.Equal(r.Player, to[:]) {
			if given {
				continue
			}
			r.Player, given = bytes.Clone(to[:]), true
		}
		racers = append(racers, r)
	}
	row.Racers = racers
}

// dropRace takes a player out of a race.
func dropRace(tx *bbolt.Tx, id playerID, key []byte) error {
	row, bad := raceOf(tx, key)
	if bad != nil || row.place(id) < 0 {
		return tx.Bucket(racersBucket).Delete(id.race(key))
	}
	return leave(tx, id, key, row)
}
