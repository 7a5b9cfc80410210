package tuitest

import (
	"errors"
	"slices"
	"sync"
	"time"

	"boardwalk/engine/arcade"
)

// Accounts is a arcade.Accounts in memory. Tests may use its fields only while no call is in
// progress.
type Accounts struct {
	Player  arcade.Account
	Unfit   string // why the login name is not proposed
	Held    []arcade.Key
	Boards  map[arcade.Leaderboard][]arcade.Standing
	Results map[string]arcade.Result // that stand on boards, by ID
	Joined  []string                 // codes that were entered
	Gone    bool                     // it was deleted
	Err     error                    // what every change comes to from now on
	Read    func()                   // called when the profile was read, before the reader has it, if set

	mu sync.Mutex
}

// Account implements arcade.Accounts.
func (a *Accounts) Account() (arcade.Account, error) {
	a.mu.Lock()
	p := a.Player
	a.mu.Unlock()
	if a.Read != nil {
		a.Read()
	}
	return p, nil
}

// change calls do, unless every change fails.
func (a *Accounts) change(do func()) error {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.Err == nil {
		do()
	}
	return a.Err
}

// SetNick implements arcade.Accounts.
func (a *Accounts) SetNick(nick string) error {
	return a.change(func() { a.Player.Known, a.Player.Nick = true, nick })
}

// SetPrivacy implements arcade.Accounts.
func (a *Accounts) SetPrivacy(hidden, private bool) error {
	return a.change(func() { a.Player.Hidden, a.Player.Private = hidden, private })
}

// Keys implements arcade.Accounts.
func (a *Accounts) Keys() ([]arcade.Key, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	return slices.Clone(a.Held), nil
}

// NameKey implements arcade.Accounts.
func (a *Accounts) NameKey(credential, name string) error {
	return a.change(func() {
		for i := range a.Held {
			if a.Held[i].Credential.String() == credential {
				a.Held[i].Name = name
			}
		}
	})
}

// RemoveKey implements arcade.Accounts.
func (a *Accounts) RemoveKey(credential string) error {
	return a.change(func() {
		a.Held = slices.DeleteFunc(a.Held, func(k arcade.Key) bool { return k.Credential.String() == credential })
	})
}

// Link implements arcade.Accounts.
func (a *Accounts) Link() (code string, until time.Time, err error) {
	return "ABCD-EFGH", time.Unix(1_700_000_600, 0), a.change(func() {})
}

// Join implements arcade.Accounts.
func (a *Accounts) Join(code string) error {
	return a.change(func() { a.Joined = append(a.Joined, code) })
}

// CanJoin implements arcade.Accounts. The account that would stay is bea's.
func (a *Accounts) CanJoin(string) (into string, err error) { return "bea", a.change(func() {}) }

// Delete implements arcade.Accounts.
func (a *Accounts) Delete() error {
	return a.change(func() { a.Gone, a.Player, a.Held = true, arcade.Account{}, nil })
}

// Top implements arcade.Accounts.
func (a *Accounts) Top(board arcade.Leaderboard, n int) ([]arcade.Standing, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	rows := a.Boards[board]
	return slices.Clone(rows[:min(n, len(rows))]), nil
}

// Ranked implements arcade.Accounts.
func (a *Accounts) Ranked(id string) (arcade.Result, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if r, ok := a.Results[id]; ok {
		return r, nil
	}
	return arcade.Result{}, errors.New("there is no such game, or it is not for you to see")
}
