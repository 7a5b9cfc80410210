package server

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/deal"
	"boardwalk/server/race"
)

// An Entrant is the part of a player's data that is about events. *data.Player is one.
type Entrant interface {
	Saved(slot string) (arcade.Saved, arcade.Rev, error)
	Begin(g engine.Game, e arcade.Event, now time.Time) (arcade.Saved, arcade.Rev, error)
	EventRound(game string, e arcade.Event) (r arcade.Result, ok bool, err error)
	DailyStanding(game, day string) (arcade.DailyStatus, error)
	Streak(game, day string) (now, longest int, err error)
	Turnout(game string, e arcade.Event) (place, players int, err error)
	Challenge(code string, now time.Time) (arcade.Challenge, error)
	SealedDeals() (map[arcade.Deal]bool, error)
}

// A DailyDealer deals dailies. *data.DB is one.
type DailyDealer interface {
	Daily(game, day string) (engine.Code, error)
	deal.DailyStore
}

// What a player reads about deals that can be played only once.
const (
	errPlayed   userError = "you have played this one, and each is played once"
	errDayOver  userError = "the day of this daily is over; its deal can be practised from one hour after midnight (UTC)"
	errUnplayed userError = "you can see others' games of this deal once you have played it yourself"
	errOpen     userError = "you have begun this one: finish it first"
)

// today returns the day of a time (UTC), and how much of it is left.
func today(now time.Time) (day string, left time.Duration) {
	utc := now.UTC()
	return utc.Format(time.DateOnly), utc.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(utc)
}

// sealed reports whether an event's deal is secret at a time. A daily's is, until nobody
// can play it any more.
func sealed(e arcade.Event, now time.Time) bool {
	day, daily := e.Day()
	return daily && data.DailySealed(day, now)
}

// checkVisible returns why a player may not see the games of others of a deal in an event, or
// nil. Until the event is over, only players who have finished it may; a player who is still
// playing it never may. Those of a challenge are only for those who have finished it. A deal
// to which the player has been challenged stays secret wherever it was played; the deal has
// no code if that is not known.
func checkVisible(events arcade.Events, player Entrant, d arcade.Deal, e arcade.Event) error {
	if d.Code != "" {
		if sealed, err := player.SealedDeals(); err != nil {
			return err
		} else if sealed[d] {
			return errChallenged
		}
	}
	if e == "" {
		return nil
	}
	if code, ok := e.Challenge(); ok {
		c, err := player.Challenge(code, time.Time{}) // at any time: it only decides whether others can enter
		if errors.Is(err, data.ErrNotFound) || err == nil && !c.Finished() {
			err = errChallengeHides
		}
		return err
	}
	if err := checkNotOpen(player, d.Game, e); err != nil || !events.Sealed(e) {
		return err
	}
	_, played, err := player.EventRound(d.Game, e)
	if err == nil && !played {
		err = errUnplayed
	}
	return err
}

// checkNotOpen returns errOpen if the player has an open round of an event.
func checkNotOpen(player Entrant, game string, e arcade.Event) error {
	_, rev, err := player.Saved(arcade.Slot(game, e))
	if err == nil && rev != 0 {
		err = errOpen
	}
	return err
}

// An events implements arcade.Events for one player.
type events struct {
	dailies       DailyDealer
	settle        *deal.Dailies // chooses their deals; nil leaves them as they are
	player        Entrant
	now           func() time.Time
	log           *slog.Logger
	races         *race.Registry           // nil if there are none
	racer         race.Racer               // the player, in races
	enter         func(arcade.Event) error // why the player may not begin an event; nil allows all
	createAccount accountGuard             // wraps each write that may create the account; nil allows all
}

// Events returns the events of the arcade for a player's screens. settle chooses the deals of
// dailies that are not chosen yet; it may be nil.
func Events(dailies DailyDealer, settle *deal.Dailies, player Entrant, now func() time.Time, log *slog.Logger) arcade.Events {
	return events{dailies: dailies, settle: settle, player: player, now: now, log: log}
}

// settleWait is how long a player who begins a daily waits until it is found out whether its
// deal can be won. That is over by then but for the first day of an arcade.
const settleWait = 10 * time.Second

// settleDaily settles the deal of an event, if that is today's daily.
func (e events) settleDaily(game string, event arcade.Event) {
	day, daily := event.Day()
	if today, _ := e.Today(); !daily || day != today || e.settle == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), settleWait)
	defer cancel()
	e.settle.Settle(ctx, game, day)
}

// Begin implements arcade.Events.
func (e events) Begin(g engine.Game, event arcade.Event) (s arcade.Saved, rev arcade.Rev, err error) {
	if e.enter != nil {
		err = e.enter(event)
	}
	var over error = errDayOver
	if code, ok := event.Race(); ok && e.races != nil {
		over = race.ErrOver
		if err == nil {
			err = e.races.CheckStart(e.racer, g.Info().ID, code)
		}
	}
	if err == nil {
		e.settleDaily(g.Info().ID, event)
	}
	write := func() (err error) {
		s, rev, err = e.player.Begin(g, event, e.now())
		return err
	}
	if err == nil && e.createAccount != nil {
		err = e.createAccount(write)
	} else if err == nil {
		err = write()
	}
	switch {
	case errors.Is(err, data.ErrPlayed):
		err = errPlayed
	case errors.Is(err, data.ErrOver):
		err = over
	}
	return s, rev, toUserError(e.log, "begin an event", err)
}

// Sealed implements arcade.Events.
func (e events) Sealed(event arcade.Event) bool {
	return sealed(event, e.now()) || e.races != nil && e.races.Sealed(event)
}

// Today implements arcade.Events.
func (e events) Today() (day string, left time.Duration) { return today(e.now()) }

// Standing implements arcade.Events.
func (e events) Standing(game, day string) (arcade.DailyStatus, error) {
	d, err := e.standing(game, day)
	return d, toUserError(e.log, "read a daily", err)
}

// standing returns the player's standing in a daily, and whether its grade is still to come.
func (e events) standing(game, day string) (arcade.DailyStatus, error) {
	d, err := e.player.DailyStanding(game, day)
	d.Grading = e.settle != nil && e.settle.Grading(game, day)
	return d, err
}

// Daily implements arcade.Events.
func (e events) Daily(game, day string) (arcade.DailyStatus, error) {
	d, err := e.standing(game, day)
	var streakErr, turnoutErr error
	d.Streak, d.Longest, streakErr = e.player.Streak(game, day)
	d.Place, d.Players, turnoutErr = e.player.Turnout(game, arcade.DailyEvent(day))
	return d, toUserError(e.log, "read a daily", errors.Join(err, streakErr, turnoutErr))
}

// DayStreak implements arcade.Events.
func (e events) DayStreak(day string) (now, longest int, err error) {
	now, longest, err = e.player.Streak("", day)
	return now, longest, toUserError(e.log, "count days", err)
}

// Past implements arcade.Events.
func (e events) Past(game, day string) (code engine.Code, err error) {
	if e.Sealed(arcade.DailyEvent(day)) {
		return "", arcade.ErrSealed
	}
	err = checkNotOpen(e.player, game, arcade.DailyEvent(day))
	if err == nil {
		code, err = e.dailies.Daily(game, day)
	}
	if err == nil { // a friend may have passed the deal on as a challenge
		err = checkVisible(e, e.player, arcade.Deal{Game: game, Code: code}, "")
	}
	if err != nil {
		return "", toUserError(e.log, "deal a past daily", err)
	}
	return code, nil
}
