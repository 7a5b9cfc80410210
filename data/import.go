package data

import (
	"errors"
	"fmt"
	"time"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// ImportMax is the most rounds that one Import takes.
const ImportMax = 10_000

// A history to which more is brought has at most so many bytes, where a round has
// roundBytes and those of its record: all of it is read while everybody waits.
const (
	historyBytes = 12 << 20
	roundBytes   = 300
)

// Import puts rounds that were played elsewhere into the history, all or none,
// and returns how many it did not have yet. They are engine.Imported whatever
// they were, so they stand on no board; their scores are what their records come
// to. A round that is in the history already, played here or brought along, is
// left as it is. The error is an ErrRound where a record does not replay or did
// not end in the past, or the history would be too long; ErrFull where there is no
// room.
func (p *Player) Import(rounds []engine.Result, now time.Time) (added int, err error) {
	if len(rounds) > ImportMax {
		return 0, fmt.Errorf("%w: at most %d can come at once, not %d", ErrRound, ImportMax, len(rounds))
	}
	brought := make([]engine.Result, len(rounds))
	for i, r := range rounds {
		score, err := p.db.final(r.Record)
		if err == nil && (r.Ended <= 0 || r.Ended > now.UnixMilli()) {
			err = errors.New("it did not end in the past")
		}
		if err != nil {
			return 0, fmt.Errorf("%w: round %d: %w", ErrRound, i+1, err)
		}
		brought[i] = engine.Result{Record: r.Record, Score: score, Class: engine.Imported, Millis: max(0, r.Millis), Span: max(0, r.Millis), Ended: r.Ended}
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	err = p.db.write(func(tx *bbolt.Tx) (err error) {
		added, err = p.bring(tx, brought, now)
		return err
	})
	if err != nil {
		return 0, fmt.Errorf("import: %w", err)
	}
	if added > 0 {
		p.settled()
	}
	return added, nil
}

// bring stores the rounds that are not there.
func (p *Player) bring(tx *bbolt.Tx, rounds []engine.Result, now time.Time) (added int, err error) {
	s, err := p.account(tx)
	if err != nil {
		return 0, err
	}
	if p.db.full(tx) {
		return 0, ErrFull
	}
	here, size := roundsOf(tx, s.id), 0
	for r := range here {
		size += roundBytes + len(r.record)
	}
	for _, r := range rounds {
		row, id, err := newRoundRow(s.id, r)
		if err != nil {
			return 0, fmt.Errorf("%w: %w", ErrRound, err)
		}
		if _, twice := here[row.played()]; twice {
			continue
		}
		here[row.played()] = storedRound{id, row}
		if size += roundBytes + len(row.Record); size > historyBytes {
			return 0, fmt.Errorf("%w: your history is so long by now that it takes nothing from elsewhere", ErrRound)
		}
		if err := errors.Join(put(tx.Bucket(roundsBucket), id[:], row), tx.Bucket(historyBucket).Put(s.id.history(id), []byte{})); err != nil {
			return 0, err
		}
		added++
	}
	if added == 0 {
		return 0, nil
	}
	return added, errors.Join(s.keep(tx, now.UnixMilli()), s.reindex(tx))
}

// A played is what tells one round of a player from another, wherever it was
// stored and whatever it counts for there.
type played struct {
	ended  int64
	record string
}

func (row roundRow) played() played { return played{row.Ended, row.Record} }

// roundsOf is the rounds in a player's history that can be read.
func roundsOf(tx *bbolt.Tx, id playerID) map[played]storedRound {
	rounds := map[played]storedRound{}
	for _, id := range historyOf(tx, id) {
		var row roundRow
		if ok, err := get(tx.Bucket(roundsBucket), id[:], &row); err == nil && ok {
			rounds[row.played()] = storedRound{id, row}
		}
	}
	return rounds
}

// final is what a record comes to when it is ended there.
func (db *DB) final(r engine.Record) (engine.Score, error) {
	if db.options.find == nil {
		return engine.Score{}, errors.New("the file was opened without games")
	}
	g, ok := db.options.find(r.Game)
	if !ok || g.Info().Version != r.Version {
		return engine.Score{}, fmt.Errorf("there is no game %.60s with rules of version %d here", r.Game, r.Version)
	}
	states, err := r.Replay(g)
	if err != nil {
		return engine.Score{}, err
	}
	return engine.Final(states[len(states)-1]), nil
}
