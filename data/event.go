package data

import (
	"bytes"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"time"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// A secretRow is what nobody knows but the file: the deals of dailies come from it.
type secretRow struct {
	Secret []byte `json:"secret"`
}

func newSecret() secretRow {
	secret := make([]byte, sha256.Size)
	_, _ = rand.Read(secret) // it never fails
	return secretRow{secret}
}

// Daily is the deal of a game's daily, for a day such as "2026-11-22": the same for
// everybody in this file, and not to be foreseen by anybody else.
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
		err = fmt.Errorf("%w: the secret of its dailies is gone", ErrDamaged)
	}
	if err != nil {
		return "", err
	}
	mac := hmac.New(sha256.New, row.Secret)
	_, _ = fmt.Fprintf(mac, "daily %s %s", game, day) // it never fails
	return engine.NewCode(bytes.NewReader(mac.Sum(nil)))
}

// DailyGrace is how long after its day a daily that was begun in time can still be
// finished so that it counts.
const DailyGrace = time.Hour

// dayBounds returns when a day such as "2026-11-22" (UTC) begins and when it is over.
func dayBounds(day string) (begins, over time.Time, err error) {
	begins, err = time.Parse(time.DateOnly, day)
	return begins, begins.AddDate(0, 0, 1), err
}

// DailySealed reports whether somebody may still be playing the daily of a day, so that
// nobody may be told its deal: until the day and its grace are over, and on days to come.
func DailySealed(day string, now time.Time) bool {
	_, over, err := dayBounds(day)
	return err == nil && now.Before(over.Add(DailyGrace))
}

// Begin begins the player's round of a game on an event: it stores it with no move made,
// and returns it and its Rev when that is on the disk. Nobody sees the deal of an event
// before, so an account that has seen it has a row that says so. After ErrUnknown the
// same call may be made again.
//
// ErrConflict where the round is open already and ErrPlayed where it is over, in this
// account or in one that was deleted since with a key of this one; ErrOver where the day
// of a daily or the race is over; ErrRound where the player is not in the race, it has not
// begun, or it is of another game; ErrFull where the file has no room.
func (p *Player) Begin(g engine.Game, e engine.Event, now time.Time) (engine.Saved, engine.Rev, error) {
	info := g.Info()
	slot, rev := engine.Slot(info.ID, e), newRev()
	var s engine.Saved
	err := p.saving(slot, rev, 0, func(tx *bbolt.Tx, a *seat) error {
		if p.db.full(tx) {
			return ErrFull
		}
		code, err := a.deal(tx, info, e, now)
		if err != nil {
			return err
		}
		s = engine.NewRound(g, code).Saved()
		s.Event, s.Started = e, now.UnixMilli()
		row, err := newLiveRow(s, rev)
		if err != nil {
			return err
		}
		if err := a.keep(tx, now.UnixMilli()); err != nil {
			return err
		}
		return put(tx.Bucket(liveBucket), a.id.live(slot), row)
	})
	if err != nil {
		return engine.Saved{}, 0, fmt.Errorf("begin %s: %w", slot, err)
	}
	return s, rev, nil
}

// deal returns the deal of a game on an event to an account that may begin it now.
func (s *seat) deal(tx *bbolt.Tx, game engine.Info, e engine.Event, now time.Time) (engine.Code, error) {
	if _, played, err := attempt(tx, s.id, game.ID, e); err != nil {
		return "", err
	} else if played {
		return "", ErrPlayed
	}
	if code, ok := e.Race(); ok {
		return s.dealRace(tx, game, code)
	}
	day, ok := e.Day()
	begins, over, err := dayBounds(day)
	switch {
	case !ok || err != nil:
		return "", fmt.Errorf("%w: there is no event %.40q", ErrRound, e)
	case now.Before(begins) || !now.Before(over):
		return "", ErrOver
	}
	if played, err := s.buried(tx, engine.Slot(game.ID, e)); err != nil {
		return "", err
	} else if played {
		return "", ErrPlayed
	}
	return daily(tx, game.ID, day)
}

// attempt is a player's round of a game on an event, whatever it counts for. Of an
// account that was joined into another there may be several, of which Kind.better
// chooses, and counts of equal ones.
func attempt(tx *bbolt.Tx, id playerID, game string, e engine.Event) (r engine.Result, ok bool, err error) {
	for _, class := range engine.Classes() {
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
		if !ok || On(e).better(found, r) || !On(e).better(r, found) && counts(found, r) {
			r, ok = found, true
		}
	}
	return r, ok, nil
}

// counts reports whether of two equal rounds of an event the first is the attempt: the one
// that is not practice, or the older.
func counts(r, o engine.Result) bool {
	if practice := r.Class == engine.Practice; practice != (o.Class == engine.Practice) {
		return !practice
	}
	return r.ID < o.ID
}

// Attempt returns the player's round of a game on an event that is over, whatever it
// counts for, and whether there is one.
func (p *Player) Attempt(game string, e engine.Event) (r engine.Result, ok bool, err error) {
	err = p.view(func(tx *bbolt.Tx) error {
		id, known, err := p.id(tx)
		if err == nil && known {
			r, ok, err = attempt(tx, id, game, e)
		}
		return err
	})
	if err != nil {
		return engine.Result{}, false, fmt.Errorf("read the round of %s: %w", e, err)
	}
	return r, ok, nil
}

// Streak is on how many days in a row the player has played the daily of a game so
// that it counts, up to a day, or the one before where that was
// not played yet; and the most until then.
func (p *Player) Streak(game, day string) (now, longest int, err error) {
	var days []string
	err = p.view(func(tx *bbolt.Tx) error {
		days = nil
		id, known, err := p.id(tx)
		if err != nil || !known {
			return err
		}
		prefix := id.best(game, engine.Counted, On(engine.Daily("")))
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
		if d > day { // of a past day, or the clock was set back
			break
		}
		if now++; last != before(d) {
			now = 1
		}
		last, longest = d, max(longest, now)
	}
	if last != day && last != before(day) {
		now = 0
	}
	return now, longest, nil
}

// before is the day before one, "" for what is none.
func before(day string) string {
	t, err := time.Parse(time.DateOnly, day)
	if err != nil {
		return ""
	}
	return t.AddDate(0, 0, -1).Format(time.DateOnly)
}

// brokenSecret finds, at the version, that the secret of the dailies is gone or cannot
// be read.
func brokenSecret(tx *bbolt.Tx, key, _ []byte) string {
	var row secretRow
	if !bytes.Equal(key, versionKey) {
		return ""
	}
	switch ok, err := get(tx.Bucket(metaBucket), secretKey, &row); {
	case err != nil:
		return fmt.Sprintf("The secret of the dailies cannot be read: %v.", err)
	case !ok:
		return "The secret of the dailies is gone."
	}
	return ""
}

// mendSecret makes another: nothing tells what it was. The dailies from here on have
// other deals; those that were played stay as they are.
func mendSecret(tx *bbolt.Tx, _, _ []byte) error {
	return put(tx.Bucket(metaBucket), secretKey, newSecret())
}
