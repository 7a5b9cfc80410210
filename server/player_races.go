package server

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// racesHour is the number of races that one subnet can open per hour.
const racesHour = 60

// A Racer is the part of a player's data that is about races. *data.Player is one.
type Racer interface {
	OpenRace(game string, version int, deal engine.Code, limit time.Duration, now time.Time) (data.Race, error)
	JoinRace(code string, now time.Time) (data.Race, error)
	LeaveRace(code string) error
	StartRace(code string, at time.Time) (data.Race, error)
	Race(code string) (data.Race, error)
	Races(n int) ([]data.Race, error)
	Rivals() ([]arcade.Rival, error)
}

// playerRaces implements arcade.Races for one session's player.
type playerRaces struct {
	races         *races
	sess          *session
	games         engine.Catalog
	deal          func() engine.Code
	enter         func() error // why the player may not race, or nil
	createAccount accountGuard // wraps each write that may create the account
	allowOpen     func() bool  // whether one more race may be opened now
	log           *slog.Logger
}

// racesOf returns the races as a session's player sees them.
func (s *Server) racesOf(sess *session, log *slog.Logger) playerRaces {
	return playerRaces{
		races: s.races, sess: sess, games: s.config.Games, deal: s.config.Deal, createAccount: s.guardFor(sess),
		enter:     func() error { return s.mayEnter(sess, "") },
		allowOpen: func() bool { return s.isExempt(sess.addr) || s.racesOpened.Allow(sess.addr, s.config.Now()) },
		log:       log,
	}
}

func (p playerRaces) player() Player { return p.sess.state().player }

func (p playerRaces) now() time.Time { return p.races.clock.now() }

// Open implements arcade.Races.
func (p playerRaces) Open(game string, limit time.Duration) (*arcade.Race, error) {
	g, ok := p.games.Find(game)
	switch {
	case !ok:
		return nil, errNoGame
	case limit < arcade.RaceLeast || limit > arcade.RaceMost:
		return nil, errRaceLimit
	}
	if err := p.enter(); err != nil {
		return nil, toUserError(p.log, "open a race", err)
	}
	if !p.allowOpen() {
		return nil, errManyRaces
	}
	info := g.Info()
	var stored data.Race
	err := p.createAccount(func() (err error) {
		stored, err = p.player().OpenRace(info.ID, info.Version, p.deal(), limit, p.now())
		return err
	})
	if err != nil {
		return nil, toUserError(p.log, "open a race", err)
	}
	p.races.load(stored)
	return raceOf(stored), nil
}

// Join implements arcade.Races.
func (p playerRaces) Join(code string) (*arcade.Race, error) {
	code, err := arcade.ParseRaceCode(code)
	if err != nil {
		return nil, userError(err.Error())
	}
	if err := p.enter(); err != nil {
		return nil, toUserError(p.log, "join a race", err)
	}
	var stored data.Race
	err = p.createAccount(func() (err error) {
		stored, err = p.player().JoinRace(code, p.now())
		return err
	})
	if errors.Is(err, data.ErrNotFound) {
		return nil, errNoRace
	}
	if err != nil {
		return nil, toUserError(p.log, "join a race", err)
	}
	p.races.refresh(p.player(), stored.Code)
	return raceOf(stored), nil
}

// Leave implements arcade.Races.
func (p playerRaces) Leave(code string) error {
	err := p.player().LeaveRace(code)
	if errors.Is(err, data.ErrStarted) {
		return errRaceStarted
	}
	if err != nil {
		return p.toUserError("leave a race", err)
	}
	p.races.tryReload() // the player can no longer read the race
	return nil
}

// Start implements arcade.Races.
func (p playerRaces) Start(code string) error {
	begins := p.now().Add(raceCountdown)
	stored, err := p.player().StartRace(code, begins)
	switch {
	case errors.Is(err, data.ErrStarted): // by another session, or by a call whose outcome was in doubt
		p.races.refresh(p.player(), code)
		return nil
	case err != nil:
		return p.toUserError("start a race", err)
	}
	p.races.load(stored)
	return nil
}

// toUserError returns what a player reads for an error about a race.
func (p playerRaces) toUserError(doing string, err error) error {
	if errors.Is(err, data.ErrNotFound) {
		return errNotIn
	}
	return toUserError(p.log, doing, err)
}

// refresh reads a race from the store again, as one of its racers.
func (rs *races) refresh(player Racer, code string) {
	r := rs.find(code)
	if r == nil {
		return
	}
	read := r.nextRead()
	if stored, err := player.Race(code); err == nil { // on an error, the next change reads it again
		rs.apply(r, stored, read)
	}
}

// Races implements arcade.Races.
func (p playerRaces) Races(n int) ([]*arcade.Race, error) {
	stored, err := p.player().Races(n)
	list := make([]*arcade.Race, len(stored))
	for i, s := range stored {
		list[i] = p.races.standing(s)
	}
	return list, toUserError(p.log, "read races", err)
}

// race returns the standings of one of the player's races.
func (p playerRaces) race(code string) (*arcade.Race, error) {
	stored, err := p.player().Race(code)
	if err != nil {
		return nil, p.toUserError("read a race", err)
	}
	return p.races.standing(stored), nil
}

// standing returns the standings of a stored race, with what its tables have reported if
// it is running.
func (rs *races) standing(stored data.Race) *arcade.Race {
	s := raceOf(stored)
	if r := rs.find(stored.Code); r != nil && !s.Over {
		me := s.Me
		r.mu.Lock()
		defer r.mu.Unlock()
		s = r.standings()
		s.Me = me
	}
	return s
}

// Rivals implements arcade.Races.
func (p playerRaces) Rivals() ([]arcade.Rival, error) {
	rivals, err := p.player().Rivals()
	nicks := make([]string, len(rivals))
	for i, r := range rivals {
		nicks[i] = r.Nick
	}
	for i, name := range arcade.Names(nicks) {
		rivals[i].Nick = name
	}
	return rivals, toUserError(p.log, "read rivals", err)
}

// Follow implements arcade.Races.
func (p playerRaces) Follow(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	for again := false; ; again = true { // the race may end between these steps
		stored, err := p.player().Race(code)
		if err != nil {
			return nil, p.toUserError("follow a race", err)
		}
		s, r := raceOf(stored), p.races.find(stored.Code)
		switch {
		case s.Over:
			return newFinalWatch(s), nil
		case r == nil && again: // the disk failed when it was opened, and yet it was stored
			r = p.races.load(stored)
		case r == nil:
			continue
		}
		if f := r.follow(p.sess, s.Me); f != nil {
			context.AfterFunc(ctx, f.leave)
			return f, nil
		}
	}
}

// A finalWatch is a watch of a race that is over: it shows the final standings once.
type finalWatch chan *arcade.Race

func newFinalWatch(s *arcade.Race) finalWatch {
	r := make(finalWatch, 1)
	r <- s
	close(r)
	return r
}

// Next implements arcade.Watch.
func (r finalWatch) Next() (*arcade.Race, bool) {
	standings, ok := <-r
	return standings, ok
}

// finished updates the race that a round of the session's player was in, if any.
func (rs *races) finished(player Racer, e arcade.Event) {
	if code, ok := e.Race(); ok {
		rs.refresh(player, code)
	}
}

// checkStart returns why a racer cannot begin to play a race now, or nil.
func (rs *races) checkStart(player Racer, game, code string) error {
	stored, err := player.Race(code)
	if err != nil {
		return fmt.Errorf("begin a race: %w", err)
	}
	r := rs.find(stored.Code)
	if r == nil {
		return errRaceOver
	}
	return r.checkStart(game)
}
