package data

import (
	"crypto/sha256"
	"errors"
	"sync"
	"sync/atomic"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
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
	hadAccount atomic.Bool              // the key has had an account
	account    atomic.Pointer[playerID] // that the key belonged to when it was last seen, if any
	last       atomic.Pointer[playerID] // the last account that it belonged to
	vouched    *playerID                // the account, without a session's key: a host vouches for it
	kept       atomic.Pointer[keptAccount]
	onFailure  func(error)

	mu      sync.Mutex             // guards the fields below
	inDoubt map[string]inDoubtRevs // by slot
}

// inDoubtRevs maps the Rev of each save that returned ErrUnknown to the Rev it was to
// replace. The store may hold either. The next save or finish that succeeds clears it.
type inDoubtRevs map[arcade.Rev]arcade.Rev

// Player returns a new session for a credential, which must not be the zero Credential.
// It writes nothing: a player gets a row with the first game that is saved or finished, the first settings, or a nick.
func (db *DB) Player(c arcade.Credential) (*Player, error) {
	if c == (arcade.Credential{}) {
		return nil, errors.New("a player needs a credential")
	}
	p := &Player{db: db, credential: c, key: keyHash(c), inDoubt: map[string]inDoubtRevs{}}
	if db.games.shelf.anyOwn() { // so that the player's own names are there from the start
		_ = db.View(func(tx *store.Tx) error {
			if id, ok, err := keyOwner(tx, p.key); err == nil && ok {
				p.account.Store(&id)
			}
			return nil
		})
	}
	return p, nil
}

// OnFailure has fn called with each error that is not the player's doing. It is called before any
// other method.
func (p *Player) OnFailure(fn func(error)) { p.onFailure = fn }

// view reads like DB.View. A transaction that began before the session's account was
// stored does not see the account and must not take the key for revoked, so it is
// repeated.
func (p *Player) view(fn func(*store.Tx) error) error {
	had := p.hadAccount.Load()
	err := p.db.View(fn)
	if !had && errors.Is(err, ErrRevoked) {
		err = p.db.View(fn)
	}
	return err
}

// id returns the account that the session's key belongs to now. The zero ID is that of nobody: it
// has no row, and is in no race.
func (p *Player) id(tx *store.Tx) (playerID, error) {
	row, ok, err := p.ownKey(tx)
	if err != nil || !ok {
		return playerID{}, err
	}
	return playerID(row.Player), nil
}

// readOwn is readIn for a player, with the account that the session's key belongs to, or the zero ID.
func readOwn[T any](p *Player, doing string, fn func(tx *store.Tx, me playerID) (T, error)) (T, error) {
	got, err := readIn(p.view, doing, func(tx *store.Tx) (none T, err error) {
		me, err := p.id(tx)
		if err != nil {
			return none, err
		}
		return fn(tx, me)
	})
	return got, p.Tell(err)
}

// ownKey returns the row of the session's key, if any, and remembers its account.
func (p *Player) ownKey(tx *store.Tx) (row keyRow, ok bool, err error) {
	if p.vouched != nil {
		a, err := accountTxOf(tx, *p.vouched)
		if err == nil && (!a.known || !a.row.isAccount()) {
			err = ErrNotFound
		}
		return keyRow{Player: p.vouched[:]}, true, err
	}
	if row, ok, err = keyOf(tx, p.key); err != nil {
		return row, ok, err
	}
	switch {
	case tx.Writable(): // what a write sees may not be committed in the end
	case !ok:
		p.account.Store(nil)
	default:
		p.hadAccount.Store(true)
		if id := playerID(row.Player); p.account.Load() == nil || *p.account.Load() != id {
			p.account.Store(&id)
			p.last.Store(&id)
		}
	}
	if !ok && p.hadAccount.Load() {
		err = revoked(tx, p.last.Load())
	}
	return row, ok, err
}

// revoked returns why a key has lost its account, which was the last one if that is known.
func revoked(tx *store.Tx, last *playerID) error {
	if last == nil {
		return ErrRevoked
	}
	row, _, _ := playersBucket.Get(tx, last[:])
	switch into, _, err := playersBucket.Get(tx, row.Into); {
	case len(row.Into) == 0 || err != nil:
		return ErrRevoked
	case into.Nick == "":
		return ErrJoined
	default:
		return ErrJoined.Saying("your games now belong to %s's account: log in with its key", into.Nick)
	}
}
