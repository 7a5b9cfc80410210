package data

import (
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// racesMax is how many unfinished races a player can own, as the first of their racers.
// racersMax is how many players can be in one race.
const (
	racesMax  = 3
	racersMax = 32
)

// raceCodeLen is the length of a race's code, in characters of five random bits each.
const raceCodeLen = 6

// racerIDLen is the length of a racer's ID within a race, in characters.
const racerIDLen = 8

// newRaceKey returns a code that no race has.
func newRaceKey(tx *bbolt.Tx) ([]byte, error) {
	for {
		code, err := engine.NewCode(rand.Reader)
		if err != nil {
			return nil, err
		}
		if key := []byte(code[:raceCodeLen]); tx.Bucket(racesBucket).Get(key) == nil {
			return key, nil
		}
	}
}

// OpenRace opens a race and puts the player into it. A player without an account gets
// one. It returns ErrRaces if the player owns three unfinished races, ErrFull if the file
// has no room, and ErrRound if there can be no round of that game and deal. After
// ErrUnknown the race may exist; the next call opens another.
func (p *Player) OpenRace(game string, version int, deal engine.Code, limit time.Duration, now time.Time) (r Race, err error) {
	if _, err := engine.ParseRecord(engine.Record{Game: game, Version: version, Code: deal}.String()); err != nil {
		return Race{}, fmt.Errorf("open a race: %w: %w", ErrRound, err)
	}
	row := raceRow{Game: game, Version: version, Deal: deal, Limit: limit.Milliseconds(), Opened: now.UnixMilli()}
	err = p.changeOrCreate("open a race", now, func(tx *bbolt.Tx, a *accountTx) error {
		switch {
		case p.db.full(tx):
			return ErrFull
		case countOpenRaces(tx, a.id) >= racesMax:
			return ErrRaces
		}
		key, err := newRaceKey(tx)
		if err == nil {
			r, err = a.enrol(tx, key, row)
		}
		return err
	})
	if err != nil {
		return Race{}, err
	}
	return r, nil
}

// JoinRace puts the player into the race with a code, typed in any case. A player without
// an account gets one. If the player is already in the race, it returns the race,
// whatever its state. Otherwise it returns ErrNotFound if there is no such race,
// ErrStarted if it has begun or is over, ErrRaceFull if 32 players are in it, and ErrFull
// if the file has no room.
func (p *Player) JoinRace(code string, now time.Time) (r Race, err error) {
	err = p.changeOrCreate("join a race", now, func(tx *bbolt.Tx, a *accountTx) error {
		key := raceKey(code)
		row, err := raceOf(tx, key)
		switch {
		case err != nil:
			return err
		case row.place(a.id) >= 0:
			r, err = row.race(tx, key, a.id)
			return err
		case !row.isOpen():
			return ErrStarted
		case len(row.Racers) >= racersMax:
			return ErrRaceFull
		case p.db.full(tx):
			return ErrFull
		}
		r, err = a.enrol(tx, key, row)
		return err
	})
	if err != nil {
		return Race{}, err
	}
	return r, nil
}

// changeOrCreate makes a change for the player's account and stores the account if it is
// new. fn checks before it writes; it may run several times.
func (p *Player) changeOrCreate(doing string, now time.Time, fn func(tx *bbolt.Tx, a *accountTx) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.db.write(func(tx *bbolt.Tx) error {
		a, err := p.loadAccount(tx)
		if err != nil {
			return err
		}
		if err := fn(tx, &a); err != nil {
			return err
		}
		if a.known && p.settings == nil {
			return nil
		}
		return a.save(tx, now.UnixMilli())
	})
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	p.markStored()
	return nil
}

// countOpenRaces returns how many unfinished races a player owns, as the first of their
// racers.
func countOpenRaces(tx *bbolt.Tx, id playerID) (n int) {
	for _, code := range racesOf(tx, id) {
		var row raceRow
		value := tx.Bucket(racesBucket).Get(code)
		if !isOver(value) && unseal(code, value, &row) == nil && row.place(id) == 0 {
			n++
		}
	}
	return n
}

// enrol adds the account to a race as the last racer.
func (a *accountTx) enrol(tx *bbolt.Tx, key []byte, row raceRow) (Race, error) {
	row.Racers = append(slices.Clone(row.Racers), racerRow{ID: rand.Text()[:racerIDLen], Player: a.id[:]})
	if err := errors.Join(
		put(tx.Bucket(racesBucket), key, row),
		tx.Bucket(racersBucket).Put(a.id.race(key), []byte{}),
	); err != nil {
		return Race{}, err
	}
	return row.race(tx, key, a.id)
}

// inRace changes a race that the player is in. It returns ErrNotFound if there is no such
// race.
func (p *Player) inRace(doing, code string, fn func(tx *bbolt.Tx, me playerID, key []byte, row raceRow) error) error {
	err := p.db.write(func(tx *bbolt.Tx) error {
		me, known, err := p.id(tx)
		if err != nil {
			return err
		}
		key := raceKey(code)
		row, err := raceOf(tx, key)
		if err == nil && (!known || row.place(me) < 0) {
			err = ErrNotFound
		}
		if err != nil {
			return err
		}
		return fn(tx, me, key, row)
	})
	if err != nil {
		return fmt.Errorf("%s: %w", doing, err)
	}
	p.hadAccount.Store(true)
	return nil
}

// LeaveRace takes the player out of a race that has not begun. If the first racer leaves,
// the next one owns the race; if the last one leaves, the race is deleted. It returns
// ErrNotFound if the player is in no such race, and ErrStarted if it has begun or is
// over.
func (p *Player) LeaveRace(code string) error {
	return p.inRace("leave a race", code, func(tx *bbolt.Tx, me playerID, key []byte, row raceRow) error {
		if !row.isOpen() {
			return ErrStarted
		}
		return leave(tx, me, key, row)
	})
}

// leave takes a player out of a race: before it begins without a trace, later so that the
// place stays. A race that nobody can come back to is deleted.
func leave(tx *bbolt.Tx, id playerID, key []byte, row raceRow) error {
	place := row.place(id)
	row.Racers = slices.Clone(row.Racers)
	if row.isOpen() {
		row.Racers = slices.Delete(row.Racers, place, place+1)
	} else {
		row.Racers[place].Player = nil
	}
	err := tx.Bucket(racersBucket).Delete(id.race(key))
	if row.abandoned() {
		return errors.Join(err, tx.Bucket(racesBucket).Delete(key))
	}
	return errors.Join(err, put(tx.Bucket(racesBucket), key, row))
}

// StartRace sets when the player's race begins, which may be in the future. It returns
// ErrNotFound if the player is not the first racer, and ErrStarted if the race begins at
// another time or is over.
func (p *Player) StartRace(code string, at time.Time) (r Race, err error) {
	err = p.inRace("start a race", code, func(tx *bbolt.Tx, me playerID, key []byte, row raceRow) error {
		switch {
		case row.place(me) != 0:
			return ErrNotFound
		case !row.isOpen() && (row.Started != at.UnixMilli() || row.Ended != 0):
			return ErrStarted
		}
		row.Started = at.UnixMilli()
		if err := put(tx.Bucket(racesBucket), key, row); err != nil {
			return err
		}
		r, err = row.race(tx, key, me)
		return err
	})
	if err != nil {
		return Race{}, err
	}
	return r, nil
}
