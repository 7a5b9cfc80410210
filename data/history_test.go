package data

import (
	"errors"
	"fmt"
	"reflect"
	"testing"

	"boardwalk/engine"
)

func TestFinish(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	must(t, p.Save(saved(record(hop, "A", 1), 10)))
	must(t, p.Save(saved(record(scotsi, "A", 1), 10)))
	first := finished(record(hop, "A", 1, 2), 20)
	first.Tally, first.Class = engine.Tally{Undos: 2, Peeks: 1, Hints: 3}, engine.Assisted
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
		open, err := p.Open()
		if err != nil || len(open) != 1 || open[0].Record.Game != scotsi {
			t.Errorf("Open = %+v, %v, want that of %s", open, err, scotsi)
		}
	})
	t.Run("twice is once", func(t *testing.T) {
		must(t, p.Save(saved(record(hop, "B", 1), 10)))
		for _, p := range []*Player{p, session(t, db, "ann")} {
			if got := finish(t, p, first); got.ID != want.ID {
				t.Errorf("ID = %s, want %s", got.ID, want.ID)
			}
		}
		history, err := p.History("", 10)
		if err != nil || len(history) != 1 {
			t.Errorf("History = %+v, %v, want one round", history, err)
		}
		if got, ok, err := p.Saved(hop); err != nil || !ok || got.Record.Code != "B" {
			t.Errorf("Saved = %+v, %v, %v, want deal B to go on", got, ok, err)
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
	ids := func(results []engine.Result, err error) []string {
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
		class  engine.Class
		points []int
		millis int64
		best   bool
	}{
		{"the first is the best", engine.Counted, []int{1, 1}, 50, true},
		{"fewer points are not", engine.Counted, []int{1}, 10, false},
		{"more points are", engine.Counted, []int{3, 3}, 90, true},
		{"as many in more time are not", engine.Counted, []int{3, 3}, 95, false},
		{"as many in less time are", engine.Counted, []int{3, 3}, 80, true},
		{"more moves are not", engine.Counted, []int{1, 2, 3}, 80, false},
		{"the same again is not", engine.Counted, []int{3, 3}, 80, false},
		{"assisted rounds have their own", engine.Assisted, []int{3, 3, 3}, 10, true},
		{"practice too", engine.Practice, []int{2}, 10, true},
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
	t.Run("a game never played has none", func(t *testing.T) {
		if got, ok, err := p.Best(scotsi, engine.Counted); ok || err != nil {
			t.Errorf("Best = %+v, %v, %v", got, ok, err)
		}
	})
	sound(t, db)
}

func TestStats(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	finish(t, p, finished(record(scotsi, "A", 1), 10))
	finish(t, p, finished(record(hop, "A", 1, 1), 20))
	finish(t, p, finished(record(hop, "B", 3, 3, 3, 3, 3, 3, 3), 30))
	finish(t, p, finished(record(hop, "C", 3, 3, 3, 3, 3, 3, 3, 3, 3), 40))
	practice := finished(record(hop, "D"), 50)
	practice.Class = engine.Practice
	finish(t, p, practice)

	got, err := p.Stats()
	want := []Stat{
		{Game: hop, Class: engine.Counted, Played: 3, Won: 2, Perfect: 1, Best: 27, Points: 50, Millis: 90},
		{Game: hop, Class: engine.Practice, Played: 1, Millis: 50},
		{Game: scotsi, Class: engine.Counted, Played: 1, Best: 1, Points: 1, Millis: 10},
	}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("Stats = %+v, %v, want %+v", got, err, want)
	}
	if got, want := got[0].Average(), 50.0/3; got != want {
		t.Errorf("Average = %v, want %v", got, want)
	}
}
