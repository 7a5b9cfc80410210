package data

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// A secretRow holds a secret known only to the file, from which the deals of dailies are
// derived.
type secretRow struct {
	Secret []byte `json:"secret"`
}

func newSecret() secretRow {
	secret := make([]byte, sha256.Size)
	_, _ = rand.Read(secret) // it never fails
	return secretRow{secret}
}

// Daily returns the deal of a game's daily for a day such as "2026-11-22". It is the same
// for everybody in this file, and nobody without the file can predict it.
func (db *DB) Daily(game, day string) (code engine.Code, err error) {
	err = db.view(func(tx *bbolt.Tx) error {
		code, err = daily(tx, game, day)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("deal the daily of %.60s: %w", game, err)
	}
	return code, nil
}

func daily(tx *bbolt.Tx, game, day string) (engine.Code, error) {
	var row secretRow
	ok, err := get(tx.Bucket(metaBucket), secretKey, &row)
	if err == nil && !ok {
		err = fmt.Errorf("%w: the secret of its dailies is missing", ErrDamaged)
	}
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, row.Secret)
	_, _ = fmt.Fprintf(mac, "daily %s %s", game, day) // it never fails
	return engine.NewCode(bytes.NewReader(mac.Sum(nil)))
}

// DailyGrace is how long after its day a daily that was begun in time can still be
// finished and count.
const DailyGrace = time.Hour

// dayBounds returns when a day such as "2026-11-22" (UTC) begins and ends.
func dayBounds(day string) (begins, over time.Time, err error) {
	begins, err = time.Parse(time.DateOnly, day)
	return begins, begins.AddDate(0, 0, 1), err
}

// DailySealed reports whether the deal of a day's daily must stay secret because somebody
// may still play it: until the day and its grace are over. Days to come are sealed too.
func DailySealed(day string, now time.Time) bool {
	_, over, err := dayBounds(day)
	return err == nil && now.Before(over.Add(DailyGrace))
}

// Begin begins the player's round of a game on an event. It stores the round before any
// move is made, and returns it with its Rev once it is on the disk. Nobody sees the deal
// of an event earlier, so every account that has seen it has a row that says so. After
// ErrUnknown the call may be repeated.
//
// It returns ErrConflict if the round is already open, and ErrPlayed if it is over, in
// this account or in one deleted since that had a key of this one. It returns ErrOver if
// the day of the daily, or the race, is over; ErrRound if the player is not in the race,
// the race has not begun, or it is of another game; and ErrFull if the file has no room.
func (p *Player) Begin(g engine.Game, e arcade.Event, now time.Time) (arcade.Saved, arcade.Rev, error) {
	info := g.Info()
	slot, rev := arcade.Slot(info.ID, e), newRev()
	var s arcade.Saved
	err := p.saving(slot, rev, 0, func(tx *bbolt.Tx, a *accountTx) error {
		if p.db.full(tx) {
			return ErrFull
		}
		code, err := a.deal(tx, info, e, now)
		if err != nil {
			return err
		}
		s = arcade.Save(engine.NewRound(g, code))
		s.Event, s.Started = e, now.UnixMilli()
		row, err := newOpenGameRow(s, rev)
		if err != nil {
			return err
		}
		if err := a.save(tx, now.UnixMilli()); err != nil {
			return err
		}
		return put(tx.Bucket(openGamesBucket), a.id.openGame(slot), row)
	})
	if err != nil {
		return arcade.Saved{}, 0, fmt.Errorf("begin %s: %w", slot, err)
	}
	return s, rev, nil
}

// deal returns the deal of a game on an event to an account that may begin it now.
func (a *accountTx) deal(tx *bbolt.Tx, game engine.Info, e arcade.Event, now time.Time) (engine.Code, error) {
	if _, played, err := eventRound(tx, a.id, game.ID, e); err != nil {
		return "", err
	} else if played {
		return "", ErrPlayed
	}
	if code, ok := e.Race(); ok {
		return a.dealRace(tx, game, code)
	}
	day, ok := e.Day()
	begins, over, err := dayBounds(day)
	switch {
	case !ok || err != nil:
		return "", fmt.Errorf("%w: there is no event %.40q", ErrRound, e)
	case now.Before(begins) || !now.Before(over):
		return "", ErrOver
	}
	if played, err := a.begunByKey(tx, arcade.Slot(game.ID, e)); err != nil {
		return "", err
	} else if played {
		return "", ErrPlayed
	}
	return daily(tx, game.ID, day)
}

// eventRound returns a player's round of a game on an event, whatever its class. A joined
// account may have several, and Kind.better chooses. Of equal rounds of a race it chooses
// the older; of a daily, the one of the better class, because the other was turned into
// practice.
func eventRound(tx *bbolt.Tx, id playerID, game string, e arcade.Event) (r arcade.Result, ok bool, err error) {
	for _, class := range arcade.Classes() {
		var row bestRow
		has, err := get(tx.Bucket(bestsBucket), id.best(game, class, On(e)), &row)
		if err != nil {
			return r, false, err
		}
		if !has {
			continue
		}
		stored, err := round(tx, id, row.ID)
		if err != nil {
			return r, false, err
		}
		found, err := decodeRound(stored, row.ID)
		if err != nil {
			return r, false, err
		}
		_, race := e.Race()
		if kind := On(e); !ok || kind.better(found, r) || race && !kind.better(r, found) && found.ID < r.ID {
			r, ok = found, true
		}
	}
	return r, ok, nil
}

// EventRound returns the player's finished round of a game on an event, whatever its class,
// and reports whether there is one.
func (p *Player) EventRound(game string, e arcade.Event) (r arcade.Result, ok bool, err error) {
	err = p.view(func(tx *bbolt.Tx) error {
		id, known, err := p.id(tx)
		if err == nil && known {
			r, ok, err = eventRound(tx, id, game, e)
		}
		return err
	})
	if err != nil {
		return arcade.Result{}, false, fmt.Errorf("read the round of %s: %w", e, err)
	}
	return r, ok, nil
}

// Streak returns how many days in a row the player has played the daily of a game so that
// it counted, and the longest such streak so far. The current streak ends on day, or on
// the day before if the player has not played on day yet.
func (p *Player) Streak(game, day string) (now, longest int, err error) {
	var days []string
	err = p.view(func(tx *bbolt.Tx) error {
		days = nil
		id, known, err := p.id(tx)
		if err != nil || !known {
			return err
		}
		prefix := id.best(game, arcade.Counted, On(arcade.DailyEvent("")))
		c := tx.Bucket(bestsBucket).Cursor()
		for k, _ := c.Seek(prefix); bytes.HasPrefix(k, prefix); k, _ = c.Next() {
			days = append(days, string(k[len(prefix):]))
		}
		return nil
	})
	if err != nil {
		return 0, 0, fmt.Errorf("count days of %.60s: %w", game, err)
	}
	last := ""
	for _, d := range days { // in order, as keys are
		if d > day { // day is in the past, or the clock was set back
			break
		}
		if now++; last != dayBefore(d) {
			now = 1
		}
		last, longest = d, max(longest, now)
	}
	if last != day && last != dayBefore(day) {
		now = 0
	}
	return now, longest, nil
}

// dayBefore returns the day before day, or "" if day is not a date.
func dayBefore(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}

// brokenSecret reports, at the row of the version, that the secret of the dailies is
// missing or cannot be read.
func brokenSecret(tx *bbolt.Tx, key, _ []byte) string {
	var row secretRow
	if !bytes.Equal(key, versionKey) {
		return ""
	}
	switch ok, err := get(tx.Bucket(metaBucket), secretKey, &row); {
	case err != nil:
		return fmt.Sprintf("The secret of the dailies cannot be read: %v.", err)
	case !ok:
		return "The secret of the dailies is missing."
	}
	return ""
}

// repairSecret makes a new secret, because nothing says what the old one was. Dailies from
// now on have other deals; those already played stay as they are.
func repairSecret(tx *bbolt.Tx, _, _ []byte) error {
	return put(tx.Bucket(metaBucket), secretKey, newSecret())
}
