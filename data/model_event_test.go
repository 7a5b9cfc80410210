package data

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// modelDay returns today, or one of a few days around it.
func (m *model) modelDay() string {
	return m.time().UTC().AddDate(0, 0, max(0, m.rng.IntN(6)-2)*(m.rng.IntN(3)-1)).Format(time.DateOnly)
}

// deal returns the deal of a daily, which never changes.
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

// occasion moves a record to an event, mostly with the event's own deal, or leaves it
// unchanged.
func (m *model) occasion(r *engine.Record) arcade.Event {
	old := r.Code
	var e arcade.Event
	switch m.rng.IntN(6) {
	case 0, 1:
		day := m.modelDay()
		r.Code, e = m.deal(r.Game, day), arcade.DailyEvent(day)
	case 2, 3:
		code := m.raceCode()
		if race, ok := m.races[code]; ok {
			r.Game, r.Code = race.game, race.deal
		}
		e = arcade.RaceEvent(code)
	default:
		return ""
	}
	if m.rng.IntN(8) == 0 {
		r.Code = old
	}
	return e
}

// begins returns the error of a session that begins a round of an event, and its deal.
func (m *model) begins(s *modelSession, r engine.Record, e arcade.Event) (engine.Code, error) {
	a, gone := m.at(s)
	if gone {
		return "", ErrRevoked
	}
	slot := arcade.Slot(r.Game, e)
	if m.rev(s, slot) != 0 {
		return "", arcade.ErrConflict
	}
	if _, played := a.eventRound(r.Game, e); played {
		return "", ErrPlayed
	}
	if day, ok := e.Day(); ok {
		if day != m.time().UTC().Format(time.DateOnly) {
			return "", ErrOver
		}
		for _, fingerprint := range append(m.fingerprints(a), s.fp) {
			if m.begunMarks[fingerprint+" "+slot] > 0 {
				return "", ErrPlayed
			}
		}
		return m.deal(r.Game, day), nil
	}
	code, _ := e.Race()
	race := m.races[code]
	switch {
	case !m.in(a, code):
		return "", ErrRound
	case race.ended != 0:
		return "", ErrOver
	case race.started == 0 || race.game != r.Game:
		return "", ErrRound
	}
	return race.deal, nil
}

// begin begins a round of an event.
func (m *model) begin() {
	s, r := m.session(), m.record()
	e := m.occasion(&r)
	if e == "" {
		e = arcade.DailyEvent(m.modelDay())
	}
	got, rev, err := s.p.Begin(steps{r.Game}, e, m.time())
	deal, want := m.begins(s, r, e)
	if !m.wants("Begin", err, want) {
		return
	}
	state := saved(record(r.Game, string(deal)), 0)
	state.Event, state.Started = e, m.now
	if !reflect.DeepEqual(got, state) {
		m.t.Errorf("Begin = %+v, want %+v", got, state)
	}
	m.playing(s, m.now).live[state.Slot()] = modelLive{state, rev}
	s.rev[state.Slot()] = rev
}

// over reports whether nobody can play the daily of a slot any more.
func (m *model) over(slot string) bool {
	_, e := arcade.CutSlot(slot)
	date, ok := e.Day()
	return ok && m.time().UTC().Add(-time.Hour).Format(time.DateOnly) > date
}

// endDailies ends the dailies that are open after their time.
func (m *model) endDailies() {
	n, err := m.db.EndDailies(m.time())
	if !m.wants("EndDailies", err, nil) {
		return
	}
	want := 0
	for _, a := range m.accounts {
		for _, slot := range slices.Sorted(maps.Keys(a.live)) {
			if m.over(slot) {
				m.abandon(a, a.live[slot].saved)
				delete(a.live, slot)
				want++
			}
		}
	}
	if n != want {
		m.t.Errorf("EndDailies = %d, want %d", n, want)
	}
	if n > 0 {
		m.learnAll()
	}
}

// learnAll records the IDs of rounds that were stored for their players.
func (m *model) learnAll() {
	for _, a := range m.accounts {
		m.relearn(a)
	}
}

// eventRound returns an account's round of a game on an event.
func (a *modelAccount) eventRound(game string, e arcade.Event) (r arcade.Result, ok bool) {
	if a == nil {
		return r, false
	}
	_, race := e.Race()
	for _, class := range arcade.Classes() { // of equal rounds of a daily, the one of the better class
		for _, o := range a.rounds {
			older := race && !betterOfEvent(r, o) && o.ID < r.ID
			if o.Class == class && o.Record.Game == game && o.Event == e && (!ok || betterOfEvent(o, r) || older) {
				r, ok = o, true
			}
		}
	}
	return r, ok
}

func (m *model) eventRound() {
	s, r := m.session(), m.record()
	e := m.occasion(&r)
	if e == "" {
		e = arcade.DailyEvent(m.modelDay())
	}
	got, ok, err := s.p.EventRound(r.Game, e)
	if a, read := m.reads(s, "Attempt", err); read {
		if want, has := a.eventRound(r.Game, e); ok != has || !reflect.DeepEqual(got, want) {
			m.t.Errorf("Attempt of %s = %+v, %v, want %+v", e, got, ok, want)
		}
	}
}

// streak walks from day to day, whereas Streak goes through the days that were played.
func (m *model) streak() {
	s, game := m.session(), []string{hop, scotsi}[m.rng.IntN(2)]
	until := m.time().UTC().Truncate(24*time.Hour).AddDate(0, 0, m.rng.IntN(8)-4)
	now, longest, err := s.p.Streak(game, until.Format(time.DateOnly))
	a, ok := m.reads(s, "Streak", err)
	if !ok {
		return
	}
	played := func(day time.Time) bool {
		return a != nil && slices.ContainsFunc(a.rounds, func(r arcade.Result) bool {
			return r.Record.Game == game && r.Event == arcade.DailyEvent(day.Format(time.DateOnly)) && r.Class == arcade.Counted
		})
	}
	run, most, before := 0, 0, 0
	for day := until.AddDate(0, 0, -100); !day.After(until); day = day.AddDate(0, 0, 1) {
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
