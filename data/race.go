package data

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// A Race is a race as a player sees it: with the racers' results but not their moves. Its
// rounds are those of the event engine.Race(Code).
type Race struct {
	Code    string // six unambiguous capitals and digits, unique to the race
	Game    string // the ID
	Version int    // of its rules
	Deal    engine.Code
	Limit   time.Duration // counted from Started
	Opened  time.Time
	Started time.Time // zero: not yet. It may be in the future
	Ended   time.Time // zero: not yet
	Racers  []Racer   // in order of joining; before the start the first one may start it
}

// Through reports whether the race was started and nobody is left whose round it waits
// for: each racer has a result, or has deleted the account.
func (r Race) Through() bool {
	return !r.Started.IsZero() && !slices.ContainsFunc(r.Racers, func(o Racer) bool { return o.Result == nil && !o.Gone })
}

// A Racer is one of a race. Who has deleted the account since is a racer without a
// nick and without a result.
type Racer struct {
	ID     string         // unique within the race; it reveals nothing about the account
	Nick   string         // "" if the player has chosen none
	Mine   bool           // it is the player who asks
	Gone   bool           // the account was deleted
	Result *arcade.Result // nil: none yet. Of its record there is the number of moves and nothing else
}

// A raceRow is a race as stored. Results are not part of it: they are the racers' rounds
// of the race's event.
type raceRow struct {
	Game    string      `json:"game"`
	Version int         `json:"version"`
	Deal    engine.Code `json:"deal"`
	Limit   int64       `json:"limit"` // milliseconds
	Opened  int64       `json:"opened"`
	Started int64       `json:"started,omitempty"`
	Ended   int64       `json:"ended,omitempty"`
	Racers  []racerRow  `json:"racers"`
}

type racerRow struct {
	ID     string `json:"id"`
	Player []byte `json:"player,omitempty"` // nil: the account was deleted
}

// isOver reports whether a stored race is over, without decoding it.
func isOver(value []byte) bool { return bytes.Contains(value, []byte(`"ended":`)) }

// isOpen reports whether the race was neither started nor ended, so that racers may still
// join and leave.
func (row raceRow) isOpen() bool { return row.Started == 0 && row.Ended == 0 }

// place returns the player's index among the racers, or -1.
func (row raceRow) place(id playerID) int {
	return slices.IndexFunc(row.Racers, func(r racerRow) bool { return bytes.Equal(r.Player, id[:]) })
}

// abandoned reports whether no racer has an account any more.
func (row raceRow) abandoned() bool {
	return !slices.ContainsFunc(row.Racers, func(r racerRow) bool { return len(r.Player) > 0 })
}

// race returns the key of a player's race in racers.
func (p playerID) race(code []byte) []byte { return append(p[:], code...) }

// raceKey returns what a race is stored under, however its code was typed.
func raceKey(code string) []byte {
	code = strings.ToUpper(code)
	return []byte(strings.NewReplacer("-", "", " ", "", "O", "0", "I", "1", "L", "1").Replace(code))
}

// raceOf returns the race with a code, or ErrNotFound.
func raceOf(tx *bbolt.Tx, key []byte) (row raceRow, err error) {
	ok, err := get(tx.Bucket(racesBucket), key, &row)
	if err == nil && !ok {
		err = ErrNotFound
	}
	return row, err
}

// race returns the race as me sees it; the zero ID is nobody. Details of a racer that
// cannot be read are left out.
func (row raceRow) race(tx *bbolt.Tx, key []byte, me playerID) (Race, error) {
	r := Race{
		Code: string(key), Game: row.Game, Version: row.Version, Deal: row.Deal,
		Limit:  time.Duration(row.Limit) * time.Millisecond,
		Opened: fromMillis(row.Opened), Started: fromMillis(row.Started), Ended: fromMillis(row.Ended),
	}
	for _, racer := range row.Racers {
		seen := Racer{ID: racer.ID, Gone: len(racer.Player) == 0}
		if len(racer.Player) == len(me) {
			id := playerID(racer.Player)
			var player playerRow
			if _, err := get(tx.Bucket(playersBucket), id[:], &player); err == nil {
				seen.Nick = player.Nick
			}
			if seen.Gone = player.Gone; seen.Gone {
				r.Racers = append(r.Racers, seen)
				continue
			}
			seen.Mine = id == me
			result, err := row.result(tx, r.Code, id)
			if err != nil {
				return Race{}, err
			}
			if result != nil {
				result.Record = redacted(result.Record)
			}
			seen.Result = result
		}
		r.Racers = append(r.Racers, seen)
	}
	return r, nil
}

// result returns a player's round of the race, or nil if there is none that can be read.
func (row raceRow) result(tx *bbolt.Tx, code string, id playerID) (*arcade.Result, error) {
	r, ok, err := eventRound(tx, id, row.Game, arcade.RaceEvent(code))
	if errors.Is(err, ErrDamaged) {
		return nil, nil
	}
	if err != nil || !ok {
		return nil, err
	}
	return &r, nil
}

// fromMillis converts Unix milliseconds to a time; 0 becomes the zero time.
func fromMillis(millis int64) time.Time {
	if millis == 0 {
		return time.Time{}
	}
	return time.UnixMilli(millis)
}

// Race returns a race that the player is in, or ErrNotFound.
func (p *Player) Race(code string) (r Race, err error) {
	err = p.view(func(tx *bbolt.Tx) error {
		me, known, err := p.id(tx)
		if err != nil {
			return err
		}
		row, err := raceOf(tx, raceKey(code))
		if err == nil && (!known || row.place(me) < 0) {
			err = ErrNotFound
		}
		if err == nil {
			r, err = row.race(tx, raceKey(code), me)
		}
		return err
	})
	if err != nil {
		return Race{}, fmt.Errorf("read race %.20q: %w", code, err)
	}
	return r, nil
}

// Races returns up to n of the races that the player is or was in, the newest first.
// Damaged ones are left out.
func (p *Player) Races(n int) ([]Race, error) {
	type opened struct {
		code string
		at   int64
	}
	var all []opened
	err := p.eachRace(func(_ *bbolt.Tx, _ playerID, code []byte, row raceRow) error {
		all = append(all, opened{string(code), row.Opened})
		return nil
	})
	if err != nil {
		return nil, fmt.Errorf("list the races: %w", err)
	}
	slices.SortFunc(all, func(a, b opened) int {
		return cmp.Or(cmp.Compare(b.at, a.at), strings.Compare(a.code, b.code))
	})
	var races []Race
	for _, o := range all[:min(n, len(all))] {
		switch r, err := p.Race(o.code); {
		case errors.Is(err, ErrNotFound): // deleted in the meantime
		case err != nil:
			return nil, err
		default:
			races = append(races, r)
		}
	}
	return races, nil
}

// racesAtOnce is how many races one transaction reads with their results.
const racesAtOnce = 16

// eachRace calls fn for each readable race that the player is in.
func (p *Player) eachRace(fn func(tx *bbolt.Tx, me playerID, code []byte, row raceRow) error) error {
	var codes [][]byte
	if err := p.view(func(tx *bbolt.Tx) error {
		me, known, err := p.id(tx)
		if err == nil && known {
			codes = racesOf(tx, me)
		}
		return err
	}); err != nil {
		return err
	}
	for some := range slices.Chunk(codes, racesAtOnce) {
		if err := p.view(func(tx *bbolt.Tx) error {
			me, _, err := p.id(tx)
			if err != nil {
				return err
			}
			for _, code := range some {
				row, err := raceOf(tx, code)
				if err != nil || row.place(me) < 0 {
					continue
				}
				if err := fn(tx, me, code, row); err != nil {
					return err
				}
			}
			return nil
		}); err != nil {
			return err
		}
	}
	return nil
}

// racesOf returns the codes of a player's races.
func racesOf(tx *bbolt.Tx, id playerID) (codes [][]byte) {
	c := tx.Bucket(racersBucket).Cursor()
	for k, _ := c.Seek(id[:]); bytes.HasPrefix(k, id[:]); k, _ = c.Next() {
		codes = append(codes, bytes.Clone(k[len(id):]))
	}
	return codes
}

// OpenRaces returns all unfinished races, for a server that starts up. Damaged ones are
// left out.
func (db *DB) OpenRaces() ([]Race, error) {
	var races []Race
	var failed error
	err := db.scan(racesBucket, nil, func(tx *bbolt.Tx, key, value []byte) bool {
		var row raceRow
		if isOver(value) || unseal(key, value, &row) != nil {
			return true
		}
		r, err := row.race(tx, key, playerID{})
		if failed = err; err == nil {
			races = append(races, r)
		}
		return err == nil
	})
	if err = errors.Join(err, failed); err != nil {
		return nil, fmt.Errorf("list the unfinished races: %w", err)
	}
	return races, nil
}
