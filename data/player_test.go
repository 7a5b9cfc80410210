package data

import (
	"errors"
	"reflect"
	"sync"
	"testing"

	"boardwalk/engine"
)

func TestResumeElsewhere(t *testing.T) {
	db := openTemp(t)
	want := engine.Saved{
		Record: record(hop, "ABC", 1, 2, 3), Undone: []engine.Move{step(2), step(1)},
		Shelved: [][]engine.Move{{step(3)}, {step(1), step(1)}},
		Tally:   engine.Tally{Undos: 4, Peeks: 2, Hints: 1}, Chosen: true, Millis: 1234, Started: 1_780_000_000_000,
	}
	must(t, session(t, db, "SHA256:ann").Save(want))

	t.Run("the other session has all of it", func(t *testing.T) {
		got, ok, err := session(t, db, "SHA256:ann").Saved(hop)
		if err != nil || !ok || !reflect.DeepEqual(got, want) {
			t.Errorf("Saved = %+v, %v, %v, want %+v", got, ok, err, want)
		}
	})
	t.Run("it is listed among the open games", func(t *testing.T) {
		p := session(t, db, "SHA256:ann")
		second := saved(record(scotsi, "XYZ", 1), 1)
		must(t, p.Save(second))
		got, err := p.Open()
		if err != nil || !reflect.DeepEqual(got, []engine.Saved{want, second}) {
			t.Errorf("Open = %+v, %v", got, err)
		}
	})
	t.Run("another player has none of it", func(t *testing.T) {
		p := session(t, db, "SHA256:bob")
		_, ok, err := p.Saved(hop)
		open, openErr := p.Open()
		if ok || err != nil || len(open) != 0 || openErr != nil {
			t.Errorf("Saved = %v, %v; Open = %v, %v", ok, err, open, openErr)
		}
	})
}

func TestStaleSession(t *testing.T) {
	db := openTemp(t)
	left, right := session(t, db, "ann"), session(t, db, "ann")
	must(t, left.Save(saved(record(hop, "A", 1), 10)))

	t.Run("cannot open a game over an open one", func(t *testing.T) {
		if err := right.Save(saved(record(hop, "B", 1), 10)); !errors.Is(err, ErrConflict) {
			t.Errorf("Save = %v, want ErrConflict", err)
		}
	})
	t.Run("cannot save over a later state", func(t *testing.T) {
		if _, _, err := right.Saved(hop); err != nil {
			t.Fatal(err)
		}
		must(t, right.Save(saved(record(hop, "A", 1, 2), 20)))
		if err := left.Save(saved(record(hop, "A", 1, 3), 30)); !errors.Is(err, ErrConflict) {
			t.Errorf("Save = %v, want ErrConflict", err)
		}
	})
	t.Run("cannot finish a later state", func(t *testing.T) {
		if _, err := left.Finish(finished(record(hop, "A", 1), 30)); !errors.Is(err, ErrConflict) {
			t.Errorf("Finish = %v, want ErrConflict", err)
		}
	})
	t.Run("does not take a new game for the one it held", func(t *testing.T) {
		finish(t, right, finished(record(hop, "A", 1, 2), 40))
		must(t, right.Save(saved(record(hop, "C", 1), 1)))
		if err := left.Save(saved(record(hop, "A", 1, 3), 50)); !errors.Is(err, ErrConflict) {
			t.Errorf("Save = %v, want ErrConflict", err)
		}
	})
	t.Run("goes on once it has caught up", func(t *testing.T) {
		got, _, err := left.Saved(hop)
		if err != nil || got.Record.Code != "C" {
			t.Fatalf("Saved = %+v, %v, want deal C", got, err)
		}
		must(t, left.Save(saved(record(hop, "C", 1, 1), 2)))
	})
	t.Run("left nothing behind", func(t *testing.T) {
		got, err := left.History("", 10)
		if err != nil || len(got) != 1 {
			t.Errorf("History = %+v, %v, want one round", got, err)
		}
		sound(t, db)
	})
}

func TestSavesKeepTheirOrder(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	stored := func() engine.Saved {
		s, _, err := session(t, db, "ann").Saved(hop)
		must(t, err)
		return s
	}
	t.Run("the save that came last counts", func(t *testing.T) {
		must(t, p.Save(saved(record(hop, "A", 1, 2), 20)))
		must(t, p.Save(saved(record(hop, "A", 1), 10))) // a wall clock that was set back changes nothing
		if got := stored(); len(got.Record.Moves) != 1 {
			t.Errorf("stored %v, want one move", got.Record)
		}
	})
	t.Run("an undo counts", func(t *testing.T) {
		must(t, p.Save(saved(record(hop, "A"), 30)))
		if got := stored(); len(got.Record.Moves) != 0 {
			t.Errorf("stored %v, want no move", got.Record)
		}
	})
	t.Run("a new deal begins at any time", func(t *testing.T) {
		must(t, p.Save(saved(record(hop, "B", 3), 1)))
		if got := stored(); got.Record.Code != "B" {
			t.Errorf("stored %v, want deal B", got.Record)
		}
	})
	t.Run("a finished game stays finished", func(t *testing.T) {
		finish(t, p, finished(record(hop, "B", 3, 3), 5))
		must(t, p.Save(saved(record(hop, "B", 3, 3), 4)))
		if _, ok, err := session(t, db, "ann").Saved(hop); ok || err != nil {
			t.Errorf("Saved = %v, %v, want none", ok, err)
		}
	})
	t.Run("many at once leave one of them", func(t *testing.T) {
		var wg sync.WaitGroup
		for i := range 50 {
			wg.Go(func() {
				if err := p.Save(saved(record(scotsi, "A", 1), int64(i))); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if _, ok, err := session(t, db, "ann").Saved(scotsi); err != nil || !ok {
			t.Errorf("Saved = %v, %v, want one", ok, err)
		}
	})
}

func TestRefused(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	if _, err := db.Player(""); err == nil {
		t.Error("a player without a fingerprint was let in")
	}
	for _, game := range []string{"", "Hop", "a b", "hop\x00counted"} {
		if err := p.Save(saved(record(game, "A", 1), 1)); err == nil {
			t.Errorf("a saved game %q was taken", game)
		}
		if _, err := p.Finish(finished(record(game, "A", 1), 1)); err == nil {
			t.Errorf("a round of game %q was taken", game)
		}
	}
	classless, endless := finished(record(hop, "A", 1), 1), finished(record(hop, "A", 1), 1)
	classless.Class, endless.Ended = "ranked", 0
	for _, r := range []engine.Result{classless, endless} {
		if _, err := p.Finish(r); err == nil {
			t.Errorf("%+v was taken", r)
		}
	}
	if got := sound(t, db); !reflect.DeepEqual(got, Report{}) {
		t.Errorf("stored %+v, want nothing", got)
	}
}

func TestSettings(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	settings := func(p *Player) string {
		t.Helper()
		got, err := p.Settings()
		must(t, err)
		return string(got)
	}
	if got := settings(p); got != "" {
		t.Errorf("before all, settings are %s", got)
	}
	t.Run("without a game they write no row", func(t *testing.T) {
		must(t, p.SetSettings([]byte(`{"theme": "dark"}`)))
		if got := sound(t, db); got.Players != 0 {
			t.Errorf("%d players have rows", got.Players)
		}
		if got, want := settings(p), `{"theme":"dark"}`; got != want {
			t.Errorf("the session has %s, want %s", got, want)
		}
	})
	t.Run("the first game stores them along", func(t *testing.T) {
		must(t, p.Save(saved(record(hop, "A", 1), 1)))
		if got, want := settings(session(t, db, "ann")), `{"theme":"dark"}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("later ones are stored at once", func(t *testing.T) {
		must(t, p.SetSettings([]byte(`{"theme":"mono"}`)))
		finish(t, p, finished(record(hop, "A", 1), 2))
		if got, want := settings(session(t, db, "ann")), `{"theme":"mono"}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("what is no JSON, or too much, is refused", func(t *testing.T) {
		for _, bad := range [][]byte{nil, []byte("{"), make([]byte, settingsMax+1)} {
			if err := p.SetSettings(bad); err == nil {
				t.Errorf("%.10q was taken", bad)
			}
		}
	})
}
