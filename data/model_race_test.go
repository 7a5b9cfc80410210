package data

import (
	"cmp"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"time"

	"boardwalk/engine/arcade"
)

// raceCode returns the code of a race, mostly of an unfinished one, or of none.
func (m *model) raceCode() string {
	var codes []string
	all := m.rng.IntN(4) == 0
	for code, r := range m.races {
		if all || r.ended == 0 {
			codes = append(codes, code)
		}
	}
	codes = append(codes, "NONE00")
	slices.Sort(codes)
	return codes[m.rng.IntN(len(codes))]
}

// place returns an account's index among the racers, or -1.
func (r modelRace) place(account int) int {
	return slices.IndexFunc(r.racers, func(racer modelRacer) bool { return account >= 0 && racer.account == account })
}

// in reports whether an account is in a race.
func (m *model) in(a *modelAccount, code string) bool {
	return a != nil && m.races[code].place(m.index(a)) >= 0
}

// racer returns a session, mostly of a racer, and of the one at place unless that is -1.
func (m *model) racer(code string, place int) *modelSession {
	s := m.session()
	for range 40 {
		if a, _ := m.at(s); a != nil && m.in(a, code) && (place < 0 || m.races[code].place(m.index(a)) == place) {
			break
		}
		s = m.session()
	}
	return s
}

// seen returns a race as an account sees it.
func (m *model) seen(code string, me *modelAccount) Race {
	row := m.races[code]
	r := Race{
		Race:  arcade.Race{Code: code, Game: row.game, Limit: row.limit, Opened: fromMillis(row.opened), Begins: fromMillis(row.started), Over: row.ended != 0, Open: row.open},
		Ended: fromMillis(row.ended),
	}
	if next, ok := m.races[row.next]; ok && next.started == 0 && next.ended == 0 {
		r.Next = row.next
	}
	if r.Rematch = row.of != ""; row.started == 0 && row.ended == 0 {
		for _, racer := range row.racers {
			if a := m.accounts[racer.account]; a != nil {
				r.In = append(r.In, a.id.name())
			}
		}
		for _, racer := range m.races[row.of].racers {
			if a := m.accounts[racer.account]; a != nil && row.place(racer.account) < 0 && !a.follows[row.racers[0].account] {
				r.Asked = append(r.Asked, a.id.name())
			}
		}
	}
	for i, racer := range row.racers {
		seen := arcade.Racer{ID: racer.id}
		if a := m.accounts[racer.account]; a != nil {
			seen.Nick = a.nick
			if a == me {
				r.Me = racer.id
			}
			if i == 0 {
				r.Hidden = a.hidden || a.concealed
			}
			if racer.rated != nil {
				by := racer.rated.by
				seen.Rating, seen.Rated = racer.rated.before, &by
			} else if row.ended == 0 {
				_, now := a.rating()
				seen.Rating = now.seen()
			}
			result, done := a.eventRound(row.game, arcade.RaceEvent(code))
			if done {
				seen.Score, seen.Moves, seen.Millis, seen.Round = result.Score, len(result.Record.Moves), result.Millis, result.ID
				seen.Shown = m.shows(a, result)
				seen.Through, seen.Played, seen.Stopped, seen.Assisted = true, true, result.Stopped, result.RaceRank().Assisted
			}
			if _, open := a.live[arcade.Slot(row.game, arcade.RaceEvent(code))]; open || done {
				r.Began = append(r.Began, racer.id)
			}
		} else {
			seen.Gone = true
		}
		r.Racers = append(r.Racers, seen)
	}
	return r
}

func (m *model) wantRace(what string, got Race, me *modelAccount) {
	m.t.Helper()
	if want := m.seen(got.Code, me); !reflect.DeepEqual(got, want) {
		m.t.Errorf("%s = %+v, want %+v", what, got, want)
	}
}

// enrolled records a session's account as the last of a race's racers.
func (m *model) enrolled(s *modelSession, r Race, row modelRace) {
	a := m.playing(s, m.now)
	row.racers = append(slices.Clone(row.racers), modelRacer{id: r.Racers[len(r.Racers)-1].ID, account: m.index(a)})
	m.races[r.Code] = row
	m.wantRace("the race", r, a)
}

func (m *model) openRace() {
	s, r := m.session(), m.record()
	limit := time.Duration(1+m.rng.IntN(60)) * time.Minute
	open := m.rng.IntN(2) == 0
	got, err := s.p.OpenRace(gameWith(r.Game), r.Code, arcade.RaceTerms{Limit: limit, Open: open}, m.time())
	var want error
	a, gone := m.at(s)
	switch {
	case gone:
		want = ErrRevoked
	case open && a != nil && (a.hidden || a.concealed):
		want = ErrHidden
	case m.ownRaces(a) >= racesMax:
		want = ErrRaces
	}
	if m.wants("OpenRace", err, want) {
		if _, twice := m.races[got.Code]; twice {
			m.t.Errorf("the code %s is another race's", got.Code)
		}
		m.brings(r.Game, m.now)
		m.enrolled(s, got, modelRace{game: r.Game, deal: r.Code, limit: limit, opened: m.now, open: open})
	}
}

// ownRaces returns how many unfinished races an account has opened.
func (m *model) ownRaces(a *modelAccount) (n int) {
	for _, race := range m.races {
		if a != nil && race.ended == 0 && race.place(m.index(a)) == 0 {
			n++
		}
	}
	return n
}

func (m *model) joinRace() {
	s, code := m.session(), m.raceCode()
	got, err := s.p.JoinRace(strings.ToLower(code), m.time())
	a, gone := m.at(s)
	row, ok := m.races[code]
	switch {
	case gone:
		m.wants("JoinRace", err, ErrRevoked)
	case !ok:
		m.wants("JoinRace", err, ErrNotFound)
	case m.in(a, code):
		if m.wants("JoinRace again", err, nil) {
			s.hadAccount = true
			m.wantRace("JoinRace again", got, a)
		}
	case row.started != 0 || row.ended != 0:
		m.wants("JoinRace", err, ErrStarted)
	case m.takenOut(s, a, code):
		m.wants("JoinRace", err, ErrTakenOut)
	case m.wants("JoinRace", err, nil):
		m.enrolled(s, got, row)
	}
}

// changesRace compares the error of a change to a race that the session should be in.
func (m *model) changesRace(s *modelSession, what, code string, err, want error) (a *modelAccount, ok bool) {
	m.t.Helper()
	a, gone := m.at(s)
	switch {
	case gone:
		want = ErrRevoked
	case !m.in(a, code):
		want = ErrNotFound
	}
	if ok = m.wants(what, err, want); ok {
		s.hadAccount = true
	}
	return a, ok
}

// takenOut reports whether one of the keys of a session's account was taken out of a race.
func (m *model) takenOut(s *modelSession, a *modelAccount, code string) bool {
	slot := arcade.Slot(m.races[code].game, arcade.RaceEvent(code))
	return m.marked(s, a, slot)
}

// takeOut has somebody, mostly the first racer, take a racer out of a race.
func (m *model) takeOut() {
	code := m.raceCode()
	s, row := m.racer(code, 0), m.races[code]
	i, id := 0, "nobody"
	if len(row.racers) > 0 {
		i = m.rng.IntN(len(row.racers))
		id = row.racers[i].id
	}
	var want error
	switch a, _ := m.at(s); {
	case a != nil && row.place(m.index(a)) != 0 || i == 0:
		want = ErrNotFound
	case row.started != 0 || row.ended != 0:
		want = ErrStarted
	}
	if _, ok := m.changesRace(s, "TakeOut", code, s.p.TakeOut(code, id, m.time()), want); ok {
		out := m.accounts[row.racers[i].account]
		for fp, key := range m.keys {
			if m.accounts[key.account] == out {
				m.begunMarks[fp+" "+arcade.Slot(row.game, arcade.RaceEvent(code))] = m.now + 2*3600*1000
			}
		}
		m.leave(code, m.index(out))
	}
}

func (m *model) leaveRace() {
	code := m.raceCode()
	s, row := m.racer(code, -1), m.races[code]
	var want error
	a, _ := m.at(s)
	countsDown := row.ended == 0 && m.now < row.started && len(row.racers) == 1
	if a != nil && countsDown {
		_, played := a.eventRound(row.game, arcade.RaceEvent(code))
		countsDown = !played && a.live[arcade.Slot(row.game, arcade.RaceEvent(code))].rev == 0
	}
	if (row.started != 0 || row.ended != 0) && !countsDown {
		want = ErrStarted
	}
	if a, ok := m.changesRace(s, "LeaveRace", code, s.p.LeaveRace(code, m.time()), want); ok {
		m.leave(code, m.index(a))
	}
}

// leave takes an account out of a race.
func (m *model) leave(code string, account int) {
	row := m.races[code]
	place := row.place(account)
	row.racers = slices.Clone(row.racers)
	row.racers[place].rated = nil
	if row.racers[place].account = -1; row.started == 0 && row.ended == 0 {
		row.racers = slices.Delete(row.racers, place, place+1)
	}
	m.races[code] = row
	if !slices.ContainsFunc(row.racers, func(r modelRacer) bool { return r.account >= 0 }) {
		delete(m.races, code)
	}
}

// waitsFor reports whether the others of a race have ended their rounds, and an account has not.
func (m *model) waitsFor(code string, account int) (waits bool) {
	row := m.races[code]
	event := arcade.RaceEvent(code)
	slot := arcade.Slot(row.game, event)
	if _, open := m.accounts[account].live[slot]; !open || row.ended != 0 {
		return false
	}
	for _, racer := range row.racers {
		a := m.accounts[racer.account]
		if a == nil || racer.account == account {
			continue
		}
		_, open := a.live[slot]
		if _, done := a.eventRound(row.game, event); done {
			waits = true
		} else if open || m.now < row.started+BeginsWithin.Milliseconds() {
			return false
		}
	}
	return waits
}

// vacate takes an account out of all races, and ends those that wait for it alone.
func (m *model) vacate(account int) {
	for code, row := range m.races {
		if row.place(account) >= 0 && m.waitsFor(code, account) {
			m.endOf(code)
		}
	}
	for code, row := range m.races {
		if row.place(account) >= 0 {
			m.leave(code, account)
		}
	}
}

// reassign gives one account's places in races to another.
func (m *model) reassign(from, to int) {
	for code, row := range m.races {
		i, j := row.place(from), row.place(to)
		if i < 0 {
			continue
		}
		row.racers = slices.Clone(row.racers)
		row.racers[i].account = to
		if j >= 0 {
			row.racers = slices.Delete(row.racers, max(i, j), max(i, j)+1)
		}
		m.races[code] = row
	}
}

func (m *model) startRace() {
	code := m.raceCode()
	s, row := m.racer(code, 0), m.races[code]
	at := m.time().Add(time.Duration(m.rng.IntN(3)) * time.Second)
	got, err := s.p.StartRace(code, at)
	var want error
	a, _ := m.at(s)
	switch {
	case a != nil && row.place(m.index(a)) != 0:
		want = ErrNotFound
	case row.ended != 0 || row.started != 0 && row.started != at.UnixMilli():
		want = ErrStarted
	}
	if _, ok := m.changesRace(s, "StartRace", code, err, want); ok {
		row.started = at.UnixMilli()
		m.races[code] = row
		m.wantRace("StartRace", got, a)
	}
}

func (m *model) endRace() {
	code := m.raceCode()
	got, err := m.db.EndRace(code, m.time())
	if _, ok := m.races[code]; !ok {
		m.wants("EndRace", err, ErrNotFound)
		return
	}
	if !m.wants("EndRace", err, nil) {
		return
	}
	m.endOf(code)
	m.wantRace("EndRace", got, nil)
}

// endOf ends a race.
func (m *model) endOf(code string) {
	row := m.races[code]
	if row.ended == 0 {
		row.ended = m.now
		m.races[code] = row
		slot := arcade.Slot(row.game, arcade.RaceEvent(code))
		row.racers = slices.Clone(row.racers)
		m.races[code] = row
		for i, racer := range row.racers {
			a := m.accounts[racer.account]
			if a == nil {
				continue
			}
			if live, open := a.live[slot]; open {
				delete(a.live, slot)
				row.racers[i].abandoned = true
				live.saved.Millis = max(live.saved.Millis, min(m.now-row.started, row.limit.Milliseconds()))
				live.saved.Span = live.saved.Millis
				m.abandon(a, live)
				m.relearn(a)
			}
		}
		m.rate(code)
	}
}

func (m *model) race() {
	code := m.raceCode()
	s := m.racer(code, -1)
	got, err := s.p.Race(code)
	a, gone := m.at(s)
	if gone || m.in(a, code) {
		if _, ok := m.reads(s, "Race", err); ok {
			m.wantRace("Race", got, a)
		}
		return
	}
	m.wants("Race", err, ErrNotFound)
	s.hadAccount = s.hadAccount || a != nil
}

// racesOf returns an account's races, the newest first.
func (m *model) racesOf(a *modelAccount) (races []Race) {
	for code := range m.races {
		if m.in(a, code) {
			races = append(races, m.seen(code, a))
		}
	}
	slices.SortFunc(races, func(a, b Race) int {
		return cmp.Or(b.Opened.Compare(a.Opened), strings.Compare(a.Code, b.Code))
	})
	return races
}

func (m *model) listRaces() {
	s, n := m.session(), m.rng.IntN(6)
	got, err := s.p.Races(n)
	if a, ok := m.reads(s, "Races", err); ok {
		want := m.racesOf(a)
		if want = want[:min(n, len(want))]; len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
			m.t.Errorf("Races = %+v, want %+v", got, want)
		}
	}
}

func (m *model) wantRaces(p *Player, a *modelAccount) {
	got, err := p.Races(1 << 20)
	if want := m.racesOf(a); err != nil || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		m.t.Errorf("Races = %+v, %v, want %+v", got, err, want)
	}
}

func (m *model) openRaces() {
	got, err := m.db.OpenRaces()
	var want []Race
	for _, code := range slices.Sorted(maps.Keys(m.races)) {
		if m.races[code].ended == 0 {
			want = append(want, m.seen(code, nil))
		}
	}
	if err != nil || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		m.t.Errorf("OpenRaces = %+v, %v, want %+v", got, err, want)
	}
}

func (m *model) rivals() {
	s := m.session()
	got, err := s.p.Rivals()
	a, ok := m.reads(s, "Rivals", err)
	if !ok {
		return
	}
	met := map[*modelAccount]*arcade.Rival{}
	for code, row := range m.races {
		if !m.in(a, code) || row.ended == 0 {
			continue
		}
		mine, played := a.eventRound(row.game, arcade.RaceEvent(code))
		for _, racer := range row.racers {
			b := m.accounts[racer.account]
			if b == nil || b == a {
				continue
			}
			theirs, played2 := b.eventRound(row.game, arcade.RaceEvent(code))
			if !played && !played2 {
				continue
			}
			if met[b] == nil {
				met[b] = &arcade.Rival{Nick: b.nick}
			}
			helped := func(r arcade.Result) int {
				if r.Class == arcade.Assisted || r.Tally.Hints+r.Tally.Peeks > 0 {
					return 1
				}
				return 0
			}
			by := cmp.Or(cmp.Compare(helped(mine), helped(theirs)), cmp.Compare(theirs.Score.Points, mine.Score.Points), cmp.Compare(untilEnd(mine), untilEnd(theirs)))
			switch {
			case !played2 || played && by < 0:
				met[b].Won++
			case !played || by > 0:
				met[b].Lost++
			default:
				met[b].Drawn++
			}
		}
	}
	var want []arcade.Rival
	for _, r := range met {
		want = append(want, *r)
	}
	slices.SortFunc(want, func(a, b arcade.Rival) int {
		return cmp.Or(cmp.Compare(b.Races(), a.Races()), strings.Compare(a.Nick, b.Nick), cmp.Compare(b.Won, a.Won), cmp.Compare(b.Lost, a.Lost))
	})
	if !slices.Equal(got, want) {
		m.t.Errorf("Rivals = %+v, want %+v", got, want)
	}
}

// gaveUp reports whether a round of an event ended before its game was won or over.
func gaveUp(r arcade.Result) bool { return r.Event != "" && !r.Score.Won && !at(r.Record).Over() }

// untilEnd returns the time it took to play a game to its end.
func untilEnd(r arcade.Result) int64 {
	if r.Stopped {
		return math.MaxInt64
	}
	return r.Millis
}
