package port

import (
	"context"
	"errors"
	"slices"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/deal"
	"boardwalk/server/race"
)

// races returns the races of the arcade.
func (u *User) races() races {
	return races{u, race.Player{
		Table: u.table, Racer: u, Deal: u.raceDeal,
		MayJoin:       func() error { return u.mayEnter("") },
		MayOpen:       u.mayOpenRace,
		CreateAccount: u.CreateAccount,
	}}
}

// A races implements arcade.Races for one session, which hears the signals of those whose
// race it follows.
type races struct {
	user *User
	race.Player
}

var errNotOwner = arcade.Refuse("only the player who opened a race can have the arcade join it")

func (r races) Open(g engine.Game, terms arcade.RaceTerms) (*arcade.Race, error) {
	if terms.Arcade && terms.Level == 0 {
		account, err := r.user.Account()
		if err != nil {
			return nil, err
		}
		terms.Level = arcade.NearestLevel(account.Arcade)
	}
	if terms.To != "" {
		if r.user.arcade.Alone {
			return nil, errAlone
		}
		var err error
		if terms.Asked, err = r.user.people().Asked(terms.To); err != nil {
			return nil, err
		}
	}
	opened, err := r.Player.Open(g, terms)
	if err != nil || !terms.Arcade {
		return opened, err
	}
	if err := r.seat(opened.Code, terms.Level, terms.Open); err != nil {
		return nil, errors.Join(err, r.Leave(opened.Code))
	}
	if !terms.Open {
		err = r.Start(opened.Code)
	}
	if err == nil {
		opened, err = r.Race(opened.Code)
	}
	return opened, err
}

// Rematch implements arcade.Races. The arcade's players who were in the race join a rematch that
// the player opens.
func (r races) Rematch(code string, g engine.Game) (*arcade.Race, error) {
	old, err := r.Race(code)
	if err != nil {
		return nil, err
	}
	rematch, err := r.Player.Rematch(code, g)
	if err != nil || old.Next != "" || len(rematch.Racers) > 1 {
		return rematch, err
	}
	for _, o := range old.Racers {
		if o.Level > 0 {
			err = errors.Join(err, r.Seat(rematch.Code, o.Level))
		}
	}
	if err != nil {
		return nil, err
	}
	return r.Race(rematch.Code)
}

func (r races) Seat(code string, l arcade.Level) error { return r.seat(code, l, true) }

// seat is Seat. waits says that the race is not started at once.
func (r races) seat(code string, l arcade.Level, waits bool) error {
	if err := r.user.Meter.MayBegin(); err != nil {
		return err
	}
	stored, err := r.user.Race(code)
	switch {
	case err != nil:
		return err
	case stored.Racers[0].ID != stored.Me:
		return errNotOwner
	case !stored.Begins.IsZero():
		return data.ErrStarted
	case slices.ContainsFunc(stored.Racers, func(o arcade.Racer) bool { return o.Level == l }):
		return nil
	}
	r.user.Meter.Run(func() { err = r.user.arcade.Machines.Join(stored.Code, l, r.user.Addr, waits) })
	return err
}

// Join implements arcade.Races. Each time, all races are read.
func (r races) Join(code string) (joined *arcade.Race, err error) {
	if err := r.user.Meter.MayBegin(); err != nil {
		return nil, err
	}
	r.user.Meter.Run(func() { joined, err = r.Player.Join(code) })
	return joined, err
}

// Leave implements arcade.Races. Each time, all races are read, but nobody has to stay.
func (r races) Leave(code string) (err error) {
	r.user.Meter.Run(func() { err = r.Player.Leave(code) })
	return err
}

func (r races) Follow(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	watch, err := r.Player.Follow(ctx, code)
	if err == nil {
		r.user.people().InRace(ctx, code)
	}
	return watch, err
}

// raceDealWait is how long a player who opens a race waits for a deal that can be won.
const raceDealWait = 5 * time.Second

// raceDeal returns a fresh deal for a race, one that can be won if there is one.
func (u *User) raceDeal(g engine.Game) engine.Code {
	ctx, cancel := context.WithTimeout(context.Background(), raceDealWait)
	defer cancel()
	code, _ := deal.Winnable(ctx, deal.Config{Searches: u.searches(), Code: u.arcade.Deal, Log: u.arcade.Log}, g)
	return code
}
