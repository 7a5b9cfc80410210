package data

import (
	"bytes"
	"cmp"
	"reflect"
	"slices"
	"strings"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// standsBy compares rounds on a board of rounds: the better first.
func standsBy(kind Kind, a, b arcade.Result) int {
	lost := map[bool]int{true: 0, false: 1}
	by := cmp.Or(cmp.Compare(b.Score.Points, a.Score.Points), cmp.Compare(lost[a.Score.Won], lost[b.Score.Won]))
	if kind == Fastest {
		by = 0
	}
	took := cmp.Compare(a.Millis, b.Millis)
	if kind == Fastest {
		took = cmp.Compare(a.Span, b.Span)
	}
	return cmp.Or(by, took, cmp.Compare(len(a.Record.Moves), len(b.Record.Moves)), cmp.Compare(a.Ended, b.Ended))
}

// best returns an account's best round of a kind.
func (a *modelAccount) best(b Board) (best arcade.Result, ok bool) {
	for _, r := range a.rounds {
		if r.Record.Game != b.Game || r.Class != b.Class || b.Kind == Fastest && !r.Score.Perfect {
			continue
		}
		if e, ok := b.Kind.event(); ok || r.Event != "" {
			if ok && r.Event == e && (best.ID == "" || betterOfEvent(r, best)) {
				best = r
			}
			continue
		}
		if strings.Contains(string(b.Kind), "-W") && Week(time.UnixMilli(r.Ended)) != b.Kind {
			continue
		}
		if !ok || standsBy(b.Kind, r, best) < 0 {
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

// sum returns the sums of an account's rounds.
func (a *modelAccount) sum(game string, class arcade.Class) (s arcade.Stat) {
	for _, r := range a.rounds {
		if r.Record.Game != game {
			continue
		}
		fresh := r.Event == "" && slices.Contains([]arcade.Class{arcade.Counted, arcade.Assisted, arcade.Inhuman}, r.Class)
		if fresh && !r.Score.Won {
			s.Streak = 0
		}
		if r.Class != class {
			continue
		}
		s.Played++
		s.Points += r.Score.Points
		if r.Event == "" {
			s.Best = max(s.Best, r.Score.Points)
		}
		s.Millis += r.Millis
		if r.Score.Perfect {
			s.Perfect++
		}
		if r.Score.Won {
			s.Won++
		}
		if r.Score.Won && r.Event == "" {
			s.Fresh++
		}
		if fresh && r.Score.Won {
			s.Streak++
		}
		s.Longest = max(s.Longest, s.Streak)
	}
	if class != arcade.Counted {
		s.Streak, s.Longest = 0, 0
	}
	return s
}

// standings returns a board from its first row to its last.
func (m *model) standings(b Board, me *modelAccount) (all []arcade.Standing) {
	if b.Class != arcade.Counted && (b.Class != arcade.Assisted || b.Kind == Streaks) {
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
		switch sum := a.sum(b.Game, b.Class); b.Kind {
		case Wins:
			s.N = sum.Fresh
		case Streaks:
			s.N = sum.Longest
		default:
			s.Result, ok = a.best(b)
		}
		if !ok || m.offBoards(a) || (b.Kind == Wins || b.Kind == Streaks) && s.N == 0 {
			continue
		}
		if a.private && !s.Mine && s.N == 0 {
			r := s.Result.Record
			s.Result.Record = engine.Record{Game: r.Game, Version: r.Version, Moves: make([]engine.Move, len(r.Moves))}
		}
		rows = append(rows, row{s, a.id})
	}
	slices.SortFunc(rows, func(x, y row) int {
		return cmp.Or(cmp.Compare(y.N, x.N), standsBy(b.Kind, x.Result, y.Result), bytes.Compare(x.id[:], y.id[:]))
	})
	for i, r := range rows {
		r.Rank = i + 1
		all = append(all, r.Standing)
	}
	return all
}

func (m *model) top() {
	s := m.session()
	b := Board{
		Game:  []string{hop, scotsi}[m.rng.IntN(2)],
		Class: []arcade.Class{arcade.Counted, arcade.Counted, arcade.Assisted, arcade.Practice}[m.rng.IntN(4)],
		Kind:  []Kind{AllTime, Week(m.time()), Fastest, Wins, Streaks}[m.rng.IntN(5)],
	}
	if r := record(b.Game, ""); m.rng.IntN(3) == 0 {
		if e := m.occasion(&r); e != "" {
			b.Game, b.Kind = r.Game, On(e)
		}
	}
	n := m.rng.IntN(6)
	got, err := s.p.Top(b, n)
	a, ok := m.reads(s, "Top", err)
	if !ok {
		return
	}
	var want []arcade.Standing
	for _, s := range m.standings(b, a) {
		if s.Rank <= n || s.Mine {
			want = append(want, s)
		}
	}
	if len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		m.t.Errorf("Top(%v, %d) = %+v, want %+v", b, n, got, want)
	}
}

func (m *model) ranked() {
	a, want, ok := m.any()
	if !ok {
		return
	}
	on := false
	kinds := []Kind{AllTime, Week(time.UnixMilli(want.Ended)), Fastest}
	if want.Event != "" {
		kinds = []Kind{On(want.Event)}
	}
	for _, kind := range kinds {
		best, ok := a.best(Board{want.Record.Game, want.Class, kind})
		on = on || ok && want.Class.Ranked() && (best.ID == want.ID || want.Event == "" && standsBy(kind, best, want) == 0) && (kind != Fastest || want.Score.Perfect)
	}
	got, nick, err := m.db.Ranked(want.ID)
	if !on || m.offBoards(a) || a.private {
		m.wants("Ranked", err, ErrNotFound)
		return
	}
	if m.wants("Ranked", err, nil) && (nick != a.nick || !reflect.DeepEqual(got, want)) {
		m.t.Errorf("Ranked = %+v, %q, want %+v of %q", got, nick, want, a.nick)
	}
}
