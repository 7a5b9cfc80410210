package data

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// joinsMax is how many accounts can be joined into one, and keysMax how many keys
// one can have.
const (
	joinsMax = 256
	keysMax  = 256
)

// Join joins the session's account with that of a link code: all keys, games,
// rounds and races of both are one account's, with the better bests; events are settled
// as settleEvents says. The code's account stays, or the
// session's where the code is a guest's; it keeps its nick and its settings, or gets
// the other's where it has none. Of two open games of the same slot that of the account
// which stays goes on, and the other goes into the history with the points it has. All
// of it happens, or nothing.
//
// ErrCode where the code is none; ErrSame where both are one account already;
// ErrGuest where neither has a key; ErrNoAccount where a guest without a game
// names a code; ErrJoins where the account takes no more; ErrRacing where both are
// in a race that is not over. The sessions of a guest
// who was joined get ErrRevoked.
func (p *Player) Join(code string, now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.db.write(func(tx *bbolt.Tx) error {
		row, err := take(tx, code, false, now)
		if err != nil {
			return err
		}
		stays, err := p.issuer(tx, row)
		if err != nil {
			return err
		}
		goes, err := p.account(tx)
		if err != nil {
			return err
		}
		switch {
		case goes.known && goes.id == stays.id:
			return ErrSame
		case goes.row.Guest && (stays.row.Guest || !goes.known):
			if stays.row.Guest {
				return ErrGuest
			}
			return ErrNoAccount
		case stays.row.Guest:
			return errors.Join(goes.keep(tx, now.UnixMilli()), goes.take(tx, &stays, now))
		case !goes.known:
			return stays.admit(tx, goes.row.Settings, now)
		}
		return stays.take(tx, &goes, now)
	})
	if err != nil {
		return fmt.Errorf("join accounts: %w", err)
	}
	p.settled()
	return nil
}

// issuer is the account that made a link code.
func (p *Player) issuer(tx *bbolt.Tx, code codeRow) (s seat, err error) {
	s = seat{known: true, by: p}
	if s.id, s.known, err = holder(tx, [sha256.Size]byte(code.Key)); err != nil {
		return s, err
	}
	if s.known {
		s.known, err = get(tx.Bucket(playersBucket), s.id[:], &s.row)
	}
	if err == nil && !s.known {
		err = ErrCode
	}
	return s, err
}

// admit makes the session's key, which has no account, the account's.
func (s *seat) admit(tx *bbolt.Tx, settings []byte, now time.Time) error {
	if len(heldBy(tx, s.id)) >= keysMax {
		return ErrJoins
	}
	if s.row.Settings == nil {
		s.row.Settings = settings
	}
	key := keyRow{Player: s.id[:], Fingerprint: s.by.fingerprint, Added: now.UnixMilli()}
	return errors.Join(giveKey(tx, s.by.key[:], key), s.keep(tx, 0))
}

// take makes all that is other's the account's.
func (s *seat) take(tx *bbolt.Tx, other *seat, now time.Time) error {
	if len(s.row.Joined)+1+len(other.row.Joined) > joinsMax || len(heldBy(tx, s.id))+len(heldBy(tx, other.id)) > keysMax {
		return ErrJoins
	}
	settled, err := s.settleEvents(tx, other)
	if err != nil {
		return err
	}
	// A ruling changes where rounds stand, so what stands there goes first.
	if err := errors.Join(dropIndex(tx, s.id), dropIndex(tx, other.id), settled.rule(tx, now)); err != nil {
		return err
	}
	s.takeMarks(other)
	if err := s.takeName(tx, other); err != nil {
		return err
	}
	if err := s.takeKeys(tx, other); err != nil {
		return err
	}
	if err := s.takeRounds(tx, other); err != nil {
		return err
	}
	if err := s.bury(tx, other); err != nil {
		return err
	}
	if err := s.takeOpen(tx, other, settled, now); err != nil {
		return err
	}
	if err := s.takeRaces(tx, other); err != nil {
		return err
	}
	return s.reindex(tx)
}

// bury leaves of the other, and of those who were joined into it, what their
// rounds are followed by: the chain, and whose it is now.
func (s *seat) bury(tx *bbolt.Tx, other *seat) error {
	graves := [][]byte{bytes.Clone(other.id[:])}
	players := tx.Bucket(playersBucket)
	err := put(players, other.id[:], playerRow{Rounds: other.row.Rounds, Tip: other.row.Tip, Into: s.id[:]})
	for _, id := range other.row.Joined {
		var grave playerRow
		if _, err := get(players, id, &grave); err != nil {
			return err
		}
		grave.Into = s.id[:]
		err = errors.Join(err, put(players, id, grave))
		graves = append(graves, id)
	}
	s.row.Joined = slices.Concat(s.row.Joined, graves)
	return errors.Join(err, tx.Bucket(guestsBucket).Delete(other.id[:]), s.keep(tx, 0))
}

func (s *seat) takeName(tx *bbolt.Tx, other *seat) error {
	nick := other.row.Nick
	if nick != "" {
		if err := tx.Bucket(nicksBucket).Delete(nickKey(nick)); err != nil {
			return err
		}
		other.row.Nick = ""
	}
	if s.row.Settings == nil {
		s.row.Settings = other.row.Settings
	}
	s.row.Hidden = s.row.Hidden || other.row.Hidden
	s.row.Private = s.row.Private || other.row.Private
	if other.row.Since > 0 && (s.row.Since == 0 || other.row.Since < s.row.Since) {
		s.row.Since = other.row.Since
	}
	if s.row.Nick == "" && nick != "" {
		return s.call(tx, nick)
	}
	return nil
}

// takeKeys makes the other's keys the account's. That of a guest goes: it was
// never proved.
func (s *seat) takeKeys(tx *bbolt.Tx, other *seat) error {
	for _, hash := range heldBy(tx, other.id) {
		var row keyRow
		if _, err := get(tx.Bucket(keysBucket), hash, &row); err != nil {
			return err
		}
		give := giveKey
		if other.row.Guest {
			give = dropKey
		} else {
			row.Player = bytes.Clone(s.id[:])
			if bytes.Equal(hash, other.by.key[:]) {
				row.Fingerprint = other.by.fingerprint
			}
		}
		if err := give(tx, hash, row); err != nil {
			return err
		}
	}
	return nil
}

// takeRounds moves the history. A round that one of them brought along from
// elsewhere and the other played here is there once, as played.
func (s *seat) takeRounds(tx *bbolt.Tx, other *seat) error {
	here := roundsOf(tx, s.id)
	history, rounds := tx.Bucket(historyBucket), tx.Bucket(roundsBucket)
	for _, id := range historyOf(tx, other.id) {
		if err := errors.Join(history.Delete(other.id.history(id)), history.Put(s.id.history(id), []byte{})); err != nil {
			return err
		}
		var row roundRow
		if ok, err := get(rounds, id[:], &row); err != nil || !ok {
			continue // it moves along as it is
		}
		twin, twice := here[row.played()]
		gone := id
		switch {
		case !twice || row.Class != engine.Imported && twin.row.Class != engine.Imported:
			continue
		case row.Class != engine.Imported:
			gone = twin.id
		}
		if err := errors.Join(rounds.Delete(gone[:]), history.Delete(s.id.history(gone))); err != nil {
			return err
		}
	}
	return nil
}

// takeOpen makes the other's open games the account's, as they were settled.
func (s *seat) takeOpen(tx *bbolt.Tx, other *seat, settled settlement, now time.Time) error {
	for slot, fate := range settled.mine {
		var row liveRow
		open, err := get(tx.Bucket(liveBucket), s.id.live(slot), &row)
		if err != nil {
			return err
		}
		if !open || !fate.ends {
			continue
		}
		row.Chosen = row.Chosen || fate.practice
		if err := errors.Join(s.abandon(tx, s.by.db, row, now), tx.Bucket(liveBucket).Delete(s.id.live(slot))); err != nil {
			return err
		}
	}
	open := below(tx, liveBucket, other.id)
	for _, key := range slices.Sorted(maps.Keys(open)) {
		slot := key[len(other.id):]
		var row liveRow
		if err := unseal([]byte(key), open[key], &row); err != nil {
			return err
		}
		if err := tx.Bucket(liveBucket).Delete([]byte(key)); err != nil {
			return err
		}
		fate := settled.theirs[slot]
		row.Chosen = row.Chosen || fate.practice
		if !fate.ends && tx.Bucket(liveBucket).Get(s.id.live(slot)) == nil {
			if err := put(tx.Bucket(liveBucket), s.id.live(slot), row); err != nil {
				return err
			}
			continue
		}
		if err := s.abandon(tx, s.by.db, row, now); err != nil {
			return err
		}
	}
	return nil
}

// abandon puts an open game into the history with the points it has. One that
// no move was made in goes, but for one of an event: who has begun it has seen the deal.
func (s *seat) abandon(tx *bbolt.Tx, db *DB, row liveRow, now time.Time) error {
	saved, err := row.saved()
	if err != nil {
		return fmt.Errorf("%w: an open game: %w", ErrDamaged, err)
	}
	if saved.Event == "" && len(saved.Record.Moves)+len(saved.Shelved)+len(saved.Undone) == 0 {
		return nil
	}
	r := fairly(saved.Result(saved.Score, now.UnixMilli()))
	if final, err := db.final(saved.Record); err == nil {
		r.Score = final
	}
	if err := db.judge(r); err != nil {
		return fmt.Errorf("%w: an open game: %w", ErrDamaged, err)
	}
	stored, id, err := newRoundRow(s.id, r)
	if err != nil {
		return err
	}
	if there, err := s.has(tx, id, r); err != nil || there != "" {
		return err
	}
	return s.store(tx, stored, id, r)
}
