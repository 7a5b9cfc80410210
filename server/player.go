package server

import (
	"errors"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/limit"
	"boardwalk/tui/caption"
)

// guessesMax is the number of codes that can be tried per connection.
const guessesMax = 3

var errGuesses = arcade.Refuse("too many wrong codes: reconnect to try again")

// guess runs try with a code of the client's, unless the client has tried too many, who must log
// in again and again. Codes that are right do not count.
func (u *user) guess(try func() error) error {
	if u.conn == nil { // of somebody who has the arcade alone
		return try()
	}
	wrong := func() { u.server.turnAway(limit.Source(u.Addr), byCode) }
	if !u.conn.allowGuess() {
		wrong()
		return errGuesses
	}
	err := try()
	if errors.Is(err, data.ErrCode) || errors.Is(err, data.ErrNotFound) {
		wrong()
	} else {
		u.conn.undoGuess()
	}
	return err
}

// JoinRace implements race.Racer. Joining a race again is no guess.
func (u *user) JoinRace(code string, now time.Time) (r data.Race, err error) {
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
func (u *user) History(before string, n int) (page []arcade.Result, err error) {
	err = u.meter.Work(func(func()) error { page, err = u.Player.History(before, n); return err })
	return page, err
}

// Numbered implements command.Player.
func (u *user) Numbered(game string, first, n int) (found []arcade.Numbered, err error) {
	err = u.meter.Work(func(func()) error { found, err = u.Player.Numbered(game, first, n); return err })
	return found, err
}

// Import implements command.Player.
func (u *user) Import(rounds []arcade.Result, now time.Time, _ func()) (added int, err error) {
	err = u.meter.Work(func(giveWay func()) error { added, err = u.Player.Import(rounds, now, giveWay); return err })
	return added, err
}

// Saved implements arcade.Store.
func (u *user) Saved(slot string) (arcade.Saved, arcade.Rev, error) {
	s, rev, err := u.Player.Saved(slot)
	u.endIfRevoked(err)
	return s, rev, err
}

// Save implements arcade.Store.
func (u *user) Save(s arcade.Saved, prev arcade.Rev) (rev arcade.Rev, err error) {
	err = u.store("save a game", prev, func() (err error) {
		rev, err = u.Player.Save(s, prev)
		return err
	})
	return rev, err
}

// Finish implements arcade.Store. It tells others of a round of an event.
func (u *user) Finish(r arcade.Result, prev arcade.Rev) (arcade.Result, error) {
	if err := u.server.quotas.allowFinish(u.Addr); err != nil {
		return r, err
	}
	err := u.store("finish a game", prev, func() (err error) {
		r, err = u.Player.Finish(r, prev)
		return err
	})
	if err == nil {
		u.server.metrics.countFinished(r.Record.Game)
		if r.Event != "" {
			u.finished(r.Event)
		}
	}
	return r, err
}

// store runs a write that replaces the state prev of a round. If there is none, the write may
// create the account.
func (u *user) store(doing string, prev arcade.Rev, write func() error) (err error) {
	timed := func() error {
		began := time.Now()
		err := write()
		u.server.metrics.countSave(time.Since(began), err)
		return err
	}
	if prev == 0 {
		err = u.create(timed)
	} else {
		err = timed()
	}
	u.endIfRevoked(err)
	if errors.Is(err, data.ErrRound) { // a table's own round should never be refused
		u.log.Error(doing, "err", err)
	}
	return err
}

// revokedEnd is what a player reads when the session ends because its key is no longer that of
// the account.
const revokedEnd = "This key no longer belongs to the account, or the account is gone, so the session ends here."

// endIfRevoked ends the session if an error says that its account is gone, or that of others.
func (u *user) endIfRevoked(err error) {
	switch {
	case errors.Is(err, data.ErrJoined):
		u.End(caption.Sentence(err.Error()))
	case errors.Is(err, data.ErrRevoked):
		u.End(revokedEnd)
	}
}

// endIfBanned ends the session if its player is banned.
func (u *user) endIfBanned() {
	id := u.State().ID
	if ban, banned, err := u.server.auth.banOn(id.Admin, id.Credential, u.Addr); err == nil && banned {
		u.End(u.server.auth.asking(banSentence(ban)))
	}
}

// finished tells others that the player has finished a round of an event.
func (u *user) finished(e arcade.Event) {
	u.server.races.Finished(u, e)
	code, ok := e.Challenge()
	if !ok || u.server.config.Alone {
		return
	}
	found, err := u.Challenge(code, u.now())
	me, unknown := u.Account()
	own := found.Own()
	if err != nil || unknown != nil || own.Result == nil || found.By == "" || found.By == me.ID {
		return // the page of the challenge shows it
	}
	u.server.hub.Notes.Tell(found.By, me.ID, arcade.ChallengeNote{
		From: me.Called(), Code: code, Game: found.Game, Rules: found.Rules, Score: own.Result.Score, Finished: true, Duel: found.Duel,
	})
}
