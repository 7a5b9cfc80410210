package data

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
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
	held     map[string]held // by game
	settings []byte          // not stored yet: there is no row of this player
}

// held is what a session knows of the open game it holds.
type held struct {
	revs    []uint64 // what its stored revision can be; 0 is no open game
	code    engine.Code
	started int64
	over    bool
}

// Player is a new session of the player with a fingerprint: that of a key
// ("SHA256:..."), or "guest:" and something random, or "local". It writes
// nothing; a player has a row from the first saved or finished game on.
func (db *DB) Player(fingerprint string) (*Player, error) {
	if fingerprint == "" {
		return nil, errors.New("a player needs a fingerprint")
	}
	return &Player{db: db, id: sha256.Sum256([]byte(fingerprint)), held: map[string]held{}}, nil
}

// Saved is the player's open game of that ID; ok tells whether there is one.
// From here on the session holds it: it may save over this state and finish it.
func (p *Player) Saved(game string) (s engine.Saved, ok bool, err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	var row liveRow
	err = p.db.view(func(tx *bbolt.Tx) error {
		ok, err = get(tx.Bucket(liveBucket), p.id.live(game), &row)
		return err
	})
	if err == nil && ok {
		s, err = p.decodeLive(row)
	}
	if err != nil {
		return engine.Saved{}, false, err
	}
	p.held[game] = held{revs: []uint64{row.Rev}, code: s.Record.Code, started: s.Started}
	return s, ok, nil
}

// Open is all open games of the player in order of their IDs. The session holds
// none of them for it.
func (p *Player) Open() ([]engine.Saved, error) {
	var rows []liveRow
	err := p.db.view(func(tx *bbolt.Tx) error {
		c := tx.Bucket(liveBucket).Cursor()
		for k, v := c.Seek(p.id[:]); bytes.HasPrefix(k, p.id[:]); k, v = c.Next() {
			var row liveRow
			if err := unseal(k, v, &row); err != nil {
				return err
			}
			rows = append(rows, row)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	var games []engine.Saved
	for _, row := range rows {
		s, err := p.decodeLive(row)
		if err != nil {
			return nil, err
		}
		games = append(games, s)
	}
	return games, nil
}

func (p *Player) decodeLive(row liveRow) (engine.Saved, error) {
	s, err := row.saved()
	if err != nil {
		return s, p.db.named(fmt.Errorf("%w: an open game: %w", ErrDamaged, err))
	}
	return s, nil
}

// Save stores an open game, one for each game's ID, and returns when it is on
// the disk. A deal that this session has finished is not opened again: a save
// of it that comes late is left out. ErrConflict: another session saved or
// finished the game since this one saw it.
func (p *Player) Save(s engine.Saved) error {
	game, rev := s.Record.Game, 1+rand.Uint64N(1<<63)
	row, err := newLiveRow(s, rev)
	if err != nil {
		return fmt.Errorf("save %.60s: %w", game, err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	h := p.hold(game)
	if h.over && h.code == s.Record.Code && h.started == s.Started {
		return nil
	}
	err = p.db.write(func(tx *bbolt.Tx) error {
		if err := p.fence(tx, game, h); err != nil {
			return err
		}
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
	switch {
	case err == nil:
		p.settings = nil
		p.held[game] = held{revs: []uint64{rev}, code: s.Record.Code, started: s.Started}
	case errors.Is(err, ErrUnknown):
		h.revs = append(h.revs, rev)
		p.held[game] = h
	}
	if err != nil {
		return fmt.Errorf("save %s: %w", game, err)
	}
	return nil
}

// hold is what the session knows of a game: at first that none is open.
func (p *Player) hold(game string) held {
	h, ok := p.held[game]
	if !ok {
		h.revs = []uint64{0}
	}
	h.revs = slices.Clone(h.revs)
	return h
}

// fence refuses a session that does not know the open game as it is stored.
func (p *Player) fence(tx *bbolt.Tx, game string, h held) error {
	rev, err := p.revision(tx, game)
	if err == nil && !slices.Contains(h.revs, rev) {
		err = ErrConflict
	}
	return err
}

// revision is the stored one of the player's open game, 0 where none is open.
func (p *Player) revision(tx *bbolt.Tx, game string) (uint64, error) {
	var row liveRow
	_, err := get(tx.Bucket(liveBucket), p.id.live(game), &row)
	return row.Rev, err
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
