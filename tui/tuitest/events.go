package tuitest

import (
	"errors"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/tui"
)

// Events is a tui.Events over a Store. The day is that of the robot's clock.
type Events struct {
	Streaks map[string][2]int // now and the longest, by game
	Err     error             // what every call that can fail comes to from now on
	Before  func()            // called before the next round begins, then set to nil

	store *Store
	now   func() time.Time
}

// At sets the store that the rounds are in and the clock that the day is of.
func (e *Events) At(store *Store, now func() time.Time) *Events {
	e.store, e.now = store, now
	return e
}

// Begin implements tui.Events: the deal of a daily is DailyCode,
// and that of a race RaceCode.
func (e *Events) Begin(g engine.Game, event engine.Event) (engine.Saved, engine.Rev, error) {
	if before := e.Before; before != nil {
		e.Before = nil
		before()
	}
	code, err := e.deal(g.Info().ID, event)
	if err != nil {
		return engine.Saved{}, 0, err
	}
	s := engine.NewRound(g, code).Saved()
	s.Event, s.Started = event, e.now().UnixMilli()
	rev, err := e.store.Save(s, 0)
	return s, rev, err
}

func (e *Events) deal(game string, event engine.Event) (engine.Code, error) {
	if code, ok := event.Race(); ok {
		return RaceCode(code), e.Err
	}
	date, ok := event.Day()
	if day, _ := e.Today(); !ok || date != day {
		return "", errors.New("the day is over")
	}
	if _, played := e.attempt(game, event); played {
		return "", errors.New("you have played this one")
	}
	return DailyCode(game, date), e.Err
}

// DailyCode is the deal of the daily of a game on a day.
func DailyCode(game, day string) engine.Code {
	name := strings.ReplaceAll(game[strings.LastIndex(game, "/")+1:], "-", "")
	return engine.Code(strings.ToUpper(name[:4]) + strings.ReplaceAll(day, "-", ""))
}

// RaceCode is the deal of a race.
func RaceCode(code string) engine.Code { return engine.Code("RACE" + code) }

// Sealed implements tui.Events.
func (e *Events) Sealed(event engine.Event) bool {
	if code, ok := event.Race(); ok {
		return e.store.Races.goesOn(code)
	}
	date, daily := event.Day()
	day, _ := e.Today()
	return daily && date >= day
}

// Today implements tui.Events.
func (e *Events) Today() (day string, left time.Duration) {
	now := e.now().UTC()
	return now.Format(time.DateOnly), now.Truncate(24 * time.Hour).Add(24 * time.Hour).Sub(now)
}

// Daily implements tui.Events.
func (e *Events) Daily(game, day string) (d tui.Daily, err error) {
	event := engine.Daily(day)
	if saved, rev, _ := e.store.Saved(engine.Slot(game, event)); rev != 0 {
		d.Open = 1 + len(saved.Record.Moves)
	}
	if r, played := e.attempt(game, event); played {
		d.Result = &r
	}
	d.Streak, d.Longest = e.Streaks[game][0], e.Streaks[game][1]
	return d, e.Err
}

// Past implements tui.Events.
func (e *Events) Past(game, day string) (engine.Code, error) {
	if e.Sealed(engine.Daily(day)) {
		return "", errors.New("others can still play this deal")
	}
	return DailyCode(game, day), e.Err
}

func (e *Events) attempt(game string, event engine.Event) (engine.Result, bool) {
	e.store.mu.Lock()
	defer e.store.mu.Unlock()
	for _, r := range e.store.Results {
		if r.Record.Game == game && r.Event == event {
			return r, true
		}
	}
	return engine.Result{}, false
}
