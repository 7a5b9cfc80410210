package data

import (
	"fmt"
	"reflect"
	"slices"
	"time"

	"boardwalk/engine"
)

// modelDay is one of a few days.
func (m *model) modelDay() string {
	return time.Date(2026, 2, 26+m.rng.IntN(6), 0, 0, 0, 0, time.UTC).Format(time.DateOnly)
}

// deal is the deal of a daily, which stays what it was.
func (m *model) deal(game, day string) engine.Code {
	code, err := m.db.Daily(game, day)
	must(m.t, err)
	key := game + " " + day
	if old, ok := m.dealt[key]; ok && old != code {
		m.t.Errorf("the daily of %s is %s, it was %s", key, code, old)
	}
	m.dealt[key] = code
	return code
}

// occasion makes a record one of an event, mostly with the event's own deal, or leaves
// it as it is.
func (m *model) occasion(r *engine.Record) engine.Event {
	old := r.Code
	var e engine.Event
	switch m.rng.IntN(6) {
	case 0, 1:
		day := m.modelDay()
		r.Code, e = m.deal(r.Game, day), engine.Daily(day)
	case 2, 3:
		code := m.raceCode()
		if race, ok := m.races[code]; ok {
			r.Game, r.Code = race.game, race.deal
		}
		e = engine.Race(code)
	default:
		return ""
	}
	if m.rng.IntN(8) == 0 {
		r.Code = old
	}
	return e
}

// enters is the error of a round that begins on an event.
func (m *model) enters(a *modelAccount, r engine.Record, e engine.Event) error {
	if e == "" {
		return nil
	}
	if _, played := a.attempt(r.Game, e); played {
		return ErrPlayed
	}
	right := engine.Code("")
	if day, ok := e.Day(); ok {
		right = m.deal(r.Game, day)
	} else if code, _ := e.Race(); m.in(a, code) {
		if race := m.races[code]; race.started != 0 && race.ended == 0 && race.game == r.Game {
			right = race.deal
		}
	}
	if r.Code != right {
		return ErrRound
	}
	return nil
}

// attempt is an account's first round of a game on an event.
func (a *modelAccount) attempt(game string, e engine.Event) (r engine.Result, ok bool) {
	if a == nil {
		return r, false
	}
	i := slices.IndexFunc(a.rounds, func(r engine.Result) bool { return r.Record.Game == game && r.Event == e })
	if i < 0 {
		return r, false
	}
	return a.rounds[i], true
}

func (m *model) attempt() {
	s, r := m.session(), m.record()
	e := m.occasion(&r)
	if e == "" {
		e = engine.Daily(m.modelDay())
	}
	got, ok, err := s.p.Attempt(r.Game, e)
	if a, read := m.reads(s, "Attempt", err); read {
		if want, has := a.attempt(r.Game, e); ok != has || !reflect.DeepEqual(got, want) {
			m.t.Errorf("Attempt of %s = %+v, %v, want %+v", e, got, ok, want)
		}
	}
}

// streak walks from day to day, where Streak goes through those that were played.
func (m *model) streak() {
	s, game := m.session(), []string{hop, scotsi}[m.rng.IntN(2)]
	until := time.Date(2026, 2, 24+m.rng.IntN(10), 0, 0, 0, 0, time.UTC)
	now, longest, err := s.p.Streak(game, until.Format(time.DateOnly))
	a, ok := m.reads(s, "Streak", err)
	if !ok {
		return
	}
	played := func(day time.Time) bool {
		return a != nil && slices.ContainsFunc(a.rounds, func(r engine.Result) bool {
			return r.Record.Game == game && r.Event == engine.Daily(day.Format(time.DateOnly)) && r.Class == engine.Counted
		})
	}
	run, most, before := 0, 0, 0
	for day := until.AddDate(0, 0, -20); !day.After(until); day = day.AddDate(0, 0, 1) {
		before = run
		if run++; !played(day) {
			run = 0
		}
		most = max(most, run)
	}
	if !played(until) {
		run = before
	}
	if now != run || longest != most {
		m.t.Errorf("Streak = %s, want %s", fmt.Sprint(now, longest), fmt.Sprint(run, most))
	}
}
