package data

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"github.com/oklog/ulid/v2"
)

// wrote records that a session's account is stored, with the settings that waited.
func (m *model) wrote(s *modelSession, a *modelAccount) {
	s.hadAccount = true
	if s.pending != "" {
		a.settings, s.pending = s.pending, ""
	}
}

// playing returns the account that a session plays for, which it may have to create.
func (m *model) playing(s *modelSession, now int64) *modelAccount {
	a, _ := m.at(s)
	if a == nil {
		a = m.found(s.fp, s.p, now)
	}
	m.wrote(s, a)
	return a
}

// rev returns the Rev of the open game of a session's account.
func (m *model) rev(s *modelSession, slot string) arcade.Rev {
	if a, _ := m.at(s); a != nil {
		return a.live[slot].rev
	}
	return 0
}

// revErr returns the error of writing over the state a session saw last.
func (m *model) revErr(s *modelSession, slot string, e arcade.Event) error {
	switch _, gone := m.at(s); {
	case gone:
		return ErrRevoked
	case m.rev(s, slot) != s.rev[slot]:
		return arcade.ErrConflict
	case s.rev[slot] == 0 && e != "":
		return ErrRound
	}
	return nil
}

func (m *model) save() {
	s := m.session()
	state := saved(m.record(), m.rng.Int64N(100_000))
	state.Started = m.now - state.Millis
	state.Tally = engine.Tally{Undos: m.rng.IntN(3), Hints: m.rng.IntN(2)}
	if m.rng.IntN(4) == 0 {
		state.Shelved, state.Chosen = [][]engine.Move{{step(1)}}, true
	}
	state.Span = state.Millis + m.rng.Int64N(3)
	state.Event = m.occasion(&state.Record)
	slot := state.Slot()
	rev, err := s.p.Save(state, s.rev[slot])
	if m.wants("Save", err, m.revErr(s, slot, state.Event)) {
		m.playing(s, m.now).live[slot] = modelLive{state, rev}
		s.rev[slot] = rev
	}
}

func (m *model) finish() {
	s := m.session()
	if a, _ := m.at(s); a != nil && len(a.rounds) > 0 && m.rng.IntN(5) == 0 {
		old := a.rounds[m.rng.IntN(len(a.rounds))]
		if old.Ruling != "" {
			return // it is no longer the state that was finished
		}
		got, err := s.p.Finish(old, s.rev[old.Slot()])
		if m.wants("Finish again", err, nil) && !reflect.DeepEqual(got, old) {
			m.t.Errorf("Finish again = %+v, want %+v", got, old)
		}
		return
	}
	r := finished(m.record(), 0)
	r.Class = []arcade.Class{arcade.Counted, arcade.Counted, arcade.Assisted, arcade.Practice, arcade.Inhuman}[m.rng.IntN(5)]
	r.Millis, r.Ended = m.rng.Int64N(5), m.now
	if m.rng.IntN(10) == 0 {
		r.Ended -= m.rng.Int64N(100_000_000) // a clock was set back
	}
	r.Began = r.Ended - r.Millis
	r.Span = r.Millis + m.rng.Int64N(3)
	r.Event = m.occasion(&r.Record)
	slot := r.Slot()
	if date, ok := r.Event.Day(); ok && time.UnixMilli(r.Ended).UTC().Add(-time.Hour).Format(time.DateOnly) > date {
		r.Class = arcade.Practice
	}
	want := m.revErr(s, slot, r.Event)
	if m.rng.IntN(20) == 0 {
		r.Score.Points++
		if r.Class.Ranked() {
			want = ErrRound
		}
	}
	if r.Score != at(r.Record).End() && !r.Class.Ranked() {
		r.Score = at(r.Record).End()
	}
	got, err := s.p.Finish(r, s.rev[slot])
	if m.wants("Finish", err, want) {
		r.ID = got.ID
		if !reflect.DeepEqual(got, r) {
			m.t.Errorf("Finish = %+v, want %+v", got, r)
		}
		a := m.playing(s, r.Ended)
		a.rounds = append(a.rounds, got)
		slices.SortFunc(a.rounds, func(a, b arcade.Result) int { return strings.Compare(a.ID, b.ID) })
		delete(a.live, slot)
		s.rev[slot] = 0
	}
}

func (m *model) saved() {
	s, r := m.session(), m.record()
	slot := arcade.Slot(r.Game, m.occasion(&r))
	if a, _ := m.at(s); a != nil && len(a.live) > 0 && m.rng.IntN(2) == 0 {
		slots := slices.Sorted(maps.Keys(a.live))
		slot = slots[m.rng.IntN(len(slots))]
	}
	got, rev, err := s.p.Saved(slot)
	if a, ok := m.reads(s, "Saved", err); ok {
		m.wantSaved(a, slot, got, rev)
		s.rev[slot] = rev
	}
}

func (m *model) wantSaved(a *modelAccount, slot string, got arcade.Saved, rev arcade.Rev) {
	var want modelLive
	if a != nil {
		want = a.live[slot]
	}
	if rev != want.rev || !reflect.DeepEqual(got, want.saved) {
		m.t.Errorf("Saved = %+v, %v, want %+v", got, rev, want)
	}
}

func (m *model) history() {
	s := m.session()
	a, _ := m.at(s)
	if a == nil {
		a = &modelAccount{}
	}
	from, before := len(a.rounds), ""
	if from > 0 && m.rng.IntN(2) == 0 {
		from = m.rng.IntN(from)
		before = a.rounds[from].ID
	}
	n := m.rng.IntN(20)
	got, err := s.p.History(before, n)
	if _, ok := m.reads(s, "History", err); !ok {
		return
	}
	want := slices.Clone(a.rounds[max(0, from-n):from])
	slices.Reverse(want)
	if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		m.t.Errorf("History(%q, %d) = %+v, want %+v", before, n, got, want)
	}
}

// any returns a random round of any player, and its account.
func (m *model) any() (a *modelAccount, r arcade.Result, ok bool) {
	var all []*modelAccount
	for i := range m.next {
		if a := m.accounts[i]; a != nil && len(a.rounds) > 0 {
			all = append(all, a)
		}
	}
	if len(all) == 0 {
		return nil, r, false
	}
	a = all[m.rng.IntN(len(all))]
	return a, a.rounds[m.rng.IntN(len(a.rounds))], true
}

func (m *model) result() {
	s := m.session()
	owner, want, ok := m.any()
	if !ok {
		return
	}
	got, err := s.p.Result(want.ID)
	if a, gone := m.at(s); !gone && a != owner {
		m.wants("Result of another's", err, ErrNotFound)
		s.hadAccount = s.hadAccount || a != nil
		return
	}
	if _, ok := m.reads(s, "Result", err); ok && !reflect.DeepEqual(got, want) {
		m.t.Errorf("Result = %+v, want %+v", got, want)
	}
}

// importRounds imports rounds: new ones, the player's own, others', some twice.
func (m *model) importRounds() {
	s := m.session()
	a, gone := m.at(s)
	var rounds []arcade.Result
	for range m.rng.IntN(6) {
		r := finished(m.record(), 0)
		r.Ended = m.now - m.rng.Int64N(1_000_000_000)
		if _, other, ok := m.any(); ok && m.rng.IntN(3) > 0 {
			r = other
		}
		rounds = append(rounds, r)
		if m.rng.IntN(4) == 0 {
			rounds = append(rounds, r)
		}
	}
	var want error
	switch {
	case m.rng.IntN(10) == 0:
		bad := finished(m.record(), 0)
		bad.Ended = m.now + 1
		rounds, want = append(rounds, bad), ErrRound
	case gone:
		want = ErrRevoked
	}
	added, err := s.p.Import(rounds, m.time())
	if !m.wants("Import", err, want) {
		return
	}
	s.hadAccount = s.hadAccount || a != nil // it reads the account before it writes
	type play struct {
		ended  int64
		record string
	}
	here := map[play]bool{}
	if a != nil {
		for _, r := range a.rounds {
			here[play{r.Ended, r.Record.String()}] = true
		}
	}
	var fresh []arcade.Result
	for _, r := range rounds {
		if key := (play{r.Ended, r.Record.String()}); !here[key] {
			here[key] = true
			fresh = append(fresh, arcade.Result{
				Record: r.Record, Score: at(r.Record).End(), Class: arcade.Imported, Millis: r.Millis, Span: r.Millis, Ended: r.Ended,
			})
		}
	}
	if added != len(fresh) {
		m.t.Errorf("Import added %d, want %d", added, len(fresh))
	}
	if added > 0 {
		a = m.playing(s, m.now)
		m.learn(s, a, append(a.rounds, fresh...))
		m.resume = func() {
			_, err := session(m.t, m.db, s.fp).Import(rounds, m.time())
			must(m.t, err)
		}
	}
}

// learn compares an account's rounds with those it should have, and records their IDs.
func (m *model) learn(s *modelSession, a *modelAccount, want []arcade.Result) {
	m.t.Helper()
	got, err := s.p.History("", 1<<20)
	must(m.t, err)
	lines := func(rounds []arcade.Result) []string {
		var lines []string
		for _, r := range rounds {
			r.ID = ""
			lines = append(lines, fmt.Sprintf("%+v", r))
		}
		slices.Sort(lines)
		return lines
	}
	if got, want := lines(got), lines(want); !slices.Equal(got, want) {
		m.t.Errorf("the history has\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	slices.Reverse(got)
	a.rounds = got
	if !slices.IsSortedFunc(a.rounds, func(a, b arcade.Result) int { return strings.Compare(a.ID, b.ID) }) {
		m.t.Error("the history is not in order")
	}
	for _, r := range got {
		if id := ulid.MustParse(r.ID); int64(id.Time()) != r.Ended {
			m.t.Errorf("round %+v has the ID of another time", r)
		}
	}
}
