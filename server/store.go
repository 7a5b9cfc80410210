package server

import (
	"errors"
	"log/slog"
	"net/netip"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/command/admin"
	"boardwalk/server/race"
)

// A Store keeps an arcade's data. Its methods are those of a data.DB; [Data] makes a
// Store from one.
type Store interface {
	// Player opens the data of the account that a credential belongs to, or of a new one.
	// It is called once per session and writes nothing.
	Player(arcade.Credential) (Player, error)

	DailyDealer
	race.Store
	admin.Store
	Known(arcade.Credential) (bool, error)
	Ranked(id string) (arcade.Result, string, error)
	Sweep(now time.Time) (guests int, err error)
	EndDailies(now time.Time) (n int, err error)
	Banned(c arcade.Credential, from netip.Addr, now time.Time) (data.Ban, bool, error)
}

// Data returns a data file as a Store.
func Data(db *data.DB) Store { return dbStore{db} }

// A dbStore is a data.DB whose Player returns this package's interface.
type dbStore struct{ *data.DB }

func (s dbStore) Player(c arcade.Credential) (Player, error) { return s.DB.Player(c) }

// A loggedPlayer is a player's data with errors for both audiences: a failure is logged
// in full, and the player reads a sentence without the host's paths.
type loggedPlayer struct {
	Player
	log           *slog.Logger
	metrics       *metrics
	createAccount accountGuard       // wraps each write that may create the account
	allowFinish   func() bool        // whether one more round may end now
	finished      func(arcade.Event) // called when a round of an event has entered the history
	revoked       func()             // called when the account no longer belongs to this session
}

// revokedEnd is what a player reads when errRevoked ends the session.
const revokedEnd = "This key no longer belongs to the account, or the account is gone, so the session ends here."

// toUserError logs an error and returns what the player reads.
func (p loggedPlayer) toUserError(doing string, err error) error {
	switch {
	case errors.Is(err, data.ErrRevoked):
		p.revoked()
		return errRevoked
	case errors.Is(err, data.ErrRound): // a table's own round should never be refused
		p.log.Error(doing, "err", err)
	}
	return toUserError(p.log, doing, err)
}

// saveGuard returns what to wrap a write in that replaces the state of prev. If there is
// no previous state, the write may create the account.
func (p loggedPlayer) saveGuard(prev arcade.Rev) accountGuard {
	if prev == 0 {
		return p.createAccount
	}
	return func(write func() error) error { return write() }
}

// Saved implements arcade.Store.
func (p loggedPlayer) Saved(game string) (arcade.Saved, arcade.Rev, error) {
	s, rev, err := p.Player.Saved(game)
	return s, rev, p.toUserError("read an open game", err)
}

// Save implements arcade.Store.
func (p loggedPlayer) Save(s arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	var rev arcade.Rev
	err := p.saveGuard(prev)(func() (err error) {
		rev, err = p.Player.Save(s, prev)
		p.metrics.countSave(err)
		return err
	})
	return rev, p.toUserError("save a game", err)
}

// Finish implements arcade.Store.
func (p loggedPlayer) Finish(r arcade.Result, prev arcade.Rev) (arcade.Result, error) {
	if !p.allowFinish() {
		return r, errTooFast
	}
	err := p.saveGuard(prev)(func() (err error) {
		r, err = p.Player.Finish(r, prev)
		p.metrics.countSave(err)
		return err
	})
	if err == nil && r.Event != "" {
		p.finished(r.Event)
	}
	return r, p.toUserError("finish a game", err)
}

// History implements arcade.Store.
func (p loggedPlayer) History(before string, n int) ([]arcade.Result, error) {
	page, err := p.Player.History(before, n)
	return page, p.toUserError("read a history", err)
}

// Best implements arcade.Store.
func (p loggedPlayer) Best(game string, class arcade.Class) (arcade.Result, bool, error) {
	r, ok, err := p.Player.Best(game, class)
	return r, ok, p.toUserError("read a best", err)
}

// Stats implements arcade.Store.
func (p loggedPlayer) Stats() ([]arcade.GameStat, error) {
	stats, err := p.Player.Stats()
	return stats, p.toUserError("sum up games", err)
}

// Settings implements arcade.Store.
func (p loggedPlayer) Settings() ([]byte, error) {
	text, err := p.Player.Settings()
	return text, p.toUserError("read settings", err)
}

// SetSettings implements arcade.Store.
func (p loggedPlayer) SetSettings(text []byte) error {
	return p.toUserError("keep settings", p.Player.SetSettings(text))
}
