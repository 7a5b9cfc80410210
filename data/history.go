package data

import (
	"bytes"
	"errors"
	"fmt"
	"time"

	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// appendFill is how full a page is when it is split: rounds are stored in order of time,
// and none is inserted into earlier pages later.
const appendFill = 0.95

// Finish stores a finished round, ends the open game of its slot and updates the player's
// bests, sums and boards. It returns the round with its ID once all of that is on the
// disk. prev is the Rev of the open game it ends, or 0 if no game may be open. If the
// stored Rev differs, nothing is written and the error is arcade.ErrConflict. A round
// that is already stored is returned whatever prev is, so a Finish that returned
// ErrUnknown may be repeated with the same result.
//
// A negative time is stored as 0, and a span shorter than the time as the time. A round
// of an event must have begun with [Player.Begin]. A daily that ends after its grace
// becomes practice, because others know the deal by then, and a round of a race that had
// help is assisted, not counted.
func (p *Player) Finish(r arcade.Result, prev arcade.Rev) (arcade.Result, error) {
	slot := r.Slot()
	r.Millis = max(0, r.Millis)
	r.Span = max(r.Span, r.Millis)
	r = adjustClass(r)
	if err := p.db.verify(r); err != nil {
		return arcade.Result{}, fmt.Errorf("finish %.60s: %w", slot, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh := false
	err := p.db.write(func(tx *bbolt.Tx) error {
		a, err := p.loadAccount(tx)
		if err != nil {
			return err
		}
		row, id, err := newRoundRow(a.id, r)
		if err != nil {
			return err
		}
		r.ID = id.String()
		if there, err := a.storedID(tx, id, r); err != nil || there != "" {
			r.ID, fresh = there, false
			return err
		}
		fresh = true
		if err := p.checkRev(tx, a.id, slot, prev); err != nil {
			return err
		}
		if prev == 0 && r.Event != "" {
			return errUnbegun
		}
		if err := a.store(tx, row, id, r); err != nil {
			return err
		}
		return tx.Bucket(openGamesBucket).Delete(a.id.openGame(slot))
	})
	if err != nil {
		return arcade.Result{}, fmt.Errorf("finish %.60s: %w", slot, err)
	}
	if fresh {
		p.markGameStored(slot)
	}
	return r, nil
}

// adjustClass returns the round of an event with the class it deserves: a daily that ended
// after its grace is practice, and a round of a race that had help is at most assisted.
func adjustClass(r arcade.Result) arcade.Result {
	if day, ok := r.Event.Day(); ok && !DailySealed(day, time.UnixMilli(r.Ended)) {
		r.Class = arcade.Practice
	}
	if _, race := r.Event.Race(); race && r.Class == arcade.Counted && r.Tally.Assisted() {
		r.Class = arcade.Assisted
	}
	return r
}

// verify replays a round that would be ranked. A round whose game, or version of the
// rules, is not here any more is trusted: both were when the round was opened.
func (db *DB) verify(r arcade.Result) error {
	if db.options.find == nil || !r.Class.Ranked() {
		return nil
	}
	if g, ok := db.options.find(r.Record.Game); !ok || g.Info().Version != r.Record.Version {
		return nil
	}
	score, err := db.final(r.Record)
	if err == nil && score != r.Score {
		err = fmt.Errorf("its record comes to %+v and not to %+v", score, r.Score)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrRound, err)
	}
	return nil
}

// storedID returns the ID under which the account already has the round, or "" if it does
// not. A round stored for a player who was joined into this one has the ID it got there.
func (a *accountTx) storedID(tx *bbolt.Tx, id ulid.ULID, r arcade.Result) (string, error) {
	if !a.known {
		return "", nil
	}
	if inHistory(tx, [][]byte{a.id[:]}, id) {
		return id.String(), nil
	}
	for _, joined := range a.row.Joined {
		_, old, err := newRoundRow(playerID(joined), r)
		if err != nil {
			return "", err
		}
		if inHistory(tx, [][]byte{joined}, old) {
			return old.String(), nil
		}
	}
	return "", nil
}

// store writes everything a finished round changes except the open game.
func (a *accountTx) store(tx *bbolt.Tx, row roundRow, id ulid.ULID, r arcade.Result) error {
	if r.Class != arcade.Imported { // the chain covers only what was played here
		row.Prev = a.row.Tip
	}
	value, err := seal(id[:], row)
	if err != nil {
		return err
	}
	if r.Class != arcade.Imported {
		a.row.Rounds++
		a.row.Tip = hash(id[:], value)
	}
	if err := a.save(tx, r.Ended); err != nil {
		return err
	}
	rounds := tx.Bucket(roundsBucket)
	rounds.FillPercent = appendFill
	return errors.Join(
		a.index(tx, id, r),
		rounds.Put(id[:], value),
		tx.Bucket(historyBucket).Put(a.id.history(id), []byte{}),
	)
}

// round reads one of a player's rounds, with its current class.
func round(tx *bbolt.Tx, owner playerID, id ulid.ULID) (roundRow, error) {
	var row roundRow
	ok, err := get(tx.Bucket(roundsBucket), id[:], &row)
	if err == nil && ok {
		by := owner
		if !bytes.Equal(row.Player, owner[:]) {
			by, err = ownerOf(tx, row)
		}
		ok = by == owner
	}
	if err == nil && !ok {
		err = fmt.Errorf("%w: round %s is in an index but is not the player's", ErrDamaged, id)
	}
	return ruled(tx, id, row), err
}

// ownerOf returns the player a round belongs to now: the one it was stored for, or the
// one that player was joined into.
func ownerOf(tx *bbolt.Tx, row roundRow) (id playerID, err error) {
	owner, player := row.Player, playerRow{}
	if _, err = get(tx.Bucket(playersBucket), owner, &player); len(player.Into) > 0 {
		owner = player.Into
	}
	if err == nil && len(owner) != len(id) {
		err = fmt.Errorf("%w: %x is not a player", ErrDamaged, owner)
	}
	if err != nil {
		return id, err
	}
	return playerID(owner), nil
}

func decodeRound(row roundRow, id ulid.ULID) (arcade.Result, error) {
	r, err := row.result(id)
	if err != nil {
		return r, fmt.Errorf("%w: round %s: %w", ErrDamaged, id, err)
	}
	return r, nil
}

// A storedRound is a round as one transaction copied it.
type storedRound struct {
	id  ulid.ULID
	row roundRow
}

// rounds returns up to n of the player's rounds, the newest first, that are older than
// before; the zero ULID sets no limit.
func (p *Player) rounds(before ulid.ULID, n int) ([]storedRound, error) {
	var rounds []storedRound
	err := p.view(func(tx *bbolt.Tx) error {
		rounds = nil
		owner, known, err := p.id(tx)
		if err != nil || !known {
			return err
		}
		t := newestFirst(tx, membersOf(tx, owner), before)
		for len(rounds) < n {
			id, ok := t.next()
			if !ok {
				break
			}
			row, err := round(tx, owner, id)
			if err != nil {
				return err
			}
			rounds = append(rounds, storedRound{id, row})
		}
		return nil
	})
	return rounds, err
}

// historyID returns the round's ID in a key of the history.
func historyID(key []byte) (id ulid.ULID, err error) {
	if len(key) != len(playerID{})+len(id) {
		return id, fmt.Errorf("%w: history has a key of %d bytes", ErrDamaged, len(key))
	}
	copy(id[:], key[len(playerID{}):])
	return id, nil
}

// History returns up to n of the player's rounds, the newest first: those that ended
// before the round with the ID before, or the latest ones if before is "".
func (p *Player) History(before string, n int) ([]arcade.Result, error) {
	var bound ulid.ULID
	if before != "" {
		var err error
		if bound, err = ulid.ParseStrict(before); err != nil {
			return nil, fmt.Errorf("history before %.40q: %w", before, ErrNotFound)
		}
		if bound.IsZero() { // nothing comes before the least of all IDs
			return nil, nil
		}
	}
	rounds, err := p.rounds(bound, n)
	if err != nil {
		return nil, fmt.Errorf("read history: %w", err)
	}
	var results []arcade.Result
	for _, round := range rounds {
		r, err := decodeRound(round.row, round.id)
		if err != nil {
			return nil, fmt.Errorf("read history: %w", p.db.withPath(err))
		}
		results = append(results, r)
	}
	return results, nil
}

// Result returns the player's round with an ID. It returns ErrNotFound if there is none,
// or if it is another player's.
func (p *Player) Result(id string) (arcade.Result, error) {
	var r arcade.Result
	err := ErrNotFound
	if key, bad := ulid.ParseStrict(id); bad == nil {
		err = p.view(func(tx *bbolt.Tx) error {
			owner, known, err := p.id(tx)
			if err != nil {
				return err
			}
			if !known || !inHistory(tx, membersOf(tx, owner), key) {
				return ErrNotFound
			}
			row, err := round(tx, owner, key)
			if err != nil {
				return err
			}
			r, err = decodeRound(row, key)
			return err
		})
	}
	if err != nil {
		return arcade.Result{}, fmt.Errorf("read round %.40q: %w", id, err)
	}
	return r, nil
}
