package datatest

import (
	"reflect"
	"slices"
	"sync"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

func resumeElsewhere(t *testing.T, session func() Store) {
	wantOpen(t, session(), game, arcade.Saved{}, 0)
	want := saved(game, "A", 3)
	want.Undone = record(game, "A", 2).Moves
	want.Shelved = [][]engine.Move{record(game, "A", 1).Moves, record(game, "A", 4).Moves}
	want.Tally, want.Chosen = engine.Tally{Undos: 4, Peeks: 2, Hints: 1, Warnings: 3}, true
	want.Grade = grade.Mark{Kind: grade.Stern, Version: 2}
	rev := save(t, session(), want, 0)
	wantOpen(t, session(), game, want, rev)
	next := saved(game, "A", 4)
	elsewhere := session()
	wantOpen(t, elsewhere, game, next, save(t, elsewhere, next, rev))
}

func lookingChangesNothing(t *testing.T, session func() Store) {
	left, right := session(), session()
	rev := save(t, left, saved(game, "A", 1), 0)
	for range 3 {
		wantOpen(t, right, game, saved(game, "A", 1), rev)
	}
	save(t, left, saved(game, "A", 2), rev)
}

func doubleCreate(t *testing.T, session func() Store) {
	left, right := session(), session()
	rev := save(t, left, saved(game, "A", 1), 0)
	for _, s := range []Store{left, right} {
		_, err := s.Save(saved(game, "B", 1), 0)
		wantConflict(t, err)
	}
	wantOpen(t, right, game, saved(game, "A", 1), rev)
	save(t, right, saved(other, "A", 1), 0) // each game's ID has an open game of its own
}

func staleSession(t *testing.T, session func() Store) {
	left, right := session(), session()
	first := save(t, left, saved(game, "A", 1), 0)
	second := save(t, right, saved(game, "A", 2), first)
	for _, prev := range []arcade.Rev{first, second + 1} {
		_, err := left.Save(saved(game, "A", 3), prev)
		wantConflict(t, err)
	}
	wantOpen(t, left, game, saved(game, "A", 2), second)
	_, err := left.Save(saved(other, "A", 1), first) // no such game is open
	wantConflict(t, err)
	save(t, left, saved(game, "A", 1), second) // it has caught up, and undoes a move
}

func claim(t *testing.T, session func() Store) {
	left, right := session(), session()
	state := saved(game, "A", 2)
	old := save(t, left, state, 0)
	claimed := save(t, right, state, old)
	_, err := left.Save(saved(game, "A", 3), old)
	wantConflict(t, err)
	_, err = left.Finish(finished(game, "A", 2), old)
	wantConflict(t, err)
	wantOpen(t, right, game, state, claimed)
	wantHistory(t, right)
}

func manyClaims(t *testing.T, session func() Store) {
	state := saved(game, "A", 2)
	old := save(t, session(), state, 0)
	var revs [8]arcade.Rev
	var errs [8]error
	var wg sync.WaitGroup
	for i := range revs {
		s := session()
		wg.Go(func() { revs[i], errs[i] = s.Save(state, old) })
	}
	wg.Wait()
	won := 0
	for i, rev := range revs {
		if errs[i] == nil {
			won++
			wantOpen(t, session(), game, state, rev)
			continue
		}
		wantConflict(t, errs[i])
	}
	if won != 1 {
		t.Errorf("%d of %d claims went through, want 1", won, len(revs))
	}
}

func staleFinish(t *testing.T, session func() Store) {
	left, right := session(), session()
	first := save(t, left, saved(game, "A", 1), 0)
	second := save(t, right, saved(game, "A", 2), first)
	for _, prev := range []arcade.Rev{0, first} {
		_, err := left.Finish(finished(game, "A", 1), prev)
		wantConflict(t, err)
	}
	wantOpen(t, left, game, saved(game, "A", 2), second)
	wantHistory(t, left)
	if got, ok, err := left.Best(game, arcade.Counted); ok || err != nil {
		t.Errorf("Best = %+v, %v, %v, want none", got, ok, err)
	}
}

func finishEnds(t *testing.T, session func() Store) {
	s := session()
	rev := save(t, s, saved(game, "A", 1), 0)
	still := save(t, s, saved(other, "A", 1), 0)
	want := finished(game, "A", 2)
	got := finish(t, s, want, rev)
	want.ID = got.ID
	if !reflect.DeepEqual(got, want) {
		t.Errorf("Finish = %+v, want %+v", got, want)
	}
	wantOpen(t, session(), game, arcade.Saved{}, 0)
	wantOpen(t, session(), other, saved(other, "A", 1), still)
	wantHistory(t, session(), want)
	finish(t, s, finished(game, "B", 3), 0) // a game that was never saved
}

func finishedIsNotNext(t *testing.T, session func() Store) {
	left, right := session(), session()
	old := save(t, left, saved(game, "A", 1), 0)
	finish(t, right, finished(game, "A", 1), old)
	_, err := left.Save(saved(game, "A", 2), old)
	wantConflict(t, err)
	next := save(t, right, saved(game, "B", 1), 0)
	_, err = left.Save(saved(game, "A", 2), old)
	wantConflict(t, err)
	_, err = left.Finish(finished(game, "A", 2), old)
	wantConflict(t, err)
	wantOpen(t, left, game, saved(game, "B", 1), next)
}

func finishTwice(t *testing.T, session func() Store) {
	s, round := session(), finished(game, "A", 2)
	rev := save(t, s, saved(game, "A", 2), 0)
	want := finish(t, s, round, rev)
	next := save(t, s, saved(game, "B", 1), 0)
	for _, prev := range []arcade.Rev{rev, 0, next} {
		if got := finish(t, session(), round, prev); !reflect.DeepEqual(got, want) {
			t.Errorf("Finish again over %d = %+v, want %+v", prev, got, want)
		}
	}
	wantHistory(t, s, want)
	wantOpen(t, s, game, saved(game, "B", 1), next)
}

func historyInOrder(t *testing.T, session func() Store) {
	s := session()
	var want []arcade.Result // the newest first
	for i := range 9 {
		id := []string{game, other}[i%2]
		want = append([]arcade.Result{finish(t, s, finished(id, "A", i+1), 0)}, want...)
	}
	wantHistory(t, session(), want...)
	var got []arcade.Result
	for before := ""; len(got) < len(want); before = got[len(got)-1].ID {
		page, err := s.History(before, 4)
		if err != nil || len(page) == 0 || len(page) > 4 {
			t.Fatalf("History(%q, 4) = %+v, %v", before, page, err)
		}
		got = append(got, page...)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("page by page, the history is %+v, want %+v", got, want)
	}
	if got, err := s.History(want[len(want)-1].ID, 4); err != nil || len(got) != 0 {
		t.Errorf("before the first round the history has %+v, %v", got, err)
	}
}

func bestsByClass(t *testing.T, session func() Store) {
	s := session()
	for i, c := range []struct {
		class  arcade.Class
		points int
		won    bool
		millis int64
		moves  int
		best   bool
	}{
		{arcade.Counted, 5, false, 50, 5, true},
		{arcade.Counted, 4, true, 10, 1, false}, // points come first
		{arcade.Counted, 6, false, 90, 5, true},
		{arcade.Counted, 6, true, 99, 6, true}, // then won games
		{arcade.Counted, 6, true, 80, 7, true}, // then less time
		{arcade.Counted, 6, true, 85, 1, false},
		{arcade.Counted, 6, true, 80, 6, true},  // then fewer moves
		{arcade.Counted, 6, true, 80, 6, false}, // of equal rounds the first
		{arcade.Assisted, 1, false, 10, 5, true},
		{arcade.Practice, 9, true, 10, 1, true},
	} {
		r := finished(game, "A", c.moves)
		r.Class, r.Millis, r.Span, r.Ended = c.class, 10, c.millis, r.Ended+int64(i)*1000
		r.Score = engine.Score{Points: c.points, Max: 9, Won: c.won}
		r = finish(t, s, r, 0)
		got, ok, err := session().Best(game, c.class)
		if err != nil || !ok || reflect.DeepEqual(got, r) != c.best {
			t.Errorf("after round %d Best = %+v, %v, %v; want the new one: %v", i, got, ok, err, c.best)
		}
	}
	if got, ok, err := s.Best(other, arcade.Counted); ok || err != nil {
		t.Errorf("Best of a game never played = %+v, %v, %v", got, ok, err)
	}
}

func sumsByGame(t *testing.T, session func() Store) {
	s := session()
	if stats, err := s.Stats(); err != nil || len(stats) > 0 {
		t.Errorf("before all rounds Stats = %+v, %v", stats, err)
	}
	for i, c := range []struct {
		game  string
		class arcade.Class
		won   bool
	}{
		{other, arcade.Counted, true},
		{game, arcade.Counted, true},
		{game, arcade.Counted, true},
		{game, arcade.Practice, false},
		{game, arcade.Assisted, false}, // ends the streak of counted rounds
		{game, arcade.Counted, true},
	} {
		r := finished(c.game, "A", i+1)
		r.Class, r.Score.Won, r.Millis = c.class, c.won, 1000
		finish(t, s, r, 0)
	}
	want := []arcade.GameStat{
		{Game: game, Class: arcade.Assisted, Stat: arcade.Stat{Played: 1, Best: 5, Points: 5, Millis: 1000}},
		{Game: game, Class: arcade.Counted, Stat: arcade.Stat{Played: 3, Won: 3, Best: 6, Points: 11, Millis: 3000, Fresh: 3, Streak: 1, Longest: 2}},
		{Game: game, Class: arcade.Practice, Stat: arcade.Stat{Played: 1, Points: 4, Millis: 1000}},
		{Game: other, Class: arcade.Counted, Stat: arcade.Stat{Played: 1, Won: 1, Best: 1, Points: 1, Millis: 1000, Fresh: 1, Streak: 1, Longest: 1}},
	}
	stats, err := session().Stats()
	for i := range stats {
		stats[i].Tries, stats[i].First, stats[i].Last = 0, 0, 0
	}
	if err != nil || !slices.Equal(stats, want) {
		t.Errorf("Stats = %+v, %v, want %+v", stats, err, want)
	}
}
