package race

import (
	"context"
	"errors"
	"sync/atomic"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/mailbox"
)

// A Table is one session's table, as the races see it. It knows the race that it is in.
type Table struct {
	registry *Registry
	number   int                  // the session's
	race     atomic.Pointer[race] // nil: it is in none
}

// Table returns the table of the session with a number, by which others watch it.
func (rs *Registry) Table(number int) *Table { return &Table{registry: rs, number: number} }

// Show notes what the session's player now sees at the table; nil means no table. The
// session must call it with nil at its end.
func (s *Table) Show(scene *arcade.Scene) {
	var r *race
	if scene != nil {
		if code, ok := scene.Event.Race(); ok {
			r = s.registry.find(code)
		}
	}
	if before := s.race.Swap(r); before != nil && before != r {
		before.leaveTable(s)
	}
	if r != nil {
		r.show(s, scene)
	}
}

// A Racer is the part of a player's data that is about races. *data.Player is one.
type Racer interface {
	OpenRace(g engine.Game, deal engine.Code, terms arcade.RaceTerms, now time.Time) (data.Race, error)
	Rematch(code string, g engine.Game, deal engine.Code, now time.Time) (data.Race, error)
	JoinRace(code string, now time.Time) (data.Race, error)
	LeaveRace(code string, now time.Time) error
	TakeOut(code, racer string, now time.Time) error
	StartRace(code string, at time.Time) (data.Race, error)
	Race(code string) (data.Race, error)
	Races(n int) ([]data.Race, error)
	Rivals() ([]arcade.Rival, error)
	Account() (arcade.Account, error)
}

// A Player implements [arcade.Races] for one session's player.
type Player struct {
	Table         *Table
	Racer         Racer
	Deal          func(engine.Game) engine.Code  // may wait for a few seconds
	MayJoin       func() error                   // why the player may not join a race, or nil
	MayOpen       func() error                   // why the player may not open a race now, or nil
	CreateAccount func(write func() error) error // wraps each write that may create the account
}

func (p Player) registry() *Registry { return p.Table.registry }

func (p Player) now() time.Time { return p.registry().config.Now() }

// Open implements arcade.Races.
func (p Player) Open(g engine.Game, terms arcade.RaceTerms) (*arcade.Race, error) {
	if terms.Limit < arcade.RaceLeast || terms.Limit > arcade.RaceMost {
		return nil, ErrLimit
	}
	if err := p.MayOpen(); err != nil {
		return nil, err
	}
	var stored data.Race
	deal := p.Deal(g)
	err := p.CreateAccount(func() (err error) {
		stored, err = p.Racer.OpenRace(g, deal, terms, p.now())
		return err
	})
	if err != nil {
		return nil, err
	}
	p.registry().load(stored)
	p.registry().change.Announce()
	return raceOf(stored), nil
}

// Join implements arcade.Races.
func (p Player) Join(code string) (*arcade.Race, error) {
	code, err := arcade.ParseRaceCode(code)
	if err == nil {
		err = p.MayJoin()
	}
	if err != nil {
		return nil, err
	}
	var stored data.Race
	err = p.CreateAccount(func() (err error) {
		stored, err = p.Racer.JoinRace(code, p.now())
		return err
	})
	if err != nil {
		return nil, err
	}
	p.registry().refresh(p.Racer, stored.Code)
	return raceOf(stored), nil
}

// Leave implements arcade.Races.
func (p Player) Leave(code string) error {
	err := p.Racer.LeaveRace(code, p.now())
	if err == nil {
		p.registry().TryReload() // the player can no longer read the race
	}
	return err
}

// TakeOut implements arcade.Races.
func (p Player) TakeOut(code, racer string) error {
	err := p.Racer.TakeOut(code, racer, p.now())
	if err == nil || errors.Is(err, data.ErrNotFound) {
		p.registry().refresh(p.Racer, code)
	}
	return err
}

// Start implements arcade.Races.
func (p Player) Start(code string) error {
	begins := p.now().Add(Countdown)
	stored, err := p.Racer.StartRace(code, begins)
	switch {
	case errors.Is(err, data.ErrStarted): // by another session, or by a call whose outcome was in doubt
		p.registry().refresh(p.Racer, code)
		return nil
	case err != nil:
		return err
	}
	p.registry().load(stored)
	p.registry().change.Announce()
	return nil
}

// Rematch implements arcade.Races. Only the racer who opens it waits for a deal.
func (p Player) Rematch(code string, g engine.Game) (*arcade.Race, error) {
	old, err := p.Racer.Race(code)
	if err != nil {
		return nil, err
	}
	if old.Next != "" {
		return p.Join(old.Next)
	}
	if err = p.MayOpen(); err != nil {
		return nil, err
	}
	stored, err := p.Racer.Rematch(code, g, p.Deal(g), p.now())
	if err != nil {
		return nil, err
	}
	if len(stored.Racers) == 1 {
		p.registry().load(stored)
		p.registry().change.Announce()
	} else { // another racer was faster
		p.registry().refresh(p.Racer, stored.Code)
	}
	return raceOf(stored), nil
}

// Waiting implements arcade.Races.
func (p Player) Waiting() []arcade.WaitingRace { return p.registry().waiting.of(p.me()) }

// me returns the name of the player, "" if there is no account or it cannot be read.
func (p Player) me() arcade.PlayerID {
	account, _ := p.Racer.Account()
	return account.ID
}

// FollowWaiting implements arcade.Races.
func (p Player) FollowWaiting(ctx context.Context) (arcade.Watch[[]arcade.WaitingRace], error) {
	return p.registry().waiting.follow(ctx, p.me), nil
}

// Races implements arcade.Races.
func (p Player) Races(n int) ([]*arcade.Race, error) {
	stored, err := p.Racer.Races(n)
	list := make([]*arcade.Race, len(stored))
	for i, s := range stored {
		list[i] = p.registry().standing(s)
	}
	return list, err
}

// Race implements arcade.Races.
func (p Player) Race(code string) (*arcade.Race, error) {
	stored, err := p.Racer.Race(code)
	if err != nil {
		return nil, err
	}
	return p.registry().standing(stored), nil
}

// Rivals implements arcade.Races.
func (p Player) Rivals() ([]arcade.Rival, error) {
	rivals, err := p.Racer.Rivals()
	arcade.CallByName(rivals, func(r *arcade.Rival) *string { return &r.Nick })
	return rivals, err
}

// Follow implements arcade.Races.
func (p Player) Follow(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	for again := false; ; again = true { // the race may end between these steps
		stored, err := p.Racer.Race(code)
		if err != nil {
			return nil, err
		}
		s, r := raceOf(stored), p.registry().find(stored.Code)
		switch {
		case s.Over:
			final := new(mailbox.Box[*arcade.Race])
			final.Put(s)
			final.Close()
			return final, nil
		case r == nil && again: // the disk failed when it was opened, and yet it was stored
			r = p.registry().load(stored)
		case r == nil:
			continue
		}
		if box := r.follow(ctx, follower{p.Table, s.Me}); box != nil {
			return box, nil
		}
	}
}
