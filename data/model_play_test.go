package data

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"

	"github.com/oklog/ulid/v2"
)

// playing returns the account that a session plays for, which it may have to create.
func (m *model) playing(s *modelSession, now int64) *modelAccount {
	a, _ := m.at(s)
	if a == nil {
		a = m.found(s.fp, s.p, now)
	}
	s.hadAccount = true
	return a
}

// rev returns the Rev of the open round of a session's account.
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

// beginErr returns the error of saving over the state a session saw last, which may be none.
func (m *model) beginErr(s *modelSession, slot string, e arcade.Event) error {
	err := m.revErr(s, slot, e)
	game, _ := arcade.CutSlot(slot)
	if a, _ := m.at(s); err == nil && s.rev[slot] == 0 && m.tooMany(a, game) {
		return ErrOpenVariations
	}
	return err
}

func (m *model) save() {
	s := m.session()
	state := saved(m.record(), m.rng.Int64N(100_000))
	state.Started = m.now - state.Millis
	state.Tally = engine.Tally{Undos: m.rng.IntN(3), Hints: m.rng.IntN(2), Warnings: m.rng.IntN(2)}
	if m.rng.IntN(4) == 0 {
		state.Grade = grade.Mark{Kind: grade.Gentle, Version: 1}
	}
	if m.rng.IntN(4) == 0 {
		state.Shelved, state.Chosen = [][]engine.Move{{step(1)}}, true
	}
	state.Span = state.Millis + m.rng.Int64N(3)
	state.Event = m.occasion(&state.Record)
	state.Rules = rulesOfKind[state.Record.Game]
	slot := state.Slot()
	rev, err := s.p.Save(state, s.rev[slot])
	if m.wants("Save", err, m.beginErr(s, slot, state.Event)) {
		if s.rev[slot] == 0 {
			m.brings(state.Record.Game, m.now)
		}
		a := m.playing(s, m.now)
		a.live[slot] = modelLive{state, rev, s.rev[slot] != 0 && a.live[slot].brought}
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
	r := m.record()
	e := m.occasion(&r)
	m.finishOn(s, r, e)
}

// finishOn has a session finish a round of an event, or of none.
func (m *model) finishOn(s *modelSession, record engine.Record, e arcade.Event) {
	r := finished(record, 0)
	r.Class = []arcade.Class{arcade.Counted, arcade.Counted, arcade.Assisted, arcade.Practice, arcade.Inhuman}[m.rng.IntN(5)]
	if r.Class == arcade.Assisted && m.rng.IntN(2) == 0 { // then its loss ends no streak
		r.Grade = grade.Mark{Kind: grade.Cruel, Version: 1}
	}
	r.Millis, r.Ended = m.rng.Int64N(5), m.now
	if m.rng.IntN(10) == 0 {
		r.Ended -= m.rng.Int64N(100_000_000) // a clock was set back
	}
	r.Began = r.Ended - r.Millis
	r.Span = r.Millis + m.rng.Int64N(3)
	r.Event, r.Rules = e, rulesOfKind[r.Record.Game]
	slot := r.Slot()
	if _, _, over, ok := modelTimes(r.Event); ok && r.Ended >= over.UnixMilli() {
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
		r.ID, r.Stopped = got.ID, gaveUp(r)
		if a, _ := m.at(s); a != nil && s.rev[slot] != 0 {
			r.Brought = a.live[slot].brought
		}
		if !reflect.DeepEqual(got, r) {
			m.t.Errorf("Finish = %+v, want %+v", got, r)
		}
		a := m.playing(s, r.Ended)
		m.brings(r.Record.Game, r.Ended)
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
	added, err := s.p.Import(rounds, m.time(), nil)
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
				Record: r.Record, Rules: rulesOfKind[r.Record.Game], Score: at(r.Record).End(), Class: arcade.Imported, Millis: r.Millis, Span: r.Millis, Ended: r.Ended,
			})
		}
	}
	if added != len(fresh) {
		m.t.Errorf("Import added %d, want %d", added, len(fresh))
	}
	if added > 0 {
		a = m.playing(s, m.now)
		for _, r := range fresh {
			m.brings(r.Record.Game, m.now)
		}
		m.learn(s, a, append(a.rounds, fresh...))
		m.resume = func() {
			_, err := session(m.t, m.db, s.fp).Import(rounds, m.time(), nil)
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

// standsBy compares rounds on a board of rounds: the better first.
func standsBy(kind boardKind, a, b arcade.Result) int {
	lost := map[bool]int{true: 0, false: 1}
	by := cmp.Or(cmp.Compare(b.Score.Points, a.Score.Points), cmp.Compare(lost[a.Score.Won], lost[b.Score.Won]))
	if kind == fastest {
		by = 0
	}
	return cmp.Or(by, cmp.Compare(a.Span, b.Span), cmp.Compare(len(a.Record.Moves), len(b.Record.Moves)), cmp.Compare(a.Ended, b.Ended))
}

// best returns an account's best round of a kind.
func (a *modelAccount) best(b boardKey) (best arcade.Result, ok bool) {
	for _, r := range a.rounds {
		if r.Record.Game != b.game || r.Class != b.class || b.kind == fastest && !r.Score.Perfect {
			continue
		}
		if e, ok := b.kind.event(); ok || r.Event != "" {
			if ok && r.Event == e && (best.ID == "" || betterOfEvent(r, best)) {
				best = r
			}
			continue
		}
		if !r.Score.Won && len(r.Record.Moves) < 5 {
			continue
		}
		if strings.Contains(string(b.kind), "-W") && weekKind(time.UnixMilli(r.Ended)) != b.kind {
			continue
		}
		if !ok || standsBy(b.kind, r, best) < 0 {
			best, ok = r, true
		}
	}
	return best, ok || best.ID != ""
}

// betterOfEvent reports whether r is the attempt at an event rather than o.
func betterOfEvent(r, o arcade.Result) bool {
	if _, race := r.Event.Race(); race {
		alone := func(r arcade.Result) int { // without help
			if r.Class == arcade.Assisted || r.Tally.Hints+r.Tally.Peeks > 0 {
				return 0
			}
			return 1
		}
		return cmp.Or(cmp.Compare(alone(r), alone(o)), cmp.Compare(r.Score.Points, o.Score.Points), cmp.Compare(o.Millis, r.Millis)) < 0
	}
	return r.StartedAt() < o.StartedAt()
}

// sum returns the sums of an account's rounds. Streaks are those of one account that was joined
// into it, or its own.
func (a *modelAccount) sum(game string, class arcade.Class) (s arcade.Stat) {
	runs, longest := map[playerID]int{}, 0
	for _, r := range a.rounds {
		if r.Record.Game != game {
			continue
		}
		owner := cmp.Or(a.owner[r.ID], a.id)
		fresh := r.Event == "" && r.Grade == grade.Mark{} && slices.Contains([]arcade.Class{arcade.Counted, arcade.Assisted, arcade.Inhuman}, r.Class)
		if fresh && !r.Score.Won {
			runs[owner] = 0
		}
		if r.Class != class {
			continue
		}
		s.Played++
		s.Points += r.Score.Points
		if r.Event == "" && (r.Score.Won || len(r.Record.Moves) >= 5) {
			s.Best = max(s.Best, r.Score.Points)
			if s.Tries++; s.First == 0 {
				s.First = r.Ended
			}
			s.Last = r.Ended
		}
		s.Millis += r.Millis
		if r.Score.Perfect {
			s.Perfect++
		}
		if r.Score.Won {
			s.Won++
		}
		if r.Score.Won && r.Event == "" && !r.Brought && (class == arcade.Imported || r.Ended > a.winless[owner]) {
			s.Fresh++
		}
		if fresh && r.Score.Won && !r.Brought {
			runs[owner]++
		}
		longest = max(longest, runs[owner])
	}
	if class == arcade.Counted {
		s.Streak, s.Longest = runs[a.id], longest
	}
	return s
}

// standings returns a board from its first row to its last.
func (m *model) standings(b boardKey, me *modelAccount) (all []arcade.Standing) {
	if b.class != arcade.Counted && (b.class != arcade.Assisted || b.kind == streaks) {
		return nil
	}
	type row struct {
		arcade.Standing
		id playerID
	}
	var rows []row
	for _, a := range m.accounts {
		s := arcade.Standing{Nick: a.nick, Mine: a == me}
		ok := true
		switch sum := a.sum(b.game, b.class); b.kind {
		case wins:
			s.N = sum.Fresh
		case streaks:
			s.N = sum.Longest
		default:
			s.Result, ok = a.best(b)
		}
		if !ok || m.offBoards(a) || (b.kind == wins || b.kind == streaks) && s.N == 0 {
			continue
		}
		if a.private && !s.Mine && s.N == 0 {
			s.Result.Stopped = !s.Result.Score.Won && !at(s.Result.Record).Over()
			r := s.Result.Record
			s.Result.Record = engine.Record{Game: r.Game, Version: r.Version, Moves: make([]engine.Move, len(r.Moves))}
		}
		rows = append(rows, row{s, a.id})
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(cmp.Compare(y.N, x.N), standsBy(b.kind, x.Result, y.Result), bytes.Compare(x.id[:], y.id[:]))
	})
	for i, r := range rows {
		r.Rank = i + 1
		if i > 0 && r.N == rows[i-1].N && standsBy(b.kind, r.Result, rows[i-1].Result) == 0 {
			r.Rank = all[i-1].Rank
		}
		all = append(all, r.Standing)
	}
	return all
}

func (m *model) top() {
	s := m.session()
	b := boardKey{
		game:  m.game(),
		class: []arcade.Class{arcade.Counted, arcade.Counted, arcade.Assisted, arcade.Practice}[m.rng.IntN(4)],
		kind:  []boardKind{allTime, weekKind(m.time()), fastest, wins, streaks}[m.rng.IntN(5)],
	}
	if r := record(b.game, ""); m.rng.IntN(3) == 0 {
		if e := m.occasion(&r); e != "" {
			b.game, b.kind = r.Game, boardKind(e)
		}
	}
	n := m.rng.IntN(6)
	got, err := s.p.top(b, n, false)
	a, ok := m.reads(s, "Top", err)
	if !ok {
		return
	}
	var want []arcade.Standing
	for i, s := range m.standings(b, a) {
		if i < n || s.Mine {
			want = append(want, s)
		}
	}
	if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		m.t.Errorf("Top(%v, %d) = %+v, want %+v", b, n, got, want)
	}
}

// shows reports whether others may look at a round of an account: one that is on a board.
func (m *model) shows(a *modelAccount, want arcade.Result) bool {
	on := false
	kinds := []boardKind{allTime, weekKind(time.UnixMilli(want.Ended)), fastest}
	if want.Event != "" {
		kinds = []boardKind{boardKind(want.Event)}
	}
	for _, kind := range kinds {
		best, ok := a.best(boardKey{want.Record.Game, want.Class, kind})
		on = on || ok && want.Class.Ranked() && (best.ID == want.ID || want.Event == "" && standsBy(kind, best, want) == 0) && (kind != fastest || want.Score.Perfect)
	}
	return on && !m.offBoards(a) && !a.private
}

func (m *model) ranked() {
	a, want, ok := m.any()
	if !ok {
		return
	}
	got, nick, err := m.db.Ranked(want.ID)
	if !m.shows(a, want) {
		m.wants("Ranked", err, ErrNotFound)
		return
	}
	named := a.nick
	if a.hidden || a.concealed {
		named = ""
	}
	if m.wants("Ranked", err, nil) && (nick != named || !reflect.DeepEqual(got, want)) {
		m.t.Errorf("Ranked = %+v, %q, want %+v of %q", got, nick, want, named)
	}
}

// modelDay returns today, or one of a few days around it.
func (m *model) modelDay() string {
	return m.time().UTC().AddDate(0, 0, max(0, m.rng.IntN(6)-2)*(m.rng.IntN(3)-1)).Format(time.DateOnly)
}

// modelSprint returns a deal of the sprint that goes on, or rarely of the one before.
func (m *model) modelSprint() arcade.Event {
	of := m.sprintNow()
	if m.rng.IntN(8) == 0 {
		of.Begins = of.Begins.Add(-time.Hour)
	}
	return of.Event(1 + m.rng.IntN(3))
}

// sprintDeal returns a deal of a sprint.
func (m *model) sprintDeal(slot string) (code engine.Code) {
	must(m.t, m.db.View(func(tx *store.Tx) (err error) {
		code, err = secretCode(tx, "deal "+slot)
		return err
	}))
	return code
}

// sprintNext returns which deal of a sprint is the next of a session.
func (m *model) sprintNext(s *modelSession, a *modelAccount, of arcade.Sprint) int {
	n := 1
	for ; n <= arcade.SprintMost; n++ {
		if _, played := a.eventRound(of.Game, of.Event(n)); !played && !m.marked(s, a, arcade.Slot(of.Game, of.Event(n))) {
			break
		}
	}
	return n
}

// marked reports whether a slot was begun by an account that had a key of this one.
func (m *model) marked(s *modelSession, a *modelAccount, slot string) bool {
	return slices.ContainsFunc(append(m.fingerprints(a), s.fp), func(fp string) bool { return m.begunMarks[fp+" "+slot] > 0 })
}

// playSprint has one of a few sessions begin its next deal of a sprint, if none is open, and mostly finish it.
func (m *model) playSprint() {
	s, r, of := m.sessions[m.rng.IntN(6)], m.record(), m.sprintNow()
	a, _ := m.at(s)
	e := of.Event(m.sprintNext(s, a, of))
	r.Game, r.Code = of.Game, m.sprintDeal(arcade.Slot(of.Game, e))
	if m.rev(s, arcade.Slot(of.Game, e)) == 0 {
		m.beginOn(s, r, e)
	}
	if m.rng.IntN(5) > 0 {
		m.finishOn(s, r, e)
	}
}

// sprintNow returns the sprint of one game that goes on.
func (m *model) sprintNow() arcade.Sprint {
	return arcade.Sprint{Game: hop, Begins: m.time().Truncate(time.Hour)}
}

func (m *model) sprintBoard() {
	s, of := m.session(), m.sprintNow()
	got, err := s.p.SprintBoard(of)
	me, ok := m.reads(s, "SprintBoard", err)
	if !ok {
		return
	}
	want := arcade.SprintBoard{Next: m.sprintNext(s, me, of)}
	want.Open = m.rev(s, arcade.Slot(of.Game, of.Event(want.Next))) != 0
	for _, a := range m.accounts {
		row := arcade.SprintRow{Nick: a.nick, Mine: a == me}
		for n := 1; n <= arcade.SprintMost; n++ {
			if r, ok := a.best(boardKey{of.Game, arcade.Counted, boardKind(of.Event(n))}); ok {
				row.Add(r.Score.Points, r.Score.Won)
			}
		}
		if !m.offBoards(a) {
			row.Place = 1
		}
		if row.Deals > 0 && (row.Place > 0 || row.Mine) {
			want.Rows = append(want.Rows, row)
		}
	}
	want.Sort()
	if got.Next != want.Next || got.Open != want.Open || !slices.Equal(got.Rows, want.Rows) {
		m.t.Errorf("SprintBoard(%v) = %+v, want %+v", of, got, want)
	}
}

// modelTimes returns from when on and until when a daily or a deal of a sprint can be begun, and when it is over.
func modelTimes(e arcade.Event) (begins, shuts, over time.Time, ok bool) {
	if date, ok := e.Day(); ok {
		return noon(date).Add(-12 * time.Hour), noon(date).Add(12 * time.Hour), noon(date).Add(13 * time.Hour), true
	}
	begins, _, ok = e.Sprint()
	return begins, begins.Add(time.Hour), begins.Add(time.Hour), ok
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

// chooseDaily has a candidate chosen as the deal of a daily. Once anybody has seen which deal
// it is, it stays.
func (m *model) chooseDaily() {
	game, day := m.record().Game, m.modelDay()
	c := DailyChoice{Attempt: m.rng.IntN(3), Winnable: m.rng.IntN(2) == 0}
	if c.Winnable && m.rng.IntN(2) == 0 {
		c.Grade = grade.Mark{Kind: grade.Fair, Version: 1}
	}
	was, settled, err := m.db.DailyChoice(game, day)
	must(m.t, err)
	if _, seen := m.dealt[game+" "+day]; seen && !settled {
		c.Attempt = 0
	}
	got, err := m.db.ChooseDaily(game, day, c)
	must(m.t, err)
	want := c
	if settled {
		want = was
		if was.Attempt == c.Attempt {
			want.Winnable = was.Winnable || c.Winnable
			if was.Grade == (grade.Mark{}) {
				want.Grade = c.Grade
			}
		}
	}
	if stored, ok, err := m.db.DailyChoice(game, day); got != want || stored != want || !ok || err != nil {
		m.t.Errorf("ChooseDaily(%+v) = %+v, then %+v, %t, %v, want %+v", c, got, stored, ok, err, want)
	}
	m.deal(game, day)
}

// occasion moves a record to an event, mostly with the event's own deal, or leaves it
// unchanged.
func (m *model) occasion(r *engine.Record) arcade.Event {
	old := r.Code
	var e arcade.Event
	switch m.rng.IntN(8) {
	case 0, 1:
		day := m.modelDay()
		r.Code, e = m.deal(r.Game, day), arcade.DailyEvent(day)
	case 2, 3:
		code := m.raceCode()
		if race, ok := m.races[code]; ok {
			r.Game, r.Code = race.game, race.deal
		}
		e = arcade.RaceEvent(code)
	case 4, 5:
		e = m.modelSprint()
		r.Code = m.sprintDeal(arcade.Slot(r.Game, e))
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
	if m.tooMany(a, r.Game) {
		return "", ErrOpenVariations
	}
	if _, played := a.eventRound(r.Game, e); played {
		return "", ErrPlayed
	}
	if begins, shuts, _, ok := modelTimes(e); ok {
		day, _ := e.Day()
		_, n, sprint := e.Sprint()
		switch of := (arcade.Sprint{Game: r.Game, Begins: begins}); {
		case m.time().Before(begins) || !m.time().Before(shuts):
			return "", ErrOver
		case m.marked(s, a, slot):
			return "", ErrPlayed
		case sprint && n != m.sprintNext(s, a, of):
			return "", ErrRound
		case sprint:
			return m.sprintDeal(slot), nil
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
	case m.now >= race.started+60_000:
		return "", ErrLate
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
	m.beginOn(s, r, e)
}

// beginOn has a session begin a round of an event.
func (m *model) beginOn(s *modelSession, r engine.Record, e arcade.Event) {
	got, rev, err := beginEvent(s.p, gameWith(r.Game), e, m.time())
	deal, want := m.begins(s, r, e)
	if !m.wants("Begin", err, want) {
		return
	}
	state := saved(record(r.Game, string(deal)), 0)
	state.Event, state.Started = e, m.now
	if !reflect.DeepEqual(got, state) {
		m.t.Errorf("Begin = %+v, want %+v", got, state)
	}
	m.playing(s, m.now).live[state.Slot()] = modelLive{saved: state, rev: rev}
	m.brings(r.Game, m.now)
	s.rev[state.Slot()] = rev
}

// over reports whether nobody can play the daily or the deal of a sprint of a slot any more.
func (m *model) over(slot string) bool {
	_, e := arcade.CutSlot(slot)
	_, _, over, ok := modelTimes(e)
	return ok && !m.time().Before(over)
}

// endDailies ends the dailies and the deals of sprints that are open after their time.
func (m *model) endDailies() {
	n, err := m.db.EndDailies(m.time())
	if !m.wants("EndDailies", err, nil) {
		return
	}
	want := 0
	for _, a := range m.accounts {
		for _, slot := range slices.Sorted(maps.Keys(a.live)) {
			if m.over(slot) {
				m.abandon(a, a.live[slot])
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
	s, game := m.session(), m.game()
	until := m.time().UTC().Truncate(24*time.Hour).AddDate(0, 0, m.rng.IntN(8)-4)
	now, longest, err := s.p.Streak(game, until.Format(time.DateOnly))
	a, ok := m.reads(s, "Streak", err)
	if !ok {
		return
	}
	run, most, members := 0, 0, []playerID{{}}
	if a != nil {
		members = a.members()
	}
	for _, id := range members { // the account itself is the last
		played := func(day time.Time) bool {
			return a != nil && slices.ContainsFunc(a.rounds, func(r arcade.Result) bool {
				daily := r.Record.Game == game && r.Event == arcade.DailyEvent(day.Format(time.DateOnly)) && r.Class == arcade.Counted
				return daily && cmp.Or(a.owner[r.ID], a.id) == id
			})
		}
		before := 0
		run = 0
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
	}
	if now != run || longest != most {
		m.t.Errorf("Streak = %s, want %s", fmt.Sprint(now, longest), fmt.Sprint(run, most))
	}
}
