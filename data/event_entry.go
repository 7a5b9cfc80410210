package data

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"time"

	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// An account has one attempt at an event: the round that began first, or the worse of two
// for a race. Accounts cost nothing to make and to join, so what a second account played
// must never be worth more than what the first one did.

// An entry is what an account has played of one event.
type entry struct {
	open  bool  // a round of it is open
	began int64 // when that round began, Unix milliseconds
	// played holds the finished rounds with their current class. There is one, or several
	// if accounts were joined.
	played []arcade.Result
}

// since returns when the entry's first round began, in Unix milliseconds.
func (e entry) since() int64 {
	first := int64(0)
	if e.open {
		first = e.began
	}
	for _, r := range e.played {
		if first == 0 || r.StartedAt() < first {
			first = r.StartedAt()
		}
	}
	return first
}

// entriesOf returns an account's entries for events, by slot. It skips rows that cannot
// be read.
func entriesOf(tx *bbolt.Tx, id playerID) map[string]entry {
	entries := map[string]entry{}
	for key := range prefixRows(tx, bestsBucket, id) {
		slot, ok := slotOfBest([]byte(key[len(id):]))
		if !ok {
			continue
		}
		var row bestRow
		if ok, err := get(tx.Bucket(bestsBucket), []byte(key), &row); err != nil || !ok {
			continue
		}
		if r, err := readRound(tx, row.ID); err == nil {
			e := entries[slot]
			e.played = append(e.played, r)
			entries[slot] = e
		}
	}
	for slot, row := range openEvents(tx, id) {
		e := entries[slot]
		e.open, e.began = true, row.Started
		entries[slot] = e
	}
	return entries
}

// openEvents returns an account's open rounds of events, by slot. It skips rows that
// cannot be read.
func openEvents(tx *bbolt.Tx, id playerID) map[string]openGameRow {
	open := map[string]openGameRow{}
	c := tx.Bucket(openGamesBucket).Cursor()
	for k, v := c.Seek(id[:]); bytes.HasPrefix(k, id[:]); k, v = c.Next() {
		var row openGameRow
		slot := string(k[len(id):])
		if _, event := arcade.CutSlot(slot); event != "" && unseal(k, v, &row) == nil {
			open[slot] = row
		}
	}
	return open
}

// begun returns the slots of the events that an account has begun.
func begun(tx *bbolt.Tx, id playerID) map[string]bool {
	slots := map[string]bool{}
	for slot := range openEvents(tx, id) {
		slots[slot] = true
	}
	c := tx.Bucket(bestsBucket).Cursor()
	for k, _ := c.Seek(id[:]); bytes.HasPrefix(k, id[:]); k, _ = c.Next() {
		if slot, ok := slotOfBest(k[len(id):]); ok {
			slots[slot] = true
		}
	}
	return slots
}

// slotOfBest returns the slot of a best, given its key without the player, and reports
// whether the best is of an event.
func slotOfBest(key []byte) (slot string, ok bool) {
	part := strings.Split(string(key), "\x00")
	if len(part) != 3 {
		return "", false
	}
	event, ok := Kind(part[2]).event()
	return arcade.Slot(part[0], event), ok
}

// eventDecisions says what happens to the rounds of events when an account is joined into
// another: which become practice, and which open rounds end.
type eventDecisions struct {
	rulings map[ulid.ULID]string // why a round becomes practice
	mine    map[string]outcome   // for open rounds of the account that stays, by slot
	theirs  map[string]outcome   // for open rounds of the account joined into it, by slot
}

// An outcome says what happens to an open round.
type outcome struct{ ends, practice bool }

const (
	whyAgain   = "The same deal was begun with another of your accounts before."
	whyWorse   = "You were in this race twice: the worse game counts."
	whyYounger = "It was played with an account that is younger than the deal."
)

// decideEvents decides about the events that other has begun, an account that is about to
// be joined into this one. If both have begun a deal, the first attempt counts, and if it
// is still open it ends with the points it has, because its player has seen the deal
// twice. A daily that other has begun counts only if that account is older than the day.
func (a *accountTx) decideEvents(tx *bbolt.Tx, other *accountTx) eventDecisions {
	d := eventDecisions{map[ulid.ULID]string{}, map[string]outcome{}, map[string]outcome{}}
	mine := entriesOf(tx, a.id)
	for slot, theirs := range entriesOf(tx, other.id) {
		_, event := arcade.CutSlot(slot)
		own, both := mine[slot]
		if _, race := event.Race(); race {
			if both && len(own.played)+len(theirs.played) > 0 {
				d.countOnlyWorst(append(own.played, theirs.played...))
			}
			continue
		}
		younger := other.younger(event)
		theirsFirst := both && theirs.since() < own.since()
		if theirsFirst {
			d.makePractice(own, whyAgain)
		} else if both {
			d.makePractice(theirs, whyAgain)
		}
		if younger {
			d.makePractice(theirs, whyYounger)
		}
		d.mine[slot] = outcome{ends: both, practice: theirsFirst}
		d.theirs[slot] = outcome{ends: both, practice: younger || both && !theirsFirst}
	}
	return d
}

// makePractice turns the entry's rounds into practice.
func (d *eventDecisions) makePractice(e entry, why string) {
	for _, r := range e.played {
		if id, err := ulid.ParseStrict(r.ID); err == nil && r.Class != arcade.Practice {
			d.rulings[id] = why
		}
	}
}

// countOnlyWorst turns all rounds of a race but the worst into practice. Of equal rounds
// the oldest counts as the worst.
func (d *eventDecisions) countOnlyWorst(rounds []arcade.Result) {
	worst := rounds[0]
	for _, r := range rounds[1:] {
		if by := worst.RaceRank().Compare(r.RaceRank()); by < 0 || by == 0 && r.ID < worst.ID {
			worst = r
		}
	}
	for _, r := range rounds {
		if r.ID != worst.ID {
			d.makePractice(entry{played: []arcade.Result{r}}, whyWorse)
		}
	}
}

// younger reports whether the account was created after the day of a daily had begun.
func (a *accountTx) younger(e arcade.Event) bool {
	day, ok := e.Day()
	begins, _, err := dayBounds(day)
	return ok && err == nil && a.row.Since >= begins.UnixMilli()
}

// ruled returns a round with the class it will have once the rulings are stored.
func (d eventDecisions) ruled(tx *bbolt.Tx, id ulid.ULID, row roundRow) roundRow {
	row = ruled(tx, id, row)
	if _, ok := d.rulings[id]; ok {
		row.Class = arcade.Practice
	}
	return row
}

// storeRulings stores the rulings. The caller must update the index to match.
func (d eventDecisions) storeRulings(tx *bbolt.Tx, now time.Time) error {
	for id, why := range d.rulings {
		ruling := rulingRow{Class: arcade.Practice, Why: why, At: now.UnixMilli()}
		if err := put(tx.Bucket(rulingsBucket), id[:], ruling); err != nil {
			return err
		}
	}
	return nil
}

// EndDailies ends the dailies that are still open after their grace: they go into the
// history as practice, with the points they have. It returns how many it ended. Each is a
// transaction of its own; damaged ones stay.
func (db *DB) EndDailies(now time.Time) (n int, err error) {
	var open [][]byte
	err = db.scan(openGamesBucket, nil, func(_ *bbolt.Tx, key, _ []byte) bool {
		if stale(key, now) {
			open = append(open, bytes.Clone(key))
		}
		return true
	})
	for _, key := range open {
		if err == nil {
			ended := false
			err = db.write(func(tx *bbolt.Tx) (err error) {
				ended, err = db.endDaily(tx, key, now)
				return err
			})
			if ended && err == nil {
				n++
			}
		}
	}
	if err != nil {
		return n, fmt.Errorf("end the dailies: %w", err)
	}
	return n, nil
}

// stale reports whether the key of an open game is a daily's whose grace is over.
func stale(key []byte, now time.Time) bool {
	if len(key) <= len(playerID{}) {
		return false
	}
	_, e := arcade.CutSlot(string(key[len(playerID{}):]))
	day, ok := e.Day()
	return ok && !DailySealed(day, now)
}

// endDaily ends an open daily as practice and reports whether it did.
func (db *DB) endDaily(tx *bbolt.Tx, key []byte, now time.Time) (bool, error) {
	a, open := accountTx{id: playerID(key[:len(playerID{})])}, openGameRow{}
	ok, err := get(tx.Bucket(openGamesBucket), key, &open)
	if err == nil && ok {
		a.known, err = get(tx.Bucket(playersBucket), a.id[:], &a.row)
	}
	if err == nil && a.known {
		err = a.abandon(tx, db, open, now)
	}
	if errors.Is(err, ErrDamaged) || err == nil && !a.known {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	return true, tx.Bucket(openGamesBucket).Delete(key)
}
