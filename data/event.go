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

// enter holds a round that begins to what its event asks: its deal, and that it is
// the player's first.
func (s *seat) enter(tx *bbolt.Tx, r engine.Record, e engine.Event) error {
	if e == "" {
		return nil
	}
	switch _, played, err := attempt(tx, s.id, r.Game, e); {
	case err != nil:
		return err
	case played:
		return ErrPlayed
	}
	if code, ok := e.Race(); ok {
		return s.enterRace(tx, r, code)
	}
	day, ok := e.Day()
	if !ok {
		return fmt.Errorf("%w: there is no event %.40q", ErrRound, e)
	}
	code, err := daily(tx, r.Game, day)
	if err == nil && code != r.Code {
		err = fmt.Errorf("%w: deal %s is not that of %s", ErrRound, r.Code, e)
	}
	return err
}

// attempt is a player's round of a game on an event, whatever it counts for. Of an
// account that was joined into another there may be two: it is the first.
func attempt(tx *bbolt.Tx, id playerID, game string, e engine.Event) (r engine.Result, ok bool, err error) {
	var first bestRow
	for _, class := range engine.Classes() {
		var row bestRow
		has, err := get(tx.Bucket(bestsBucket), id.best(game, class, On(e)), &row)
		if err != nil {
			return r, false, err
		}
		if has && (!ok || row.ID.Compare(first.ID) < 0) {
			first, ok = row, true
		}
	}
	if !ok {
		return r, false, nil
	}
	stored, err := round(tx, id, first.ID)
	if err != nil {
		return r, false, err
	}
	r, err = decodeRound(stored, first.ID)
	return r, err == nil, err
}

// Attempt is the player's round of a game on an event, whatever it counts for; ok
// tells whether it was played.
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
// that it counts (product.md, section 3), up to a day, or the one before where that was
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
