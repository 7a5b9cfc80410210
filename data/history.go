package data

import (
	"bytes"
	"errors"
	"fmt"

	"boardwalk/engine"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// appendFill is how full a page is left behind when it is split: the rounds are
// in order of time, and nothing comes in between later.
const appendFill = 0.95

// Finish stores a round that is over, ends the open game of its ID and updates
// the best of its class. It returns the round with its ID when all of that is
// on the disk. prev is the Rev of the open game it ends, 0 where none may be
// open; where the stored one is another, nothing is written and the error is
// engine.ErrConflict. A round that is there already is returned whatever prev
// is, so a Finish that came to ErrUnknown may be repeated with the same result.
// A negative time is stored as 0.
func (p *Player) Finish(r engine.Result, prev engine.Rev) (engine.Result, error) {
	game := r.Record.Game
	r.Millis = max(0, r.Millis)
	row, id, err := newRoundRow(p.id, r)
	if err != nil {
		return engine.Result{}, fmt.Errorf("finish %.60s: %w", game, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fresh := false
	err = p.db.write(func(tx *bbolt.Tx) error {
		if fresh = tx.Bucket(roundsBucket).Get(id[:]) == nil; !fresh {
			return nil
		}
		if err := p.fence(tx, game, prev); err != nil {
			return err
		}
		return p.storeRound(tx, row, id, r)
	})
	if err != nil {
		return engine.Result{}, fmt.Errorf("finish %s: %w", game, err)
	}
	if fresh {
		p.stored(game)
	}
	r.ID = id.String()
	return r, nil
}

// storeRound writes all that a finished round changes.
func (p *Player) storeRound(tx *bbolt.Tx, row roundRow, id ulid.ULID, r engine.Result) error {
	account, _, err := p.account(tx)
	if err != nil {
		return err
	}
	row.Prev = account.Tip
	value, err := seal(id[:], row)
	if err != nil {
		return err
	}
	account.Rounds++
	account.Tip = hash(id[:], value)
	game := r.Record.Game
	best, ok, err := p.best(tx, game, r.Class)
	if err != nil {
		return err
	}
	if !ok || r.Better(best) {
		key := p.id.best(game, r.Class)
		if err := put(tx.Bucket(bestsBucket), key, bestRow{ID: id}); err != nil {
			return err
		}
	}
	rounds := tx.Bucket(roundsBucket)
	rounds.FillPercent = appendFill
	return errors.Join(
		rounds.Put(id[:], value),
		tx.Bucket(historyBucket).Put(p.id.history(id), []byte{}),
		put(tx.Bucket(playersBucket), p.id[:], account),
		tx.Bucket(liveBucket).Delete(p.id.live(game)),
	)
}

// round reads one of the player's rounds.
func (p *Player) round(tx *bbolt.Tx, id ulid.ULID) (roundRow, error) {
	var row roundRow
	ok, err := get(tx.Bucket(roundsBucket), id[:], &row)
	if err == nil && (!ok || !bytes.Equal(row.Player, p.id[:])) {
		err = fmt.Errorf("%w: round %s is in an index and not the player's", ErrDamaged, id)
	}
	return row, err
}

// best is the player's best round of a game and class. One that is damaged is
// none: it can be found again among the rounds, and must not keep the next from
// being stored.
func (p *Player) best(tx *bbolt.Tx, game string, class engine.Class) (r engine.Result, ok bool, err error) {
	r, ok, err = p.readBest(tx, game, class)
	if errors.Is(err, ErrDamaged) {
		return engine.Result{}, false, nil
	}
	return r, ok, err
}

func (p *Player) readBest(tx *bbolt.Tx, game string, class engine.Class) (r engine.Result, ok bool, err error) {
	var best bestRow
	ok, err = get(tx.Bucket(bestsBucket), p.id.best(game, class), &best)
	if err != nil || !ok {
		return r, false, err
	}
	row, err := p.round(tx, best.ID)
	if err != nil {
		return r, false, err
	}
	r, err = decodeRound(row, best.ID)
	return r, err == nil, err
}

func decodeRound(row roundRow, id ulid.ULID) (engine.Result, error) {
	r, err := row.result(id)
	if err != nil {
		return r, fmt.Errorf("%w: round %s: %w", ErrDamaged, id, err)
	}
	return r, nil
}

// A stored round as one transaction copied it out.
type storedRound struct {
	id  ulid.ULID
	row roundRow
}

// rounds reads up to n of the player's rounds, the newest first, that are older
// than before; the zero ULID is no bound.
func (p *Player) rounds(before ulid.ULID, n int) ([]storedRound, error) {
	var rounds []storedRound
	err := p.db.view(func(tx *bbolt.Tx) error {
		rounds = nil
		c := tx.Bucket(historyBucket).Cursor()
		for k := older(c, p.id, before); len(rounds) < n && bytes.HasPrefix(k, p.id[:]); k, _ = c.Prev() {
			id, err := historyID(k)
			if err != nil {
				return err
			}
			row, err := p.round(tx, id)
			if err != nil {
				return err
			}
			rounds = append(rounds, storedRound{id, row})
		}
		return nil
	})
	return rounds, err
}

// older sets the cursor on the last key of a player that is before a round.
func older(c *bbolt.Cursor, p playerID, before ulid.ULID) []byte {
	bound := p.history(before)
	if before.IsZero() {
		bound = append(p[:], bytes.Repeat([]byte{0xFF}, len(before)+1)...)
	}
	k, _ := c.Seek(bound)
	if k == nil {
		k, _ = c.Last()
	} else {
		k, _ = c.Prev()
	}
	return k
}

// historyID is the round's ID in a key of the history.
func historyID(key []byte) (id ulid.ULID, err error) {
	if len(key) != len(playerID{})+len(id) {
		return id, fmt.Errorf("%w: history has a key of %d bytes", ErrDamaged, len(key))
	}
	copy(id[:], key[len(playerID{}):])
	return id, nil
}

// History is up to n of the player's rounds, the newest first: those that ended
// before the round with the ID before, or the last ones where before is "".
func (p *Player) History(before string, n int) ([]engine.Result, error) {
	var bound ulid.ULID
	if before != "" {
		var err error
		if bound, err = ulid.ParseStrict(before); err != nil {
			return nil, fmt.Errorf("history before %.40q: %w", before, ErrNotFound)
		}
	}
	rounds, err := p.rounds(bound, n)
	if err != nil {
		return nil, fmt.Errorf("read history: %w", err)
	}
	var results []engine.Result
	for _, round := range rounds {
		r, err := decodeRound(round.row, round.id)
		if err != nil {
			return nil, fmt.Errorf("read history: %w", p.db.named(err))
		}
		results = append(results, r)
	}
	return results, nil
}

// Result is the player's round with an ID. ErrNotFound where there is none,
// also where it is another player's.
func (p *Player) Result(id string) (engine.Result, error) {
	var r engine.Result
	err := ErrNotFound
	if key, bad := ulid.ParseStrict(id); bad == nil {
		err = p.db.view(func(tx *bbolt.Tx) error {
			if tx.Bucket(historyBucket).Get(p.id.history(key)) == nil {
				return ErrNotFound
			}
			row, err := p.round(tx, key)
			if err != nil {
				return err
			}
			r, err = decodeRound(row, key)
			return err
		})
	}
	if err != nil {
		return engine.Result{}, fmt.Errorf("read round %.40q: %w", id, err)
	}
	return r, nil
}

// Best is the player's best round of a game in a class; ok tells whether there
// is one. Of equal rounds it is the one stored first. A damaged one is none; the
// next round of its kind takes its place.
func (p *Player) Best(game string, class engine.Class) (r engine.Result, ok bool, err error) {
	err = p.db.view(func(tx *bbolt.Tx) (err error) {
		r, ok, err = p.best(tx, game, class)
		return err
	})
	if err != nil {
		return engine.Result{}, false, fmt.Errorf("read the best of %.60s: %w", game, err)
	}
	return r, ok, nil
}
