package data

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// dealRace returns the deal of a race to one of its racers.
func (s *seat) dealRace(tx *bbolt.Tx, game engine.Info, code string) (engine.Code, error) {
	row, err := raceOf(tx, []byte(code))
	switch {
	case err != nil && !errors.Is(err, ErrNotFound):
		return "", err
	case err != nil || row.place(s.id) < 0:
		return "", fmt.Errorf("%w: you are in no race %.20q", ErrRound, code)
	case row.Ended != 0:
		return "", ErrOver
	case row.Started == 0:
		return "", fmt.Errorf("%w: race %s has not begun", ErrRound, code)
	case row.Game != game.ID || row.Version != game.Version:
		return "", fmt.Errorf("%w: race %s is not of %s with rules of version %d", ErrRound, code, game.ID, game.Version)
	}
	return row.Deal, nil
}

// EndRace ends a race: the open rounds of its racers go into the history with the
// points they have and the time that the race took, those without a move too, and nobody begins another. To end
// it again changes nothing. Each round is a transaction of its own, and the last makes
// it over; where it was cut off the race is not over yet, and is ended by another call.
// An open round that cannot be read stays as it is. ErrNotFound where there is no such
// race.
func (db *DB) EndRace(code string, now time.Time) (r Race, err error) {
	key := raceKey(code)
	var open []playerID
	err = db.view(func(tx *bbolt.Tx) error {
		row, err := raceOf(tx, key)
		if err == nil && row.Ended == 0 {
			open = row.open(tx, key)
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

// endRace makes a race over, and stops those who have begun in the meantime.
func (db *DB) endRace(tx *bbolt.Tx, key []byte, now time.Time) (Race, error) {
	row, err := raceOf(tx, key)
	if err != nil {
		return Race{}, err
	}
	if row.Ended == 0 {
		for _, id := range row.open(tx, key) {
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

// slot is what the open rounds of a race go by.
func (row raceRow) slot(key []byte) string { return engine.Slot(row.Game, engine.Race(string(key))) }

// open is the racers who have an open round of the race.
func (row raceRow) open(tx *bbolt.Tx, key []byte) (ids []playerID) {
	for _, racer := range row.Racers {
		if len(racer.Player) != len(playerID{}) {
			continue
		}
		if id := playerID(racer.Player); tx.Bucket(liveBucket).Get(id.live(row.slot(key))) != nil {
			ids = append(ids, id)
		}
	}
	return ids
}

// stop puts a racer's open round of the race into the history. What is damaged must
// not keep the race of others from its end, and stays.
func (row raceRow) stop(tx *bbolt.Tx, db *DB, key []byte, id playerID, now time.Time) error {
	live := id.live(row.slot(key))
	var round liveRow
	ok, err := get(tx.Bucket(liveBucket), live, &round)
	s := seat{id: id}
	if err == nil && ok {
		s.known, err = get(tx.Bucket(playersBucket), id[:], &s.row)
	}
	if err == nil && s.known {
		// Who hangs up must not have been quicker than who plays until the end.
		round.Millis, round.Span = max(round.Millis, min(now.UnixMilli()-row.Started, row.Limit)), 0
		err = s.abandon(tx, db, round, now)
	}
	switch {
	case errors.Is(err, ErrDamaged):
		return nil
	case err != nil || !s.known:
		return err
	}
	return tx.Bucket(liveBucket).Delete(live)
}

// takeRaces gives the account the other's places in races. Where both are in one the
// account has the place of who came first.
func (s *seat) takeRaces(tx *bbolt.Tx, other *seat) error {
	racers := tx.Bucket(racersBucket)
	for _, key := range racesOf(tx, other.id) {
		if err := errors.Join(racers.Delete(other.id.race(key)), racers.Put(s.id.race(key), []byte{})); err != nil {
			return err
		}
		row, err := raceOf(tx, key)
		if err != nil || row.place(other.id) < 0 {
			continue // it moves along as it is
		}
		row.give(other.id, s.id)
		if err := put(tx.Bucket(racesBucket), key, row); err != nil {
			return err
		}
	}
	return nil
}

// give makes all places of a player's another's, who has one of them in the end: the
// first.
func (row *raceRow) give(from, to playerID) {
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
