package data

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"sync/atomic"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// A Player is one session of one player. It reaches the rows of that player and no
// others. Its methods may be called from any goroutine; those that write wait for each
// other.
//
// The session holds a key, and every transaction looks up which account the key belongs
// to. When accounts are joined, the sessions of both continue in the joined account. When
// a key is removed, its sessions get ErrRevoked.
type Player struct {
	db         *DB
	credential arcade.Credential
	key        [sha256.Size]byte
	hadAccount atomic.Bool // the key has had an account

	mu       sync.Mutex             // guards the fields below
	inDoubt  map[string]inDoubtRevs // by slot
	settings []byte                 // not stored yet, because the player has no row
}

// inDoubtRevs maps the Rev of each save that returned ErrUnknown to the Rev it was to
// replace. The store may hold either. The next save or finish that succeeds clears it.
type inDoubtRevs map[arcade.Rev]arcade.Rev

// Player returns a new session for a credential, which must not be the zero Credential.
// It writes nothing: a player gets a row with the first saved or finished game.
func (db *DB) Player(c arcade.Credential) (*Player, error) {
	if c == (arcade.Credential{}) {
		return nil, errors.New("a player needs a credential")
	}
	return &Player{db: db, credential: c, key: keyHash(c), inDoubt: map[string]inDoubtRevs{}}, nil
}

// keyHash returns the hash that names a credential's key in the file. Guests and the
// person on the host have a key there too.
func keyHash(c arcade.Credential) [sha256.Size]byte { return sha256.Sum256([]byte(c.String())) }

// id returns the account that the session's key belongs to now, if any.
func (p *Player) id(tx *bbolt.Tx) (id playerID, ok bool, err error) {
	row, ok, err := p.ownKey(tx)
	if ok {
		id = playerID(row.Player)
	}
	return id, ok, err
}

// view reads like DB.view. A transaction that began before the session's account was
// stored does not see the account and must not take the key for revoked, so it is
// repeated.
func (p *Player) view(fn func(*bbolt.Tx) error) error {
	had := p.hadAccount.Load()
	err := p.db.view(fn)
	if !had && errors.Is(err, ErrRevoked) {
		err = p.db.view(fn)
	}
	return err
}

// ownKey returns the row of the session's key, if any.
func (p *Player) ownKey(tx *bbolt.Tx) (row keyRow, ok bool, err error) {
	row, ok, err = keyOf(tx, p.key)
	switch {
	case err != nil:
	case !ok && p.hadAccount.Load():
		err = ErrRevoked
	case ok && !tx.Writable(): // what a write sees may not be committed in the end
		p.hadAccount.Store(true)
	}
	return row, ok, err
}

// keyOwner returns the account that a key belongs to, if any.
func keyOwner(tx *bbolt.Tx, key [sha256.Size]byte) (id playerID, ok bool, err error) {
	row, ok, err := keyOf(tx, key)
	if ok {
		id = playerID(row.Player)
	}
	return id, ok, err
}

// keyOf returns the row of a key, if any.
func keyOf(tx *bbolt.Tx, key [sha256.Size]byte) (row keyRow, ok bool, err error) {
	if ok, err = get(tx.Bucket(keysBucket), key[:], &row); err != nil || !ok {
		return row, false, err
	}
	if len(row.Player) != len(playerID{}) {
		return row, false, fmt.Errorf("%w: a key belongs to player %x", ErrDamaged, row.Player)
	}
	return row, true, nil
}

// Saved returns the player's open game of a slot and the Rev to pass when replacing it.
// The Rev is 0 if no game is open.
func (p *Player) Saved(slot string) (arcade.Saved, arcade.Rev, error) {
	var row openGameRow
	var ok bool
	err := p.view(func(tx *bbolt.Tx) error {
		id, known, err := p.id(tx)
		if err != nil || !known {
			return err
		}
		ok, err = get(tx.Bucket(openGamesBucket), id.openGame(slot), &row)
		return err
	})
	if err != nil || !ok {
		return arcade.Saved{}, 0, err
	}
	s, err := row.saved()
	if err != nil {
		return arcade.Saved{}, 0, p.db.withPath(fmt.Errorf("%w: an open game: %w", ErrDamaged, err))
	}
	return s, row.Rev, nil
}

// Save stores an open game, one per slot, and returns its new Rev once it is on the disk.
// prev is the Rev of the state it replaces, or 0 if no game may be open. If the stored
// Rev differs, nothing is written and the error is arcade.ErrConflict. Saving a state
// unchanged claims the game: the session that held it until then can no longer write.
// After ErrUnknown the same prev is right whether or not the save was kept. A negative
// time is stored as 0. A round of an event can only begin with [Player.Begin]; saving one
// with prev 0 is an ErrRound.
func (p *Player) Save(s arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	slot, rev := s.Slot(), newRev()
	row, err := newOpenGameRow(s, rev)
	if err != nil {
		return 0, fmt.Errorf("save %.60s: %w", slot, err)
	}
	err = p.saving(slot, rev, prev, func(tx *bbolt.Tx, a *accountTx) error {
		switch {
		case prev == 0 && s.Event != "":
			return errUnbegun
		case prev == 0 && p.db.full(tx):
			return ErrFull
		}
		if !a.known || p.settings != nil {
			if err := a.save(tx, s.Started+s.Millis); err != nil {
				return err
			}
		}
		return put(tx.Bucket(openGamesBucket), a.id.openGame(slot), row)
	})
	if err != nil {
		return 0, fmt.Errorf("save %s: %w", slot, err)
	}
	return rev, nil
}

// errUnbegun is returned by a first save of an event's round.
var errUnbegun = fmt.Errorf("%w: a round of an event begins with Begin", ErrRound)

// saving calls fn to replace the state prev of a slot's open game with the state rev, and
// records the outcome.
func (p *Player) saving(slot string, rev, prev arcade.Rev, fn func(tx *bbolt.Tx, a *accountTx) error) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	tried := false
	err := p.db.write(func(tx *bbolt.Tx) error {
		a, err := p.loadAccount(tx)
		if err != nil {
			return err
		}
		if err := p.checkRev(tx, a.id, slot, prev); err != nil {
			return err
		}
		if err := fn(tx, &a); err != nil {
			return err
		}
		tried = true
		return nil
	})
	if tried && errors.Is(err, ErrUnknown) {
		if p.inDoubt[slot] == nil {
			p.inDoubt[slot] = inDoubtRevs{}
		}
		p.inDoubt[slot][rev] = prev
	}
	if err == nil {
		p.markGameStored(slot)
	}
	return err
}

// newRev returns a Rev that no state of any game has had. With a counter, a new game
// could be mistaken for the one that was finished before it.
func newRev() arcade.Rev { return arcade.Rev(1 + rand.Uint64N(1<<63)) }

// markGameStored records that the session wrote a game.
func (p *Player) markGameStored(slot string) {
	p.markStored()
	delete(p.inDoubt, slot)
}

// markStored records that the session's account is stored, and its settings with it.
func (p *Player) markStored() {
	p.settings = nil
	p.hadAccount.Store(true)
}

// checkRev returns arcade.ErrConflict unless the stored state is prev, or one that this
// session wrote in place of prev without learning whether it was kept.
func (p *Player) checkRev(tx *bbolt.Tx, id playerID, slot string, prev arcade.Rev) error {
	var row openGameRow
	if _, err := get(tx.Bucket(openGamesBucket), id.openGame(slot), &row); err != nil {
		return err
	}
	replaced, ok := p.inDoubt[slot][row.Rev]
	if row.Rev == prev || ok && replaced == prev {
		return nil
	}
	return arcade.ErrConflict
}

// An accountTx is the account of a session's key as seen by one transaction.
type accountTx struct {
	id    playerID
	row   playerRow
	own   keyRow // the key of the session, if stored
	known bool   // the account is stored
	by    *Player
}

// loadAccount returns the account, including settings not stored yet. The caller holds
// p.mu.
func (p *Player) loadAccount(tx *bbolt.Tx) (accountTx, error) {
	a, err := p.lookupAccount(tx)
	if p.settings != nil {
		a.row.Settings = p.settings
	}
	return a, err
}

// lookupAccount returns the account of the session's key, or a new one that save can store.
func (p *Player) lookupAccount(tx *bbolt.Tx) (accountTx, error) {
	a := accountTx{by: p}
	var err error
	if a.own, a.known, err = p.ownKey(tx); err != nil {
		return a, err
	}
	if a.known {
		a.id = playerID(a.own.Player)
		if a.known, err = get(tx.Bucket(playersBucket), a.id[:], &a.row); err == nil && !a.known {
			err = fmt.Errorf("%w: a key belongs to player %s, which does not exist", ErrDamaged, a.id)
		}
	} else {
		a.id, a.row.Guest = newPlayerID(), p.credential.IsGuest()
	}
	return a, err
}

// accountTxOf returns the account of a player; known reports whether it exists.
func accountTxOf(tx *bbolt.Tx, id playerID) (a accountTx, err error) {
	a.id = id
	a.known, err = get(tx.Bucket(playersBucket), id[:], &a.row)
	return a, err
}

// save writes the account's row. For a new account it also writes the rows that lead to
// it; now is in Unix milliseconds.
func (a *accountTx) save(tx *bbolt.Tx, now int64) error {
	var err error
	switch {
	case !a.known:
		a.row.Since, a.known = now, true
		a.own = keyRow{Player: a.id[:], Added: now, Fingerprint: a.by.credential.String()}
		err = assignKey(tx, a.by.key[:], a.own)
		if a.row.Guest {
			err = errors.Join(err, tx.Bucket(guestsBucket).Put(a.id[:], a.by.key[:]))
		}
	case a.own.Player != nil && a.own.Fingerprint == "": // the file began as version 1
		a.own.Fingerprint = a.by.credential.String()
		err = put(tx.Bucket(keysBucket), a.by.key[:], a.own)
	}
	return errors.Join(err, put(tx.Bucket(playersBucket), a.id[:], a.row))
}
