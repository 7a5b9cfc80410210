package server

import (
	"errors"
	"log/slog"
	"slices"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/command"
)

// guessesMax is the number of codes that can be tried per connection.
const guessesMax = 3

// A limitedPlayer is a player's data in one session, with care for codes and for what
// others may see. A client that guesses codes must log in again and again. A player who
// joins an account that is banned is banned at once.
type limitedPlayer struct {
	Player
	conn           *conn
	wrongCode      func()                // counts a code that is wrong, or one too many
	recheckBan     func()                // ends the session if its player is banned
	recheckWatches func()                // ends watches that are no longer allowed
	reloadRaces    func()                // shows racers who is in their races now
	hideRaces      func()                // lists no open race of a hidden player
	forget         func(arcade.PlayerID) // drops what others are told of the player's challenges
	seen           *seenDeals
	credential     func() arcade.Credential
}

// guess runs try with a code of the client's, unless the client has tried too many. wrong is what try
// returns if the code is; other codes do not count.
func (p limitedPlayer) guess(wrong error, try func() error) error {
	if !p.conn.allowGuess() {
		p.wrongCode()
		return errGuesses
	}
	err := try()
	if errors.Is(err, wrong) {
		p.wrongCode()
	} else {
		p.conn.undoGuess()
	}
	return err
}

// saw remembers that the player has seen a deal of others.
func (p limitedPlayer) saw(d arcade.Deal) { p.seen.note(p.credential(), d) }

// Begin implements Entrant. A challenge to a deal that the player is known to have seen, with
// whichever of the account's keys, is practice.
func (p limitedPlayer) Begin(g engine.Game, e arcade.Event, now time.Time) (arcade.Saved, arcade.Rev, error) {
	own := []arcade.Credential{p.credential()}
	if _, ok := e.Challenge(); ok {
		keys, err := p.Keys()
		if err != nil {
			return arcade.Saved{}, 0, err
		}
		for _, k := range keys {
			own = append(own, k.Credential)
		}
	}
	return p.BeginSeen(g, e, now, func(d arcade.Deal) bool {
		return slices.ContainsFunc(own, func(c arcade.Credential) bool { return p.seen.has(c, d) })
	})
}

// EnterChallenge implements Challenger. As in a race, coming again is no guess. From here on the
// player may not watch the deal.
func (p limitedPlayer) EnterChallenge(code string, now time.Time) (c arcade.Challenge, err error) {
	if _, err := p.Challenge(code, now); err == nil {
		return p.Player.EnterChallenge(code, now)
	}
	err = p.guess(data.ErrNotFound, func() (err error) {
		c, err = p.Player.EnterChallenge(code, now)
		return err
	})
	p.recheckWatches()
	return c, err
}

// Join implements Owner.
func (p limitedPlayer) Join(code string, now time.Time) error {
	err := p.guess(data.ErrCode, func() error { return p.Player.Join(code, now) })
	if err == nil {
		p.recheckBan()
		p.reloadRaces()
	}
	p.recheckWatches() // the other account may be private
	return err
}

// SetPrivacy implements Owner. It takes effect at once for those watching any session of
// the account.
func (p limitedPlayer) SetPrivacy(hidden, private bool) error {
	defer p.recheckWatches() // even if its outcome is in doubt
	defer p.hideRaces()
	return p.Player.SetPrivacy(hidden, private)
}

// RemoveKey implements Owner. The holder of the key can no longer watch the account's
// private games.
func (p limitedPlayer) RemoveKey(fingerprint string, now time.Time) error {
	defer p.recheckWatches()
	return p.Player.RemoveKey(fingerprint, now)
}

// Delete implements Owner. A race that has not begun passes to its next racer, who may
// start it.
func (p limitedPlayer) Delete(now time.Time) error {
	defer p.reloadRaces() // even if its outcome is in doubt
	if id, err := p.ID(); err == nil {
		p.forget(id)
	}
	return p.Player.Delete(now)
}

// JoinRace implements Racer. Joining a race again is no guess.
func (p limitedPlayer) JoinRace(code string, now time.Time) (r data.Race, err error) {
	if _, err := p.Race(code); err == nil {
		return p.Player.JoinRace(code, now)
	}
	err = p.guess(data.ErrNotFound, func() (err error) {
		r, err = p.Player.JoinRace(code, now)
		return err
	})
	return r, err
}

// Redeem implements Player.
func (p limitedPlayer) Redeem(code string, now time.Time) error {
	return p.guess(data.ErrCode, func() error { return p.Player.Redeem(code, now) })
}

// A loggedPlayer is a player's data with errors for both audiences: a failure is logged
// in full, and the player reads a sentence without the host's paths.
type loggedPlayer struct {
	Player
	log           *slog.Logger
	metrics       *metrics
	createAccount accountGuard       // wraps each write that may create the account
	allowFinish   func() error       // why no more rounds may end now, or nil
	finished      func(arcade.Event) // called when a round of an event has entered the history
	revoked       func(words string) // called with why the account no longer belongs to this session
}

// revokedEnd is what a player reads when errRevoked ends the session.
const revokedEnd = "This key no longer belongs to the account, or the account is gone, so the session ends here."

// joinedEnd is what a guest reads instead whose games are now those of another account.
func joinedEnd(to data.JoinedError) string {
	account := "another account"
	if to.Nick != "" {
		account = to.Nick + "'s account"
	}
	return "Your games now belong to " + account + ". Log in with its key."
}

// toUserError logs an error and returns what the player reads.
func (p loggedPlayer) toUserError(doing string, err error) error {
	var joined data.JoinedError
	switch {
	case errors.As(err, &joined):
		p.revoked(joinedEnd(joined))
		return errRevoked
	case errors.Is(err, data.ErrRevoked):
		p.revoked(revokedEnd)
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
		began := time.Now()
		rev, err = p.Player.Save(s, prev)
		p.metrics.countSave(time.Since(began), err)
		return err
	})
	return rev, p.toUserError("save a game", err)
}

// Finish implements arcade.Store.
func (p loggedPlayer) Finish(r arcade.Result, prev arcade.Rev) (arcade.Result, error) {
	if err := p.allowFinish(); err != nil {
		return r, err
	}
	err := p.saveGuard(prev)(func() (err error) {
		began := time.Now()
		r, err = p.Player.Finish(r, prev)
		p.metrics.countSave(time.Since(began), err)
		return err
	})
	if err == nil {
		p.metrics.countFinished(r.Record.Game)
	}
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

// Looks implements arcade.Store.
func (p loggedPlayer) Looks(day int64, more int) (int, error) {
	n, err := p.Player.Looks(day, more)
	return n, p.toUserError("count looks at deals", err)
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

// A viewer is a player's data, with what the player may see of others.
type viewer struct {
	Player
	events arcade.Events
	ranked func(id string) (arcade.Result, string, error)
}

// MaySee implements hub.Player and command.Player.
func (v viewer) MaySee(d arcade.Deal, e arcade.Event) bool {
	return checkVisible(v.events, v.Player, d, e) == nil
}

// Saw implements hub.Player.
func (v viewer) Saw(d arcade.Deal) {
	if who, ok := v.Player.(interface{ saw(arcade.Deal) }); ok {
		who.saw(d)
	}
}

// History implements command.Player.
func (v viewer) History(before string, n int) ([]arcade.Result, error) {
	page, err := v.Player.History(before, n)
	return page, refusalOf(err)
}

// Numbered implements command.Player.
func (v viewer) Numbered(game string, first, n int) ([]arcade.Numbered, error) {
	found, err := v.Player.Numbered(game, first, n)
	return found, refusalOf(err)
}

// refusalOf returns a command's failure for an error that a player may read, or the error.
func refusalOf(err error) error {
	if errors.As(err, new(userError)) {
		return command.Refusal(err)
	}
	return err
}

// Finished implements command.Player.
func (v viewer) Finished(id string) (arcade.Result, error) {
	r, err := ownOrRanked(id, v.Player, v.ranked, v.events)
	return r, refusalOf(err)
}

// PlayerOf implements command.Player.
func (v viewer) PlayerOf(id string) string {
	_, nick, _ := v.ranked(id)
	return nick
}
