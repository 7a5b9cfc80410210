package data

import (
	"cmp"
	"maps"
	"reflect"
	"slices"
	"strings"

	"boardwalk/engine/arcade"
)

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
			by := cmp.Or(cmp.Compare(helped(mine), helped(theirs)), cmp.Compare(theirs.Score.Points, mine.Score.Points), cmp.Compare(mine.Millis, theirs.Millis))
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
