package server

import (
	"errors"
	"log/slog"
	"strings"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/tui"
)

// An Owner is the account of one session's key. *data.Player is one.
type Owner interface {
	Account() (data.Account, error)
	SetNick(nick string) error
	SetPrivacy(hidden, private bool) error
	Keys() ([]data.Key, error)
	NameKey(fingerprint, name string) error
	RemoveKey(fingerprint string) error
	Link(now time.Time) (code string, until time.Time, err error)
	Join(code string, now time.Time) error
	Delete() error
	Top(board data.Board, n int) ([]data.Standing, error)
}

// An accounts is a player's account as the screens see it: a failure is logged
// in full, and the player reads a sentence.
type accounts struct {
	owner  Owner
	ranked func(id string) (engine.Result, string, error)
	now    func() time.Time
	log    *slog.Logger
}

// Accounts is the account of a player for the screens. ranked gives anybody's
// round that stands on a board; now is the clock that codes are good by.
func Accounts(owner Owner, ranked func(id string) (engine.Result, string, error), now func() time.Time, log *slog.Logger) tui.Accounts {
	return accounts{owner, ranked, now, log}
}

// said is what a player reads where a change of the account is refused.
var said = []struct {
	err  error
	text string
}{
	{data.ErrNoAccount, "there is no account before the first game: play one, then come back"},
	{data.ErrGuest, "a guest cannot have this: come back with a key (ssh-keygen makes one)"},
	{data.ErrTaken, "that nick is taken"},
	{data.ErrLastKey, "that is the only key: without it nobody could reach the account"},
	{data.ErrCode, "there is no such code, or it was used or is too old"},
	{data.ErrSame, "both are one account already"},
	{data.ErrJoins, "one of these has so many keys, or accounts that were joined into it, that it takes no more"},
	{data.ErrRevoked, "this key no longer belongs to the account: please leave and come back"},
	{data.ErrNotFound, "there is no such thing, or it is not for you to see"},
	{data.ErrFull, "the arcade has no room for more at the moment; its host has been told"},
}

// tell is what the player reads of an error. One that is not the player's is
// logged.
func (a accounts) tell(doing string, err error) error {
	if err == nil || errors.Is(err, errCrowd) || errors.Is(err, errNoKey) || errors.Is(err, errGuesses) {
		return err
	}
	for _, s := range said {
		if errors.Is(err, s.err) {
			return errors.New(s.text)
		}
	}
	for _, sort := range []error{data.ErrName, data.ErrRound} {
		if errors.Is(err, sort) { // its own text says why
			_, why, _ := strings.Cut(err.Error(), sort.Error()+": ")
			return errors.New(why)
		}
	}
	a.log.Error(doing, "err", err)
	return errDisk
}

// Profile implements tui.Accounts.
func (a accounts) Profile() (tui.Profile, error) {
	p, err := a.owner.Account()
	return tui.Profile(p), a.tell("read an account", err)
}

// SetNick implements tui.Accounts.
func (a accounts) SetNick(nick string) error { return a.tell("set a nick", a.owner.SetNick(nick)) }

// SetPrivacy implements tui.Accounts.
func (a accounts) SetPrivacy(hidden, private bool) error {
	return a.tell("set privacy", a.owner.SetPrivacy(hidden, private))
}

// Keys implements tui.Accounts.
func (a accounts) Keys() ([]tui.AccountKey, error) {
	stored, err := a.owner.Keys()
	keys := make([]tui.AccountKey, len(stored))
	for i, k := range stored {
		keys[i] = tui.AccountKey(k)
	}
	return keys, a.tell("read keys", err)
}

// NameKey implements tui.Accounts. The name is cleaned.
func (a accounts) NameKey(fingerprint, name string) error {
	return a.tell("name a key", ofKey(a.owner.NameKey(fingerprint, clean(name, nameMax))))
}

// RemoveKey implements tui.Accounts.
func (a accounts) RemoveKey(fingerprint string) error {
	return a.tell("remove a key", ofKey(a.owner.RemoveKey(fingerprint)))
}

// errNoKey is data.ErrNotFound where it is about a key.
var errNoKey = errors.New("your account has no such key")

func ofKey(err error) error {
	if errors.Is(err, data.ErrNotFound) {
		return errNoKey
	}
	return err
}

// Link implements tui.Accounts.
func (a accounts) Link() (code string, until time.Time, err error) {
	code, until, err = a.owner.Link(a.now())
	return code, until, a.tell("make a link code", err)
}

// Join implements tui.Accounts.
func (a accounts) Join(code string) error {
	return a.tell("join accounts", a.owner.Join(code, a.now()))
}

// Delete implements tui.Accounts.
func (a accounts) Delete() error { return a.tell("delete an account", a.owner.Delete()) }

// Top implements tui.Accounts.
func (a accounts) Top(board tui.Leaderboard, n int) ([]tui.Standing, error) {
	stored, err := a.owner.Top(boardOf(board, a.now()), n)
	top := make([]tui.Standing, len(stored))
	for i, s := range stored {
		top[i] = tui.Standing(s)
	}
	return top, a.tell("read a board", err)
}

// boardOf is the board in the store; a week's is that of now.
func boardOf(b tui.Leaderboard, now time.Time) data.Board {
	kinds := map[tui.BoardKind]data.Kind{
		tui.AllTime: data.AllTime, tui.ThisWeek: data.Week(now), tui.Fastest: data.Fastest,
		tui.MostWins: data.Wins, tui.Streaks: data.Streaks,
	}
	return data.Board{Game: b.Game, Class: b.Class, Kind: kinds[b.Kind]}
}

// Ranked implements tui.Accounts.
func (a accounts) Ranked(id string) (engine.Result, error) {
	r, _, err := a.ranked(id)
	return r, a.tell("read a ranked round", err)
}
