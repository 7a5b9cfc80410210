package server

import (
	"errors"
	"log/slog"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
)

// An Owner gives access to the account of one session's key. *data.Player is one.
type Owner interface {
	Entrant
	Account() (arcade.Account, error)
	Rating(now time.Time) (arcade.Rating, error) // in races
	SetNick(nick string) error
	SetPrivacy(hidden, private bool) error
	Keys() ([]arcade.Key, error)
	NameKey(fingerprint, name string) error
	RemoveKey(fingerprint string, now time.Time) error
	Link(now time.Time) (code string, until time.Time, err error)
	Join(code string, now time.Time) error
	Delete(now time.Time) error
	Top(board arcade.Leaderboard, n int, now time.Time) ([]arcade.Standing, error)
	Result(id string) (arcade.Result, error) // one of the player's own; data.ErrNotFound if there is none
}

// An accounts implements arcade.Accounts for one player: a failure is logged in full, and
// the player reads a sentence.
type accounts struct {
	owner  Owner
	ranked func(id string) (arcade.Result, string, error)
	events arcade.Events
	now    func() time.Time
	log    *slog.Logger
}

// Accounts returns a player's account for the screens. ranked returns any player's round
// that stands on a board; what the player may see of it is up to events. now is the clock
// for the expiry of codes.
func Accounts(owner Owner, ranked func(id string) (arcade.Result, string, error), events arcade.Events, now func() time.Time, log *slog.Logger) arcade.Accounts {
	return accounts{owner, ranked, events, now, log}
}

// Account implements arcade.Accounts.
func (a accounts) Account() (arcade.Account, error) {
	account, err := a.owner.Account()
	if err == nil && account.Known {
		account.Rating, err = a.owner.Rating(a.now())
	}
	return account, toUserError(a.log, "read an account", err)
}

// SetNick implements arcade.Accounts.
func (a accounts) SetNick(nick string) error {
	return a.changed("set a nick", a.owner.SetNick(nick), "nick", nick)
}

// SetPrivacy implements arcade.Accounts.
func (a accounts) SetPrivacy(hidden, private bool) error {
	return a.changed("set privacy", a.owner.SetPrivacy(hidden, private), "hidden", hidden, "private", private)
}

// Keys implements arcade.Accounts.
func (a accounts) Keys() ([]arcade.Key, error) {
	keys, err := a.owner.Keys()
	return keys, toUserError(a.log, "read keys", err)
}

// NameKey implements arcade.Accounts. The name is cleaned.
func (a accounts) NameKey(fingerprint, name string) error {
	return a.changed("name a key", ofKey(a.owner.NameKey(fingerprint, clean.Text(name, nameMax))), "key", fingerprint)
}

// RemoveKey implements arcade.Accounts.
func (a accounts) RemoveKey(fingerprint string) error {
	return a.changed("remove a key", ofKey(a.owner.RemoveKey(fingerprint, a.now())), "key", fingerprint)
}

// ofKey turns data.ErrNotFound into errNoKey, for calls about a key.
func ofKey(err error) error {
	if errors.Is(err, data.ErrNotFound) {
		return errNoKey
	}
	return err
}

// Link implements arcade.Accounts.
func (a accounts) Link() (code string, until time.Time, err error) {
	code, until, err = a.owner.Link(a.now())
	return code, until, toUserError(a.log, "make a link code", err)
}

// Join implements arcade.Accounts.
func (a accounts) Join(code string) error {
	return a.changed("join accounts", a.owner.Join(code, a.now()))
}

// Delete implements arcade.Accounts.
func (a accounts) Delete() error {
	return a.changed("delete an account", a.owner.Delete(a.now()))
}

// changed logs a change that the player has made to the account, with what it was, unless
// it failed. It returns what toUserError does.
func (a accounts) changed(doing string, err error, what ...any) error {
	if err == nil {
		a.log.Info(accountChanged, append([]any{"change", doing}, what...)...)
	}
	return toUserError(a.log, doing, err)
}

// Top implements arcade.Accounts.
func (a accounts) Top(board arcade.Leaderboard, n int) ([]arcade.Standing, error) {
	top, err := a.owner.Top(board, n, a.now())
	return top, toUserError(a.log, "read a board", err)
}

// Ranked implements arcade.Accounts.
func (a accounts) Ranked(id string) (arcade.Result, error) {
	r, err := ownOrRanked(id, a.owner, a.ranked, a.events)
	return r, toUserError(a.log, "read a ranked round", err)
}

// ownOrRanked returns a round of the player's own, or anyone's round on a board if the
// player may see it, else data.ErrNotFound.
func ownOrRanked(id string, owner Owner, ranked func(id string) (arcade.Result, string, error), events arcade.Events) (arcade.Result, error) {
	r, err := owner.Result(id)
	if !errors.Is(err, data.ErrNotFound) {
		return r, err
	}
	if r, _, err = ranked(id); err == nil {
		err = checkVisible(events, owner, r.Deal(), r.Event)
	}
	if who, ok := owner.(interface{ saw(arcade.Deal) }); ok && err == nil {
		who.saw(r.Deal())
	}
	return r, err
}
