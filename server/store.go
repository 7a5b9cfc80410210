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
	"boardwalk/engine"
	"boardwalk/tui"
)

// A Store is what an arcade keeps. Its methods are those of a data.DB; [Data]
// makes a Store of one.
type Store interface {
	// Player opens the rows of one account: "SHA256:..." for a key, "guest:..."
	// for a guest, "local". It is called once a session and writes nothing.
	Player(account string) (Player, error)
	// Ping tells why the store cannot be used at the moment; nil where all is
	// well. It is quick.
	Ping() error
	// Space is the room that the store takes, and the most that it may. It is quick.
	Space() data.Space

	DailyDealer
	RaceKeeper
	Known(account string) (bool, error)
	Holds(nick, account string) (exists, holds bool, err error)
	Ranked(id string) (engine.Result, string, error)
	Sweep(now time.Time) (guests int, err error)
	EndDailies(now time.Time) (n int, err error)

	Banned(account string, from netip.Addr, now time.Time) (data.Ban, bool, error)
	Ban(data.Ban) error
	Unban(who string) error
	Bans() ([]data.Ban, error)
	Invite(now time.Time) (code string, until time.Time, err error)

	Moderator
	Players(after string, n int) ([]data.PlayerInfo, error)
	Totals() (data.Totals, error)
	Backup(path string, progress ...func(done, total int64)) (bytes int64, err error)
}

// Data is a data file as a Store.
func Data(db *data.DB) Store { return file{db} }

// A file is a data.DB whose players are this package's.
type file struct{ *data.DB }

func (f file) Player(account string) (Player, error) { return f.DB.Player(account) }

// Told is a player's rows, where a failure is logged in full and the player
// reads a sentence without the host's paths.
type told struct {
	Player
	log     *slog.Logger
	meters  *meters
	begin   beginning          // what each write goes through that may begin an account
	pace    func() bool        // whether one more round may end now
	ended   func(engine.Event) // called when a round of an event is in the history
	revoked func()             // called when the rows are this session's no more
}

// How many rounds end in one neighbourhood at once, and then in a second: each is
// a row for good, and a program can end 600 a second.
const (
	finishesAtOnce = 600
	finishesSecond = 10
)

// revokedEnd is what a player reads when a session ends because of errRevoked.
const revokedEnd = "This key no longer belongs to the account, or the account is gone, so the session ends here."

// tell logs an error and returns what a player reads of it.
func (p told) tell(doing string, err error) error {
	switch {
	case errors.Is(err, data.ErrRevoked):
		p.revoked()
		return errRevoked
	case errors.Is(err, data.ErrRound): // what a table has played comes to what it says
		p.log.Error(doing, "err", err)
	}
	return tell(p.log, doing, err)
}

// mayBegin is what a write goes through that replaces the state of prev. Where that is
// none, it may be the first of an account.
func (p told) mayBegin(prev engine.Rev) beginning {
	if prev == 0 {
		return p.begin
	}
	return func(write func() error) error { return write() }
}

// Saved implements tui.Store.
func (p told) Saved(game string) (engine.Saved, engine.Rev, error) {
	s, rev, err := p.Player.Saved(game)
	return s, rev, p.tell("read an open game", err)
}

// Save implements tui.Store.
func (p told) Save(s engine.Saved, prev engine.Rev) (engine.Rev, error) {
	var rev engine.Rev
	err := p.mayBegin(prev)(func() (err error) {
		rev, err = p.Player.Save(s, prev)
		p.meters.save(err)
		return err
	})
	return rev, p.tell("save a game", err)
}

// Finish implements tui.Store.
func (p told) Finish(r engine.Result, prev engine.Rev) (engine.Result, error) {
	if !p.pace() {
		return r, errPace
	}
	err := p.mayBegin(prev)(func() (err error) {
		r, err = p.Player.Finish(r, prev)
		p.meters.save(err)
		return err
	})
	if err == nil && r.Event != "" {
		p.ended(r.Event)
	}
	return r, p.tell("finish a game", err)
}

// History implements tui.Store.
func (p told) History(before string, n int) ([]engine.Result, error) {
	page, err := p.Player.History(before, n)
	return page, p.tell("read a history", err)
}

// Best implements tui.Store.
func (p told) Best(game string, class engine.Class) (engine.Result, bool, error) {
	r, ok, err := p.Player.Best(game, class)
	return r, ok, p.tell("read a best", err)
}

// Played implements tui.Store.
func (p told) Played() (map[string]int, error) {
	played, err := p.Player.Played()
	return played, p.tell("count games", err)
}

// Settings implements tui.Store.
func (p told) Settings() ([]byte, error) {
	text, err := p.Player.Settings()
	return text, p.tell("read settings", err)
}

// SetSettings implements tui.Store.
func (p told) SetSettings(text []byte) error {
	return p.tell("keep settings", p.Player.SetSettings(text))
}

// rowsOf is the rows of a session's player, as its screens see them.
func (s *Server) rowsOf(sess ssh.Session) told {
	here := sessionOf(sess)
	return told{
		Player: here.now().rows, log: s.logOf(sess), meters: s.meters, begin: s.beginner(here),
		pace: func() bool {
			return s.isExempt(here.from) || s.finishes.take(neighbourhood(here.from), s.config.Now())
		},
		ended:   func(e engine.Event) { s.races.finished(here.now().rows, e) },
		revoked: func() { here.end(revokedEnd) },
	}
}

// eventsOf is the events of the arcade as a player meets them.
func (s *Server) eventsOf(rows Player) tui.Events {
	return events{dailies: s.config.Store, rows: rows, now: s.config.Now, log: s.config.Logger, races: s.races, racer: rows}
}

// playsEvents is eventsOf for a session that can begin them.
func (s *Server) playsEvents(here *session, rows Player) tui.Events {
	e := s.eventsOf(rows).(events)
	e.begin = s.beginner(here)
	e.enter = func(event engine.Event) error { return s.mayEnter(here, event) }
	return e
}

// farewell is the last words of a session with what a guest must know: how to
// find the games again.
func (s *Server) farewell(sess ssh.Session, words string) string {
	here := sessionOf(sess)
	if !here.now().who.guest || words == revokedEnd {
		return words
	}
	if words == goodbye {
		words = guestBye
	}
	code, _, err := here.now().rows.Link(s.config.Now())
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

// sweepEvery is how often what nobody comes back to is deleted at the least.
const sweepEvery = time.Hour

// sweepIn returns how long to wait for the next sweep. One comes at the end of the grace
// of yesterday's dailies.
func sweepIn(now time.Time) time.Duration {
	_, left := today(now.Add(-data.DailyGrace))
	return min(sweepEvery, left)
}

// sweep deletes what nobody comes back to, now and from now on.
func (s *Server) sweep() {
	if s.isClosing() {
		return
	}
	now := s.config.Now()
	dailies, err := s.config.Store.EndDailies(now)
	guests, sweepErr := s.config.Store.Sweep(now)
	if err = errors.Join(err, sweepErr); err == nil {
		err = s.races.look()
	}
	switch {
	case err != nil:
		s.config.Logger.Error("sweep", "err", err)
	case guests > 0 || dailies > 0:
		s.config.Logger.Info("swept", "guests", guests, "dailies", dailies)
	}
	time.AfterFunc(sweepIn(now), s.sweep)
}
