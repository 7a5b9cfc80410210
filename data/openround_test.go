package data

import (
	"errors"
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"testing"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

func TestOthersSeeNothing(t *testing.T) {
	db := openTemp(t)
	ann, bob := session(t, db, "SHA256:ann"), session(t, db, "SHA256:bob")
	rev := save(t, ann, saved(record(hop, "A", 1), 1))
	finish(t, ann, finished(record(scotsi, "A", 1), 1))
	if got, rev, err := bob.Saved(hop); rev != 0 || err != nil {
		t.Errorf("Saved = %+v, %v, %v, want none", got, rev, err)
	}
	if got, err := bob.History("", 10); len(got) != 0 || err != nil {
		t.Errorf("History = %+v, %v, want none", got, err)
	}
	if got, ok, err := bob.Best(scotsi, arcade.Counted); ok || err != nil {
		t.Errorf("Best = %+v, %v, %v, want none", got, ok, err)
	}
	if _, err := bob.Save(saved(record(hop, "A", 1, 2), 2), rev); !errors.Is(err, arcade.ErrConflict) {
		t.Errorf("Save = %v, want ErrConflict", err)
	}
	if _, err := bob.Save(saved(record(hop, "B", 1), 2), 0); err != nil {
		t.Errorf("Save = %v, want a game of bob's own", err)
	}
	sound(t, db)
}

// Screens read their player's rows from goroutines of their own.
func TestReadWhileItWrites(t *testing.T) {
	db := openGames(t) // which waits for no disk, while the readers keep the processor busy
	p := session(t, db, "ann")
	must(t, p.SetSettings([]byte(`{"theme":"dark"}`)))
	var reads sync.WaitGroup
	stop := make(chan struct{})
	for _, read := range []func() error{
		func() error { _, err := contents(p); return err },
		func() error { _, err := p.Account(); return err },
		func() error { _, err := p.Keys(); return err },
		func() error { _, err := p.top(boardKey{hop, arcade.Counted, allTime}, 3, false); return err },
		func() error { _, err := p.Stats(); return err },
	} {
		reads.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
				}
				if err := read(); err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	for i := range 20 {
		save(t, p, saved(record(hop, "A", 1), int64(i)))
		must(t, p.SetSettings(fmt.Appendf(nil, `{"n":%d}`, i)))
		must(t, p.SetPrivacy(i%2 == 0, i%3 == 0))
	}
	close(stop)
	reads.Wait()
}

// A read that began before the account was stored does not take the key for revoked.
func TestReadWhileItBegins(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	runs := 0
	must(t, p.view(func(tx *store.Tx) error {
		if runs++; runs == 1 {
			save(t, p, saved(record(hop, "A", 1), 1))
		}
		id, err := p.id(tx)
		if err == nil && id == (playerID{}) {
			t.Error("it does not know the account that it has by now")
		}
		return err
	}))
	if runs != 2 {
		t.Errorf("it read %d times, want 2", runs)
	}
}

//abuse:case 19
func TestSavesKeepTheirOrder(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	stored := func() arcade.Saved {
		s, _, err := session(t, db, "ann").Saved(hop)
		must(t, err)
		return s
	}
	t.Run("the save that came last counts", func(t *testing.T) {
		save(t, p, saved(record(hop, "A", 1, 2), 20))
		save(t, p, saved(record(hop, "A", 1), 10)) // a wall clock that was set back changes nothing
		if got := stored(); len(got.Record.Moves) != 1 {
			t.Errorf("stored %v, want one move", got.Record)
		}
	})
	t.Run("an undo counts", func(t *testing.T) {
		save(t, p, saved(record(hop, "A"), 30))
		if got := stored(); len(got.Record.Moves) != 0 {
			t.Errorf("stored %v, want no move", got.Record)
		}
	})
	t.Run("a new deal begins at any time", func(t *testing.T) {
		save(t, p, saved(record(hop, "B", 3), 1))
		if got := stored(); got.Record.Code != "B" {
			t.Errorf("stored %v, want deal B", got.Record)
		}
	})
	t.Run("a save after the finish is refused", func(t *testing.T) {
		rev := save(t, p, saved(record(hop, "B", 3), 2))
		finish(t, p, finished(record(hop, "B", 3, 3), 5))
		if _, err := p.Save(saved(record(hop, "B", 3, 3), 4), rev); !errors.Is(err, arcade.ErrConflict) {
			t.Errorf("Save = %v, want ErrConflict", err)
		}
	})
	t.Run("of many at once one is stored", func(t *testing.T) {
		var wg sync.WaitGroup
		var went atomic.Int32
		for i := range 50 {
			wg.Go(func() {
				switch _, err := p.Save(saved(record(scotsi, "A", 1), int64(i)), 0); {
				case err == nil:
					went.Add(1)
				case !errors.Is(err, arcade.ErrConflict):
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if _, rev, err := session(t, db, "ann").Saved(scotsi); err != nil || rev == 0 || went.Load() != 1 {
			t.Errorf("%d went through; Saved = %v, %v, want one", went.Load(), rev, err)
		}
	})
	sound(t, db)
}

// A clock that was set back while a table was open must not cost the game.
//
//abuse:case 24
func TestNegativeTime(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	save(t, p, saved(record(hop, "A", 1), -5))
	if got, _, err := p.Saved(hop); err != nil || got.Millis != 0 {
		t.Errorf("Saved = %+v, %v, want no time", got, err)
	}
	r := finished(record(hop, "A", 1), -5)
	want := finish(t, p, r)
	if got, err := p.Result(want.ID); err != nil || want.Millis != 0 || !reflect.DeepEqual(got, want) {
		t.Errorf("Result = %+v, %v; Finish gave %+v, want no time", got, err, want)
	}
	if got := finish(t, p, r); got.ID != want.ID {
		t.Errorf("the same round again has ID %s, want %s", got.ID, want.ID)
	}
}

func TestRefused(t *testing.T) {
	db := openTemp(t)
	p := session(t, db, "ann")
	if _, err := db.Player(arcade.Credential{}); err == nil {
		t.Error("a player without a credential was let in")
	}
	for _, game := range []string{"", "Hop", "a b", "hop\x00counted"} {
		if _, err := p.Save(saved(record(game, "A", 1), 1), 0); err == nil {
			t.Errorf("a saved game %q was taken", game)
		}
		if _, err := p.Finish(finished(record(game, "A", 1), 1), 0); err == nil {
			t.Errorf("a round of game %q was taken", game)
		}
	}
	classless, endless := finished(record(hop, "A", 1), 1), finished(record(hop, "A", 1), 1)
	classless.Class, endless.Ended = "ranked", 0
	for _, r := range []arcade.Result{classless, endless} {
		if _, err := p.Finish(r, 0); err == nil {
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
	t.Run("an account begins with them", func(t *testing.T) {
		must(t, p.SetNick("ann"))
		must(t, p.SetSettings([]byte(`{"theme": "dark"}`)))
		later := session(t, db, "ann")
		if got, want := settings(later), `{"theme":"dark"}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
		if a, err := later.Account(); a.Nick != "ann" || err != nil {
			t.Errorf("Account = %+v, %v", a, err)
		}
	})
	t.Run("later ones replace them", func(t *testing.T) {
		must(t, p.SetSettings([]byte(`{"theme":"mono"}`)))
		finish(t, p, finished(record(hop, "A", 1), 2))
		if got, want := settings(session(t, db, "ann")), `{"theme":"mono"}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
	t.Run("what is no JSON, or too much, is refused", func(t *testing.T) {
		for _, bad := range [][]byte{nil, []byte("{"), make([]byte, arcade.SettingsMost+1)} {
			if err := p.SetSettings(bad); err == nil {
				t.Errorf("%.10q was taken", bad)
			}
		}
	})
}
