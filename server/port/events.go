package port

import (
	"context"
	"errors"
	"slices"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/analysis"
	"boardwalk/engine/arcade"
)

// Today returns the day of a time (UTC), and how much of it is left.
func Today(now time.Time) (day string, left time.Duration) {
	utc := now.UTC()
	return utc.Format(time.DateOnly), utc.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(utc)
}

// Sealed reports whether an event's deal is secret to all who have not played it. That of a daily or of a sprint
// is, until nobody can play it any more, and that of a race or a duel until it is over.
func (a *Arcade) Sealed(e arcade.Event) bool {
	return data.Sealed(e, a.Past()) || a.Races.Sealed(e) || a.Store.DuelSealed(e)
}

// checkVisible returns why a player may not see the games of others of a deal in an event, or nil;
// see [data.Player.CheckVisible]. That a player may who has not played the event is noted first, or is an error.
func (u *User) checkVisible(d arcade.Deal, e arcade.Event) error {
	sealed := u.arcade.Sealed(e)
	err := u.CheckVisible(d, e, sealed)
	if err == nil && !sealed {
		err = u.arcade.Store.MarkTold(e, u.arcade.Past())
	}
	return err
}

// MaySee implements command.Player.
func (u *User) MaySee(d arcade.Deal, e arcade.Event) bool { return u.checkVisible(d, e) == nil }

// MayWatch implements hub.Player.
func (u *User) MayWatch(d arcade.Deal, e arcade.Event, later bool) bool {
	if !later || !u.arcade.Races.Watched(e) {
		return u.MaySee(d, e)
	}
	code, _ := e.Race()
	_, err := u.Race(code)
	return errors.Is(err, data.ErrNotIn) && u.CheckVisible(d, e, false) == nil
}

// Saw implements hub.Player. What strangers have seen is not remembered.
func (u *User) Saw(d arcade.Deal) {
	if u.Guesses != nil {
		u.arcade.seen.note(u.State().ID.Credential, d)
	}
}

// Finished implements command.Player: a round of the player's own, or anyone's round on a board if
// the player may see it.
func (u *User) Finished(id string) (arcade.Result, error) {
	r, err := u.Result(id)
	if !errors.Is(err, data.ErrNotFound) {
		return r, err
	}
	if r, _, err = u.arcade.Store.Ranked(id); err == nil {
		err = u.checkVisible(r.Deal(), r.Event)
	}
	if err == nil {
		u.Saw(r.Deal())
	}
	return r, u.Tell(err)
}

// PlayerOf implements command.Player.
func (u *User) PlayerOf(id string) string {
	_, nick, _ := u.arcade.Store.Ranked(id)
	return nick
}

// checkAnalysis returns why the player may know nothing of how a round could have gone, or nil.
func (u *User) checkAnalysis(id string) error {
	r, err := u.Finished(id)
	if err == nil && u.arcade.Sealed(r.Event) {
		err = r.Event.Secret()
	}
	return err
}

// Analysis implements arcade.Analyses.
func (u *User) Analysis(id string) (r analysis.Report, ok bool, err error) {
	if err = u.checkAnalysis(id); err == nil {
		r, ok, err = u.arcade.Store.Analysis(id)
	}
	return r, ok, u.Tell(err)
}

// KeepAnalysis implements arcade.Analyses.
func (u *User) KeepAnalysis(id string, r analysis.Report) error {
	err := u.checkAnalysis(id)
	if err == nil {
		err = u.arcade.Store.KeepAnalysis(id, r)
	}
	return u.Tell(err)
}

// An events implements arcade.Events for a user.
type events struct{ *User }

// settleWait is how long a player who begins a daily waits until it is found out whether its
// deal can be won. That is over by then but for the first day of an arcade.
const settleWait = 10 * time.Second

// settleDaily settles the deal of an event, if that is today's daily.
func (e events) settleDaily(game string, event arcade.Event) {
	day, daily := event.Day()
	if today, _ := e.Today(); !daily || day != today {
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), settleWait)
	defer cancel()
	e.arcade.Dailies.Settle(ctx, game, day)
}

// Begin implements arcade.Events. An event on a deal that the player is known to have seen, with
// whichever of the account's keys, is practice.
func (e events) Begin(g engine.Game, event arcade.Event) (s arcade.Saved, rev arcade.Rev, err error) {
	game := g.Info().ID
	if err = e.mayEnter(event); err != nil {
		return s, 0, err
	}
	if code, ok := event.Race(); ok {
		err = e.arcade.Races.CheckStart(e, game, code)
	}
	if begins, _, ok := event.Sprint(); ok {
		now := e.Sprints().Now
		if now.Game != game || !now.Begins.Equal(begins) {
			return s, 0, errNoSprint
		}
		e.arcade.Machines.Pace(now)
	}
	if err != nil {
		return s, 0, err
	}
	keys, err := e.Keys()
	if err != nil {
		return s, 0, err
	}
	own := []arcade.Credential{e.State().ID.Credential}
	for _, k := range keys {
		own = append(own, k.Credential)
	}
	e.settleDaily(game, event)
	seen := func(d arcade.Deal) bool {
		return slices.ContainsFunc(own, func(c arcade.Credential) bool { return e.arcade.seen.has(c, d) })
	}
	err = e.create(errNewcomersEvent, func() (err error) { // an event is not played on unsaved
		s, rev, err = e.Player.Begin(g, event, e.now(), seen)
		return err
	})
	return s, rev, err
}

// errNoSprint refuses a deal of a sprint that has not begun or is over.
var errNoSprint = arcade.Refuse("this sprint does not go on now")

func (e events) Sprints() arcade.Sprints { return e.arcade.Policy.Sprints.At(e.now()) }

func (e events) Sealed(event arcade.Event) bool { return e.arcade.Sealed(event) }

func (e events) Today() (day string, left time.Duration) { return Today(e.now()) }

func (e events) Standing(game, day string) (arcade.DailyStatus, error) {
	d, err := e.DailyStanding(game, day)
	d.Grading = e.arcade.Dailies.Grading(game, day)
	return d, err
}

func (e events) Daily(game, day string) (arcade.DailyStatus, error) {
	d, err := e.Standing(game, day)
	if err == nil {
		d.Streak, d.Longest, err = e.Streak(game, day)
	}
	if err == nil {
		d.Place, d.Players, err = e.Turnout(game, arcade.DailyEvent(day))
	}
	return d, err
}

func (e events) DayStreak(day string) (now, longest int, err error) { return e.Streak("", day) }

// Past implements arcade.Events. Whoever is told the code of a deal has seen it.
func (e events) Past(game, day string) (code engine.Code, err error) {
	event := arcade.DailyEvent(day)
	if today, _ := e.Today(); day > today {
		return "", arcade.Refuse("that day has not come yet")
	}
	if e.Sealed(event) {
		return "", event.Secret()
	}
	err = e.checkVisible(arcade.Deal{Game: game}, event)
	if err == nil {
		code, err = e.arcade.Store.Daily(game, day)
	}
	if err == nil { // a friend may have passed the deal on as a challenge
		err = e.checkVisible(arcade.Deal{Game: game, Code: code}, "")
	}
	if err != nil {
		return "", e.Tell(err)
	}
	e.Saw(arcade.Deal{Game: game, Code: code})
	return code, nil
}

// Explore implements arcade.Events.
func (e events) Explore(g engine.Game, day string) (*arcade.Walk, error) {
	game := g.Info().ID
	code, err := e.Past(game, day)
	if err != nil {
		return nil, err
	}
	var tracks []arcade.Track
	err = e.Meter.Work(func(func()) (err error) {
		tracks, err = e.arcade.Store.Tracks(game, arcade.DailyEvent(day))
		return err
	})
	if err != nil {
		return nil, e.Tell(err)
	}
	standing, err := e.DailyStanding(game, day)
	var own []engine.Move
	var report analysis.Report
	if r := standing.Result; err == nil && r != nil {
		own = r.Record.Moves
		report, _, err = e.Analysis(r.ID)
	}
	if err != nil {
		return nil, err
	}
	return arcade.NewWalk(g, code, tracks, own, report.Fair), nil
}
