package port

import (
	"errors"
	"sync/atomic"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/engine/puzzle"
	"boardwalk/server/trail"
	"boardwalk/tui/caption"
	"boardwalk/tui/session"
)

// GuessesMax is the number of wrong codes that can be tried per connection.
const GuessesMax = 3

// ErrGuesses refuses any code after GuessesMax wrong ones.
var ErrGuesses = arcade.Refuse("too many wrong codes: reconnect to try again")

// Guesses counts the wrong codes that the sessions of a connection have tried. The zero value has none.
type Guesses struct{ tried atomic.Int32 }

// guess runs try with a code of the client's, unless the connection has tried too many. Codes that are right
// do not count.
func (u *User) guess(try func() error) error {
	if u.Guesses == nil {
		return try()
	}
	if u.Guesses.tried.Add(1) > GuessesMax {
		u.arcade.WrongCode(u.Addr)
		return ErrGuesses
	}
	err := try()
	if errors.Is(err, data.ErrCode) || errors.Is(err, data.ErrNotFound) {
		u.arcade.WrongCode(u.Addr)
	} else {
		u.Guesses.tried.Add(-1)
	}
	return err
}

// Redeem uses up an invitation.
func (u *User) Redeem(invitation string) error {
	err := u.guess(func() error { return u.Player.Redeem(invitation, u.now()) })
	return u.changed(trail.AccountChanged, "came in by an invitation", err, "invitation", data.InvitationID(invitation))
}

// JoinRace implements race.Racer. Joining a race again is no guess.
func (u *User) JoinRace(code string, now time.Time) (r data.Race, err error) {
	if _, err := u.Race(code); err == nil {
		return u.Player.JoinRace(code, now)
	}
	err = u.guess(func() (err error) {
		r, err = u.Player.JoinRace(code, now)
		return err
	})
	return r, err
}

// History implements arcade.Store. Like all that walks the history it is work of the session.
func (u *User) History(before string, n int) (page []arcade.Result, err error) {
	err = u.Meter.Work(func(func()) error { page, err = u.Player.History(before, n); return err })
	return page, err
}

// Numbered implements command.Player.
func (u *User) Numbered(game string, first, n int) (found []arcade.Numbered, err error) {
	err = u.Meter.Work(func(func()) error { found, err = u.Player.Numbered(game, first, n); return err })
	return found, err
}

// Rivals implements race.Racer.
func (u *User) Rivals() (rivals []arcade.Rival, err error) {
	err = u.Meter.Work(func(func()) error { rivals, err = u.Player.Rivals(); return err })
	return rivals, err
}

// Import implements command.Player.
func (u *User) Import(rounds []arcade.Result, now time.Time, _ func()) (added int, err error) {
	err = u.Meter.Work(func(giveWay func()) error { added, err = u.Player.Import(rounds, now, giveWay); return err })
	return added, err
}

// Saved implements arcade.Store.
func (u *User) Saved(slot string) (arcade.Saved, arcade.Rev, error) {
	s, rev, err := u.Player.Saved(slot)
	u.endIfRevoked(err)
	return s, rev, err
}

// Save implements arcade.Store.
func (u *User) Save(s arcade.Saved, prev arcade.Rev) (rev arcade.Rev, err error) {
	err = u.store("save a game", prev, func() (err error) {
		rev, err = u.Player.Save(s, prev)
		return err
	})
	if err == nil {
		u.people().Stored(s.Slot())
	}
	return rev, err
}

// SetSettings implements arcade.Store.
func (u *User) SetSettings(settings []byte) error {
	return u.CreateAccount(func() error { return u.Player.SetSettings(settings) })
}

// Finish implements arcade.Store. It tells others of a round of an event.
func (u *User) Finish(r arcade.Result, prev arcade.Rev) (arcade.Result, error) {
	if err := u.mayFinish(); err != nil {
		return r, err
	}
	err := u.store("finish a game", prev, func() (err error) {
		r, err = u.Player.Finish(r, prev)
		return err
	})
	if err == nil {
		u.people().Stored(r.Slot())
		u.arcade.Finished(r.Record.Game)
		if r.Event != "" {
			u.finished(r.Event)
		} else {
			u.dig(r)
		}
	}
	return r, err
}

// dig has a round that has ended looked at for a puzzle, which the player's settings keep. A made-up game has
// none, and it is not called for a round of an event: others may still play its deal.
func (u *User) dig(r arcade.Result) {
	g, ok := u.arcade.Games.House.Find(r.Record.Game)
	if !ok {
		return
	}
	u.arcade.Mine.Dig(g, r.Record, func(p puzzle.Puzzle) {
		if me, err := u.Account(); err != nil || !me.Known {
			return // it was deleted since
		}
		if _, err := (session.Settings{}).Change(u.Player, func(own *session.Settings) { own.Puzzles.Keep(p) }); err != nil {
			u.Log.Info("could not store a player's own puzzle", "err", err)
		}
	})
}

// store runs a write that replaces the state prev of a round. If there is none, the write may
// create the account.
func (u *User) store(doing string, prev arcade.Rev, write func() error) (err error) {
	timed := func() error {
		began := time.Now()
		err := write()
		u.arcade.Saved(time.Since(began), err)
		return err
	}
	if prev == 0 {
		err = u.CreateAccount(timed)
	} else {
		err = timed()
	}
	u.endIfRevoked(err)
	if errors.Is(err, data.ErrRound) { // a table's own round should never be refused
		u.Log.Error(doing, "err", err)
	}
	return err
}

// Revoked is what a player reads when the session ends because its key is no longer that of
// the account.
const Revoked = "This key no longer belongs to the account, or the account is gone, so the session ends here."

// endIfRevoked ends the session if an error says that its account is gone, or that of others.
func (u *User) endIfRevoked(err error) {
	switch {
	case errors.Is(err, data.ErrJoined):
		u.End(caption.Sentence(err.Error()))
	case errors.Is(err, data.ErrRevoked):
		u.End(Revoked)
	}
}

// finished tells others that the player has finished a round of an event.
func (u *User) finished(e arcade.Event) {
	u.arcade.Races.Finished(u, e)
	code, ok := e.Challenge()
	if !ok || u.arcade.Alone {
		return
	}
	found, err := u.Challenge(code, u.now())
	me, unknown := u.Account()
	own := found.Own()
	if err != nil || unknown != nil || own.Result == nil || found.By == "" || found.By == me.ID {
		return // the page of the challenge shows it
	}
	u.arcade.Hub.Notes.Tell(found.By, me.ID, arcade.ChallengeNote{
		From: me.Called(), Code: code, Game: found.Game, Rules: found.Rules, Score: own.Result.Score, Class: own.Result.Class, Finished: true, Duel: found.Duel,
	})
}
