package data

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"

	"boardwalk/engine"

	"go.etcd.io/bbolt"
)

// A Player is one session of one player. It reaches that player's rows and no
// others. Its calls may come from any goroutine; those that write wait for each
// other.
type Player struct {
	db *DB
	id playerID

	mu       sync.Mutex
	unsure   map[string]unsure // by game
	settings []byte            // not stored yet: there is no row of this player
}

// Unsure is the Revs of saves that came to ErrUnknown, each with the one it was
// to replace: the store may show either. The next save or finish that is stored
// makes an end of it.
type unsure map[engine.Rev]engine.Rev

// Player is a new session of the player with a fingerprint: that of a key
// ("SHA256:..."), or "guest:" and something random, or "local". It writes
// nothing; a player has a row from the first saved or finished game on.
func (db *DB) Player(fingerprint string) (*Player, error) {
	if fingerprint == "" {
		return nil, errors.New("a player needs a fingerprint")
	}
	return &Player{db: db, id: sha256.Sum256([]byte(fingerprint)), unsure: map[string]unsure{}}, nil
}

// Saved is the player's open game of that ID, and the Rev to name when writing
// over it; the Rev is 0 where none is open.
func (p *Player) Saved(game string) (engine.Saved, engine.Rev, error) {
	var row liveRow
	var ok bool
	err := p.db.view(func(tx *bbolt.Tx) (err error) {
		ok, err = get(tx.Bucket(liveBucket), p.id.live(game), &row)
		return err
	})
	if err != nil || !ok {
		return engine.Saved{}, 0, err
	}
	s, err := row.saved()
	if err != nil {
		return engine.Saved{}, 0, p.db.named(fmt.Errorf("%w: an open game: %w", ErrDamaged, err))
	}
	return s, row.Rev, nil
}

// Save stores an open game, one for each game's ID, and returns its new Rev when
// it is on the disk. prev is the Rev of the state it replaces, 0 where none may
// be open; where the stored one is another, nothing is written and the error is
// engine.ErrConflict. To save a state unchanged is to claim the game: whoever
// held it until then can write no more. After ErrUnknown the same prev is right
// whether the save was kept or not. A negative time is stored as 0.
func (p *Player) Save(s engine.Saved, prev engine.Rev) (engine.Rev, error) {
	game, rev := s.Record.Game, newRev()
	row, err := newLiveRow(s, rev)
	if err != nil {
		return 0, fmt.Errorf("save %.60s: %w", game, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	tried := false
	err = p.db.write(func(tx *bbolt.Tx) error {
		if err := p.fence(tx, game, prev); err != nil {
			return err
		}
		tried = true
		account, known, err := p.account(tx)
		if err != nil {
			return err
		}
		if !known || p.settings != nil {
			if err := put(tx.Bucket(playersBucket), p.id[:], account); err != nil {
				return err
			}
		}
		return put(tx.Bucket(liveBucket), p.id.live(game), row)
	})
	if tried && errors.Is(err, ErrUnknown) {
		if p.unsure[game] == nil {
			p.unsure[game] = unsure{}
		}
		p.unsure[game][rev] = prev
	}
	if err != nil {
		return 0, fmt.Errorf("save %s: %w", game, err)
	}
	p.stored(game)
	return rev, nil
}

// newRev is a Rev that no state of any game had: were they counted, a new game
// could be taken for the one that was finished.
func newRev() engine.Rev { return engine.Rev(1 + rand.Uint64N(1<<63)) }

// stored takes note that the session wrote a game, and its settings along.
func (p *Player) stored(game string) {
	p.settings = nil
	delete(p.unsure, game)
}

// fence refuses to write over any state but that of prev, or one that this
// session was to put in its place and does not know of.
func (p *Player) fence(tx *bbolt.Tx, game string, prev engine.Rev) error {
	var row liveRow
	if _, err := get(tx.Bucket(liveBucket), p.id.live(game), &row); err != nil {
		return err
	}
	replaced, ok := p.unsure[game][row.Rev]
	if row.Rev == prev || ok && replaced == prev {
		return nil
	}
	return engine.ErrConflict
}

// account is the player's row, with the settings that wait for it; known tells
// whether it is stored.
func (p *Player) account(tx *bbolt.Tx) (row playerRow, known bool, err error) {
	known, err = get(tx.Bucket(playersBucket), p.id[:], &row)
	if p.settings != nil {
		row.Settings = p.settings
	}
	return row, known, err
}
