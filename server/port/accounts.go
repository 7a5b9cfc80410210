package port

import (
	"time"

	"boardwalk/engine/arcade"
	"boardwalk/server/clean"
	"boardwalk/server/trail"
)

// An accounts implements arcade.Accounts for a user.
type accounts struct{ *User }

func (a accounts) Account() (arcade.Account, error) {
	account, err := a.Player.Account()
	if err == nil && account.Known {
		account.Rating, err = a.Rating(a.now())
	}
	return account, err
}

func (a accounts) SetNick(nick string) error {
	defer a.arcade.Races.TryReload() // they show it
	err := a.change(func() error { return a.CreateAccount(func() error { return a.Player.SetNick(nick) }) })
	return a.changed(trail.AccountChanged, "set a nick", err, "nick", nick)
}

// SetPrivacy implements arcade.Accounts. It takes effect at once for those watching any session of
// the account.
func (a accounts) SetPrivacy(hidden, private bool) error {
	defer a.arcade.Hub.RecheckWatches() // even if its outcome is in doubt
	defer a.arcade.Races.Relist()
	err := a.change(func() error { return a.Player.SetPrivacy(hidden, private) })
	return a.changed(trail.AccountChanged, "set privacy", err, "hidden", hidden, "private", private)
}

// NameKey implements arcade.Accounts. The name is cleaned.
func (a accounts) NameKey(fingerprint, name string) error {
	err := a.change(func() error { return a.Player.NameKey(fingerprint, clean.Text(name, len(name))) })
	return a.changed(trail.AccountChanged, "name a key", err, "key", fingerprint)
}

// RemoveKey implements arcade.Accounts. The holder of the key can no longer watch the account's
// private games.
func (a accounts) RemoveKey(fingerprint string) error {
	defer a.arcade.Hub.RecheckWatches()
	return a.changed(trail.AccountChanged, "remove a key", a.Player.RemoveKey(fingerprint, a.now()), "key", fingerprint)
}

func (a accounts) Link() (code string, until time.Time, err error) { return a.Player.Link(a.now()) }

func (a accounts) CanJoin(code string) (into string, err error) {
	err = a.guess(func() (err error) {
		into, err = a.Player.CanJoin(code, a.now())
		return err
	})
	return into, err
}

// Join implements arcade.Accounts. A player who joins an account that is banned is banned at once. What others are told
// of the account that has gone would name a nick that nobody has.
func (a accounts) Join(code string) error {
	before, _ := a.Player.Account()
	err := a.change(func() error { return a.guess(func() error { return a.Player.Join(code, a.now()) }) })
	if err == nil {
		if now, err := a.Player.Account(); err == nil && now.ID != before.ID {
			a.arcade.Hub.Notes.Forget(before.ID)
		}
		a.arcade.Joined(a.Session)
		a.arcade.Races.TryReload()
	}
	a.arcade.Hub.RecheckWatches() // the other account may be private
	return a.changed(trail.AccountChanged, "join accounts", err)
}

// Delete implements arcade.Accounts. A race that has not begun passes to its next racer, who may
// start it.
func (a accounts) Delete() error {
	defer a.arcade.Races.TryReload() // even if its outcome is in doubt
	if me, err := a.Player.Account(); err == nil {
		a.arcade.Hub.Notes.Forget(me.ID)
	}
	return a.changed(trail.AccountChanged, "delete an account", a.Player.Delete(a.now()))
}

var errManyChanges = arcade.Refuse("accounts of your network were changed many times in the last hour; please come back in an hour")

// change makes a change to the account of which a network can make so many in an hour. To remove a key or the
// account is always allowed.
func (a accounts) change(write func() error) error {
	return a.hourly(a.arcade.quotas.changes, errManyChanges, write)
}

// changed logs a change that the player has made, unless it failed, with what was changed.
func (u *User) changed(kind, doing string, err error, what ...any) error {
	if err == nil {
		u.Log.Info(kind, append([]any{"change", doing}, what...)...)
	}
	return err
}

func (a accounts) Top(board arcade.Leaderboard, n int) ([]arcade.Standing, error) {
	return a.Player.Top(board, n, a.now())
}

func (a accounts) Ranked(id string) (arcade.Result, error) { return a.Finished(id) }
