package data

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"

	"boardwalk/engine"

	"github.com/oklog/ulid/v2"
	"go.etcd.io/bbolt"
)

// joinsMax bounds how often players were joined into each other in a row.
const joinsMax = 64

// Join joins the session's account with that of a link code: all keys, games
// and rounds of both are one account's, with the better bests. The code's account
// stays, or the session's where the code is a guest's; it keeps its nick and its
// settings, or gets the other's where it has none. Of two open games of the same
// ID that of the account which stays goes on, and the other goes into the
// history with the points it has. All of it happens, or nothing.
//
// ErrCode where the code is none; ErrSame where both are one account already;
// ErrGuest where neither has a key; ErrNoAccount where a guest without a game
// names a code. The sessions of a guest who was joined get ErrRevoked.
func (p *Player) Join(code string, now time.Time) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	err := p.db.write(func(tx *bbolt.Tx) error {
		row, err := take(tx, code, false, now)
		if err != nil {
			return err
		}
		issuer, ok, err := holder(tx, [32]byte(row.Key))
		if err != nil {
			return err
		}
		if !ok {
			return ErrCode
		}
		stays := seat{id: issuer, known: true, by: p}
		if _, err := get(tx.Bucket(playersBucket), issuer[:], &stays.row); err != nil {
			return err
		}
		goes, err := p.account(tx)
		if err != nil {
			return err
		}
		switch {
		case goes.known && goes.id == issuer:
			return ErrSame
		case stays.row.Guest && goes.row.Guest:
			return ErrGuest
		case !goes.known && p.guest:
			return ErrNoAccount
		case stays.row.Guest:
			if err := goes.keep(tx, now.UnixMilli()); err != nil {
				return err
			}
			return goes.take(tx, &stays, now)
		case !goes.known:
			return giveKey(tx, p.key[:], keyRow{Player: issuer[:], Fingerprint: p.fingerprint, Added: now.UnixMilli()})
		}
		return stays.take(tx, &goes, now)
	})
	if err != nil {
		return fmt.Errorf("join accounts: %w", err)
	}
	p.settings = nil
	return nil
}

// take makes all that is other's the account's.
func (s *seat) take(tx *bbolt.Tx, other *seat, now time.Time) error {
	if err := s.takeName(tx, other); err != nil {
		return err
	}
	if err := s.takeKeys(tx, other); err != nil {
		return err
	}
	if err := s.takeRounds(tx, other); err != nil {
		return err
	}
	s.row.Joined = slices.Concat(s.row.Joined, [][]byte{bytes.Clone(other.id[:])}, other.row.Joined)
	grave := playerRow{Rounds: other.row.Rounds, Tip: other.row.Tip, Into: s.id[:]}
	if err := errors.Join(
		put(tx.Bucket(playersBucket), other.id[:], grave),
		tx.Bucket(guestsBucket).Delete(other.id[:]),
		s.keep(tx, 0),
	); err != nil {
		return err
	}
	if err := s.takeOpen(tx, other, now); err != nil {
		return err
	}
	return s.reindex(tx)
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
	if err := dropIndex(tx, other.id); err != nil {
		return err
	}
	type played struct {
		ended  int64
		record string
	}
	here := map[played]ulid.ULID{}
	read := func(id ulid.ULID) (row roundRow, err error) {
		_, err = get(tx.Bucket(roundsBucket), id[:], &row)
		return row, err
	}
	for _, id := range historyOf(tx, s.id) {
		if row, err := read(id); err == nil {
			here[played{row.Ended, row.Record}] = id
		}
	}
	for _, id := range historyOf(tx, other.id) {
		if err := tx.Bucket(historyBucket).Delete(other.id.history(id)); err != nil {
			return err
		}
		row, err := read(id)
		twin, twice := here[played{row.Ended, row.Record}]
		if err == nil && twice && row.Class == engine.Imported {
			if err := tx.Bucket(roundsBucket).Delete(id[:]); err != nil {
				return err
			}
			continue
		}
		if twice && err == nil {
			if old, err := read(twin); err == nil && old.Class == engine.Imported {
				if err := errors.Join(tx.Bucket(roundsBucket).Delete(twin[:]), tx.Bucket(historyBucket).Delete(s.id.history(twin))); err != nil {
					return err
				}
			}
		}
		if err := tx.Bucket(historyBucket).Put(s.id.history(id), []byte{}); err != nil {
			return err
		}
	}
	return nil
}

// takeOpen makes the other's open games the account's.
func (s *seat) takeOpen(tx *bbolt.Tx, other *seat, now time.Time) error {
	open := below(tx, liveBucket, other.id)
	for _, key := range slices.Sorted(maps.Keys(open)) {
		game := key[len(other.id):]
		var row liveRow
		if err := unseal([]byte(key), open[key], &row); err != nil {
			return err
		}
		if err := tx.Bucket(liveBucket).Delete([]byte(key)); err != nil {
			return err
		}
		if tx.Bucket(liveBucket).Get(s.id.live(game)) == nil {
			if err := put(tx.Bucket(liveBucket), s.id.live(game), row); err != nil {
				return err
			}
			continue
		}
		if err := s.abandon(tx, row, now); err != nil {
			return err
		}
	}
	return nil
}

// abandon puts an open game into the history with the points it has.
func (s *seat) abandon(tx *bbolt.Tx, row liveRow, now time.Time) error {
	saved, err := row.saved()
	if err != nil {
		return fmt.Errorf("%w: an open game: %w", ErrDamaged, err)
	}
	if len(saved.Record.Moves) == 0 {
		return nil
	}
	score := saved.Score
	if final, err := s.by.db.final(saved.Record); err == nil {
		score = final
	}
	r := saved.Result(score, now.UnixMilli())
	stored, id, err := newRoundRow(s.id, r)
	if err != nil {
		return err
	}
	return s.store(tx, stored, id, r)
}
