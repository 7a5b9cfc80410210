package server

import (
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"strings"
	"time"

	"charm.land/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/race"
)

// A Store keeps an arcade's data. Its methods are those of a data.DB; [Data] makes a
// Store from one.
type Store interface {
	// Player opens the data of the account that a credential belongs to, or of a new one.
	// It is called once per session and writes nothing.
	Player(arcade.Credential) (Player, error)
	// Ping returns why the store cannot be used at the moment, or nil. It is quick.
	Ping() error
	// Space returns the size of the store and its limit. It is quick.
	Space() data.Space

	DailyDealer
	race.Store
	Known(arcade.Credential) (bool, error)
	Holds(nick string, c arcade.Credential) (exists, holds bool, err error)
	Ranked(id string) (arcade.Result, string, error)
	Sweep(now time.Time) (guests int, err error)
	EndDailies(now time.Time) (n int, err error)

	Banned(c arcade.Credential, from netip.Addr, now time.Time) (data.Ban, bool, error)
	Ban(data.Ban) error
	Unban(who string) error
	Bans() ([]data.Ban, error)
	Invite(now time.Time) (code string, until time.Time, err error)

	Moderator
	Players(after string, n int) ([]data.PlayerInfo, error)
	Totals() (data.Totals, error)
	Backup(path string, progress ...func(done, total int64)) (bytes int64, err error)
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

// How many rounds one subnet can finish in a burst, and then per second. Each is stored
// for good, and a program could finish 600 a second.
const (
	finishesAtOnce = 600
	finishesSecond = 10
)

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

// loggedPlayerOf returns the data of a session's player for its screens.
func (s *Server) loggedPlayerOf(sess ssh.Session) loggedPlayer {
	entry, player := sessionOf(sess), channelOf(sess).player
	return loggedPlayer{
		Player: player, log: s.logOf(sess), metrics: s.metrics, createAccount: s.guardFor(entry),
		allowFinish: func() bool {
			return s.isExempt(entry.Addr) || s.finishes.Allow(limit.Subnet(entry.Addr), s.config.Now())
		},
		finished: func(e arcade.Event) { s.races.Finished(player, e) },
		revoked:  func() { entry.End(revokedEnd) },
	}
}

// eventsOf returns the events of the arcade as a player sees them.
func (s *Server) eventsOf(player Player) arcade.Events {
	return events{dailies: s.config.Store, player: player, now: s.config.Now, log: s.config.Logger, races: s.races, racer: player}
}

// viewerOf returns a player's data, with what the player may see of others.
func (s *Server) viewerOf(player Player) viewer {
	return viewer{player, s.eventsOf(player), s.config.Store.Ranked}
}

// playsEvents is like eventsOf, for a session that can begin events.
func (s *Server) playsEvents(sess *hub.Session, player Player) arcade.Events {
	e := s.eventsOf(player).(events)
	e.createAccount = s.guardFor(sess)
	e.enter = func(event arcade.Event) error { return s.mayEnter(sess, event) }
	return e
}

// racesHour is the number of races that one subnet can open per hour.
const racesHour = 60

// racesOf returns the races as a session's player sees them.
func (s *Server) racesOf(ch *channel, log *slog.Logger) race.Player {
	entry := ch.session
	return race.Player{
		Seat: ch.seat, Racer: ch.player, Games: s.config.Games, Deal: s.config.Deal,
		MayRace:       func() error { return s.mayEnter(entry, "") },
		MayOpen:       func() bool { return s.isExempt(entry.Addr) || s.racesOpened.Allow(entry.Addr, s.config.Now()) },
		CreateAccount: s.guardFor(entry), Log: log,
	}
}

// farewell returns the last words of a session, for a guest with a code to find the games
// again.
func (s *Server) farewell(sess ssh.Session, words string) string {
	entry := sessionOf(sess)
	if !entry.State().ID.Credential.IsGuest() || words == revokedEnd {
		return words
	}
	if words == goodbye {
		words = guestBye
	}
	code, _, err := channelOf(sess).player.Link(s.config.Now())
	switch {
	case errors.Is(err, data.ErrNoAccount), errors.Is(err, data.ErrRevoked): // or somebody has claimed it
		return words
	case err != nil:
		s.logOf(sess).Error("make a code for a guest", "err", err)
		return words
	}
	claim := fmt.Sprintf("To keep these games: ssh HOST link %s with a key, within 24 hours.", code)
	return strings.TrimPrefix(words+"\r\n"+claim, "\r\n")
}

// sweepEvery is the longest time between two sweeps.
const sweepEvery = time.Hour

// sweepIn returns how long to wait for the next sweep. One sweep comes at the end of the
// grace period of yesterday's dailies.
func sweepIn(now time.Time) time.Duration {
	_, left := today(now.Add(-data.DailyGrace))
	return min(sweepEvery, left)
}

// sweep deletes what nobody can come back to, ends dailies that are over, and repeats
// itself until the server closes.
func (s *Server) sweep() {
	if s.isClosing() {
		return
	}
	now := s.config.Now()
	dailies, err := s.config.Store.EndDailies(now)
	guests, sweepErr := s.config.Store.Sweep(now)
	if err = errors.Join(err, sweepErr); err == nil {
		err = s.races.Reload()
	}
	switch {
	case err != nil:
		s.config.Logger.Error("sweep", "err", err)
	case guests > 0 || dailies > 0:
		s.config.Logger.Info("swept", "guests", guests, "dailies", dailies)
	}
	time.AfterFunc(sweepIn(now), s.sweep)
}
