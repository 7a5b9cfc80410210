package server

import (
	"errors"
	"log/slog"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/tui"
)

// An Owner gives access to the account of one session's key. *data.Player is one.
type Owner interface {
	Entrant
	Account() (data.Account, error)
	SetNick(nick string) error
	SetPrivacy(hidden, private bool) error
	Keys() ([]data.Key, error)
	NameKey(fingerprint, name string) error
	RemoveKey(fingerprint string, now time.Time) error
	Link(now time.Time) (code string, until time.Time, err error)
	Join(code string, now time.Time) error
	Delete(now time.Time) error
	Top(board data.Board, n int) ([]data.Standing, error)
	Result(id string) (arcade.Result, error) // one of the player's own; data.ErrNotFound if there is none
}

// An accounts implements tui.Accounts for one player: a failure is logged in full, and
// the player reads a sentence.
type accounts struct {
	owner  Owner
	ranked func(id string) (arcade.Result, string, error)
	events tui.Events
	now    func() time.Time
	log    *slog.Logger
}

// Accounts returns a player's account for the screens. ranked returns any player's round
// that stands on a board; what the player may see of it is up to events. now is the clock
// for the expiry of codes.
func Accounts(owner Owner, ranked func(id string) (arcade.Result, string, error), events tui.Events, now func() time.Time, log *slog.Logger) tui.Accounts {
	return accounts{owner, ranked, events, now, log}
}

// Profile implements tui.Accounts.
func (a accounts) Profile() (tui.Profile, error) {
	p, err := a.owner.Account()
	return tui.Profile(p), toUserError(a.log, "read an account", err)
}

// SetNick implements tui.Accounts.
func (a accounts) SetNick(nick string) error {
	return toUserError(a.log, "set a nick", a.owner.SetNick(nick))
}

// SetPrivacy implements tui.Accounts.
func (a accounts) SetPrivacy(hidden, private bool) error {
	return toUserError(a.log, "set privacy", a.owner.SetPrivacy(hidden, private))
}

// Keys implements tui.Accounts.
func (a accounts) Keys() ([]tui.AccountKey, error) {
	stored, err := a.owner.Keys()
	keys := make([]tui.AccountKey, len(stored))
	for i, k := range stored {
		keys[i] = tui.AccountKey(k)
	}
	return keys, toUserError(a.log, "read keys", err)
}

// NameKey implements tui.Accounts. The name is cleaned.
func (a accounts) NameKey(fingerprint, name string) error {
	return toUserError(a.log, "name a key", ofKey(a.owner.NameKey(fingerprint, clean(name, nameMax))))
}

// RemoveKey implements tui.Accounts.
func (a accounts) RemoveKey(fingerprint string) error {
	return toUserError(a.log, "remove a key", ofKey(a.owner.RemoveKey(fingerprint, a.now())))
}

// ofKey turns data.ErrNotFound into errNoKey, for calls about a key.
func ofKey(err error) error {
	if errors.Is(err, data.ErrNotFound) {
		return errNoKey
	}
	return err
}

// Link implements tui.Accounts.
func (a accounts) Link() (code string, until time.Time, err error) {
	code, until, err = a.owner.Link(a.now())
	return code, until, toUserError(a.log, "make a link code", err)
}

// Join implements tui.Accounts.
func (a accounts) Join(code string) error {
	return toUserError(a.log, "join accounts", a.owner.Join(code, a.now()))
}

// Delete implements tui.Accounts.
func (a accounts) Delete() error {
	return toUserError(a.log, "delete an account", a.owner.Delete(a.now()))
}

// Top implements tui.Accounts.
func (a accounts) Top(board tui.Leaderboard, n int) ([]tui.Standing, error) {
	stored, err := a.owner.Top(boardOf(board, a.now()), n)
	top := make([]tui.Standing, len(stored))
	for i, s := range stored {
		top[i] = tui.Standing(s)
	}
	return top, toUserError(a.log, "read a board", err)
}

// boardOf returns the board in the store. Boards of a week or a day are those of now.
func boardOf(b tui.Leaderboard, now time.Time) data.Board {
	kinds := map[tui.BoardKind]data.Kind{
		tui.AllTime: data.AllTime, tui.ThisWeek: data.Week(now), tui.Fastest: data.Fastest,
		tui.MostWins: data.Wins, tui.Streaks: data.Streaks,
	}
	day, _ := today(now)
	kinds[tui.TodaysDaily] = data.On(arcade.DailyEvent(day))
	if b.Event != "" {
		kinds[b.Kind] = data.On(b.Event)
	}
	return data.Board{Game: b.Game, Class: b.Class, Kind: kinds[b.Kind]}
}

// Ranked implements tui.Accounts.
func (a accounts) Ranked(id string) (arcade.Result, error) {
	r, err := ownOrRanked(id, a.owner, a.ranked, a.events)
	return r, toUserError(a.log, "read a ranked round", err)
}

// ownOrRanked returns a round of the player's own, or anyone's round on a board if the
// player may see it, else data.ErrNotFound.
func ownOrRanked(id string, owner Owner, ranked func(id string) (arcade.Result, string, error), events tui.Events) (arcade.Result, error) {
	r, err := owner.Result(id)
	if !errors.Is(err, data.ErrNotFound) {
		return r, err
	}
	if r, _, err = ranked(id); err == nil {
		err = checkVisible(events, owner, r.Record.Game, r.Event)
	}
	return r, err
}
