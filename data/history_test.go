package data

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/grade"
)

func TestFinish(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	save(t, p, saved(record(hop, "A", 1), 10))
	save(t, p, saved(record(scotsi, "A", 1), 10))
	first := finished(record(hop, "A", 1, 2), 20)
	first.Tally, first.Class = engine.Tally{Undos: 3, Peeks: 1, Hints: 3, Warnings: 1}, arcade.Assisted
	first.Grade = grade.Mark{Kind: grade.Winnable}
	want := finish(t, p, first)

	t.Run("the round is kept as it was", func(t *testing.T) {
		got, err := p.Result(want.ID)
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("Result = %+v, %v, want %+v", got, err, want)
		}
		first.ID = want.ID
		if !reflect.DeepEqual(want, first) {
			t.Errorf("Finish = %+v, want %+v", want, first)
		}
	})
	t.Run("the open game of its ID is gone, others are not", func(t *testing.T) {
		_, gone, err := p.Saved(hop)
		_, open, otherErr := p.Saved(scotsi)
		if gone != 0 || open == 0 || err != nil || otherErr != nil {
			t.Errorf("Saved = %v, %v and %v, %v, want only that of %s", gone, err, open, otherErr, scotsi)
		}
	})
	t.Run("twice is once", func(t *testing.T) {
		rev := save(t, p, saved(record(hop, "B", 1), 10))
		for _, prev := range []arcade.Rev{0, rev, rev + 1} {
			if got, err := p.Finish(first, prev); err != nil || got.ID != want.ID {
				t.Errorf("Finish = %+v, %v, want ID %s", got, err, want.ID)
			}
		}
		history, err := p.History("", 10)
		if err != nil || len(history) != 1 {
			t.Errorf("History = %+v, %v, want one round", history, err)
		}
		if got, open, err := p.Saved(hop); err != nil || open != rev || got.Record.Code != "B" {
			t.Errorf("Saved = %+v, %v, %v, want deal B to go on", got, open, err)
		}
	})
	t.Run("the same round of another player is another round", func(t *testing.T) {
		if got := finish(t, session(t, db, "bob"), first); got.ID == want.ID {
			t.Errorf("both have ID %s", got.ID)
		}
	})
	t.Run("nobody else can read it", func(t *testing.T) {
		if got, err := session(t, db, "bob").Result(want.ID); !errors.Is(err, ErrNotFound) {
			t.Errorf("Result = %+v, %v, want ErrNotFound", got, err)
		}
	})
	sound(t, db)
}

func TestHistoryInOrder(t *testing.T) {
	db := openTemp(t)
	p, other := session(t, db, "ann"), session(t, db, "bob")
	var want []string // newest first
	for i := range 20 {
		finish(t, other, finished(record(hop, "A", 1), int64(i)))
		r := finish(t, p, finished(record(hop, fmt.Sprint(i), 1), int64(i)))
		want = append([]string{r.ID}, want...)
	}
	ids := func(results []arcade.Result, err error) []string {
		t.Helper()
		must(t, err)
		var ids []string
		for _, r := range results {
			ids = append(ids, r.ID)
		}
		return ids
	}
	t.Run("newest first", func(t *testing.T) {
		if got := ids(p.History("", 100)); !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("page by page, each once", func(t *testing.T) {
		var got []string
		for before := ""; len(got) < len(want); before = got[len(got)-1] {
			page := ids(p.History(before, 7))
			if len(page) == 0 {
				break
			}
			got = append(got, page...)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("got %v, want %v", got, want)
		}
	})
	t.Run("nothing before the first, and none asked for", func(t *testing.T) {
		if got := append(ids(p.History(want[19], 5)), ids(p.History("", 0))...); len(got) != 0 {
			t.Errorf("got %v", got)
		}
	})
	t.Run("what is no ID is not found", func(t *testing.T) {
		for _, id := range []string{"x", "01ARZ3NDEKTSV4RRFFQ69G5FA!", "81ARZ3NDEKTSV4RRFFQ69G5FAV"} {
			if _, err := p.History(id, 5); !errors.Is(err, ErrNotFound) {
				t.Errorf("History(%q) = %v, want ErrNotFound", id, err)
			}
			if _, err := p.Result(id); !errors.Is(err, ErrNotFound) {
				t.Errorf("Result(%q) = %v, want ErrNotFound", id, err)
			}
		}
	})
	t.Run("a round that ended earlier finds its place", func(t *testing.T) {
		r := finished(record(hop, "LATE", 1), 0)
		r.Ended -= 5
		late := finish(t, p, r)
		got := ids(p.History("", 100))
		if got[len(got)-1] != late.ID {
			t.Errorf("the oldest is %s, want %s", got[len(got)-1], late.ID)
		}
		sound(t, db)
	})
}

func TestBests(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	for i, c := range []struct {
		name   string
		class  arcade.Class
		points []int
		millis int64
		best   bool
	}{
		{"the first is the best", arcade.Counted, []int{2, 1, 1, 1, 1}, 50, true},
		{"fewer points are not", arcade.Counted, []int{1, 1, 1, 1, 1}, 10, false},
		{"more points are", arcade.Counted, []int{3, 3, 1, 1, 1}, 90, true},
		{"as many in more time are not", arcade.Counted, []int{3, 3, 1, 1, 1}, 95, false},
		{"as many in less time are", arcade.Counted, []int{3, 3, 1, 1, 1}, 80, true},
		{"more moves are not", arcade.Counted, []int{3, 1, 1, 1, 1, 1, 1}, 80, false},
		{"the same again is not", arcade.Counted, []int{3, 3, 1, 1, 1}, 80, false},
		{"assisted rounds have their own", arcade.Assisted, []int{3, 3, 3, 1, 1}, 10, true},
		{"practice too", arcade.Practice, []int{2, 1, 1, 1, 1}, 10, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := finished(record(hop, fmt.Sprint(i), c.points...), c.millis)
			r.Class, r.Ended = c.class, int64(1_790_000_000_000+i)
			r = finish(t, p, r)
			got, ok, err := p.Best(hop, c.class)
			if err != nil || !ok || (got.ID == r.ID) != c.best {
				t.Errorf("Best = %+v, %v, %v; want the new round: %v", got, ok, err, c.best)
			}
		})
	}
	t.Run("a game of few moves is none", func(t *testing.T) {
		finish(t, p, finished(record(scotsi, "A", 3, 3), 1))
		if got, ok, err := p.Best(scotsi, arcade.Counted); ok || err != nil {
			t.Errorf("Best = %+v, %v, %v", got, ok, err)
		}
	})
	t.Run("a game never played has none", func(t *testing.T) {
		if got, ok, err := p.Best("test/none", arcade.Counted); ok || err != nil {
			t.Errorf("Best = %+v, %v, %v", got, ok, err)
		}
	})
	sound(t, db)
}

func TestDamagedBest(t *testing.T) {
	for _, c := range []struct {
		name   string
		found  bool // the next round finds it again
		damage func(tx *store.Tx, best []byte, round []byte) error
	}{
		{"the row is damaged", true, func(tx *store.Tx, best, _ []byte) error {
			return tx.Bucket(bestsBucket).Put(best, []byte("damaged"))
		}},
		{"the row is missing", false, func(tx *store.Tx, best, _ []byte) error {
			return tx.Bucket(bestsBucket).Delete(best)
		}},
		{"its round is damaged", false, func(tx *store.Tx, _, round []byte) error {
			return tx.Bucket(roundsBucket).Put(round, []byte("damaged"))
		}},
		{"its round is missing", false, func(tx *store.Tx, _, round []byte) error {
			return tx.Bucket(roundsBucket).Delete(round)
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := openTemp(t)
			p := session(t, db, "ann")
			old := finish(t, p, finished(record(hop, "A", 3, 1, 1, 1, 1), 1))
			must(t, directly(db, func(tx *store.Tx) error {
				return c.damage(tx, accountOf(t, p).best(hop, arcade.Counted, allTime), key(old))
			}))
			if got, ok, err := p.Best(hop, arcade.Counted); ok || err != nil {
				t.Errorf("Best = %+v, %v, %v, want none", got, ok, err)
			}
			if report, err := db.Check(library); err != nil || len(report.Findings) == 0 {
				t.Errorf("Check = %+v, %v, want it to be found", report, err)
			}
			next := finish(t, p, finished(record(hop, "B", 1, 1, 1, 1, 1), 2))
			want := next
			if c.found {
				want = old // it has more points
			}
			if got, ok, err := p.Best(hop, arcade.Counted); err != nil || !ok || got.ID != want.ID {
				t.Errorf("Best = %+v, %v, %v, want %+v", got, ok, err, want)
			}
		})
	}
}

func TestStats(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	finish(t, p, finished(record(scotsi, "A", 1), 10))
	finish(t, p, finished(record(hop, "A", 1, 1), 20))
	finish(t, p, finished(record(hop, "B", 3, 3, 3, 3, 3, 3, 3), 30))
	finish(t, p, finished(record(hop, "C", 3, 3, 3, 3, 3, 3, 3, 3, 3), 40))
	practice := finished(record(hop, "D"), 50)
	practice.Class = arcade.Practice
	finish(t, p, practice)

	got, err := p.Stats()
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, s := range got {
		lines = append(lines, fmt.Sprintf("%s %s: %d played, %d won, %d perfect, best %d of %d, %d ms, streak %d/%d",
			s.Game, s.Class, s.Played, s.Won, s.Perfect, s.Best, s.Points, s.Millis, s.Streak, s.Longest))
	}
	want := []string{
		hop + " counted: 3 played, 2 won, 1 perfect, best 27 of 50, 90 ms, streak 2/2",
		hop + " practice: 1 played, 0 won, 0 perfect, best 0 of 0, 50 ms, streak 0/0",
		scotsi + " counted: 1 played, 0 won, 0 perfect, best 0 of 1, 10 ms, streak 0/0",
	}
	if !slices.Equal(lines, want) {
		t.Errorf("Stats are\n%s\nwant\n%s", strings.Join(lines, "\n"), strings.Join(want, "\n"))
	}
	if got, want := got[0].Average(), 50.0/3; got != want {
		t.Errorf("Average = %v, want %v", got, want)
	}
}

// What is ranked is replayed first.
//
//abuse:case 18
func TestFinishIsVerified(t *testing.T) {
	db := openGames(t)
	p := session(t, db, fp("ann"))
	for _, class := range []arcade.Class{arcade.Counted, arcade.Assisted} {
		better := of(class, finished(record(hop, "A", 1), 1))
		better.Score.Points++
		impossible := of(class, finished(record(hop, "A", 1), 1))
		impossible.Record.Moves = append(impossible.Record.Moves, step(9))
		for _, r := range results(better, impossible) {
			_, err := p.Finish(r, 0)
			wantErr(t, "Finish", err, ErrRound)
		}
	}
	finish(t, p, of(arcade.Counted, finished(record("test/gone", "A", 1), 1))) // as told
	before := rows(t, db)["bests"]
	finish(t, p, of(arcade.Inhuman, finished(record(hop, "A", 3, 3, 3, 3, 3, 3, 3, 3, 3), 1)))
	if got := rows(t, db)["bests"]; got != before+1 {
		t.Errorf("a round that stands on no board has %d bests, want 1", got-before)
	}
	if top, err := p.top(boardKey{game: hop, class: arcade.Inhuman}, 1, false); err != nil || len(top) != 0 {
		t.Errorf("Top = %+v, %v; no person plays that fast", top, err)
	}
	sound(t, db)
}

// The attack: import tens of thousands of rounds, and ask for the last of them, or for those
// of a game that was played once.
//
// A round is found by its number or its game in the keys of the history: here no round can be
// read at all.
//
//abuse:case 48
func TestRoundsAreFoundByKeysAlone(t *testing.T) {
	db := quick(t)
	ann := playMany(t, db, fp("ann"), keysAtOnce+10) // hop and scotsi take turns, the oldest first
	join(t, ann, playMany(t, db, fp("bob"), 3))
	must(t, db.Update(func(tx *store.Tx) error {
		var keys [][]byte
		for key := range store.Rows(tx.Bucket(roundsBucket)) {
			keys = append(keys, bytes.Clone(key))
		}
		for _, key := range keys {
			if err := tx.Bucket(roundsBucket).Put(key, []byte("damaged")); err != nil {
				return err
			}
		}
		return nil
	}))
	const all = keysAtOnce + 13
	for _, ask := range []struct {
		game     string
		first, n int
		want     []int
	}{
		{"", 1, 2, []int{1, 2}},
		{"", all, 2, []int{all}},
		{"", all + 1, 2, nil},
		{hop, 1, 2, []int{2, 4}},
		{hop, all - 1, 9, []int{all - 1, all}}, // the oldest rounds of both
		{"test/unplayed", 1, 9, nil},
		{"", 1, 0, nil},
	} {
		found, err := ann.Numbered(ask.game, ask.first, ask.n)
		must(t, err)
		var numbers []int
		for _, f := range found {
			numbers = append(numbers, f.Number)
		}
		if !slices.Equal(numbers, ask.want) {
			t.Errorf("of %q from %d on the first %d are %v, want %v", ask.game, ask.first, ask.n, numbers, ask.want)
		}
	}
}

// The newest game of all is found, whoever has played it.
func TestLatest(t *testing.T) {
	db := openGames(t)
	latest := func(want time.Time) {
		t.Helper()
		if got, err := db.Latest(); err != nil || !got.Equal(want) {
			t.Errorf("the newest game ended at %v, %v, want %v", got, err, want)
		}
	}
	latest(time.Time{})
	for _, ended := range []float64{1, 3, 2} {
		r := finished(record(hop, "A", 1), 0)
		r.Ended = day(ended).UnixMilli()
		finish(t, session(t, db, fp(fmt.Sprint(ended))), r)
	}
	latest(day(3))
}
