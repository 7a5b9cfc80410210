package data

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

func results(results ...arcade.Result) []arcade.Result { return results }

func TestJoin(t *testing.T) {
	db := openGames(t)
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	must(t, bob.SetSettings([]byte(`{"from":"bob"}`)))
	for i, p := range []*Player{ann, bob, ann, bob} {
		finish(t, p, finished(record(hop, fmt.Sprint("D", i), 1, i%3+1), int64(i+1)))
	}
	must(t, bob.SetNick("bob"))
	must(t, bob.SetPrivacy(false, true))
	annOpen, bobOpen := save(t, ann, saved(record(hop, "ANNS", 1), 9)), save(t, bob, saved(record(scotsi, "BOBS", 2), 9))
	old := session(t, db, fp("bob"))
	must(t, bob.SetSettings([]byte(`{"from":"bob"}`)))
	join(t, ann, bob)

	for name, p := range map[string]*Player{"the issuer": ann, "who named the code": bob, "its other session": old} {
		t.Run(name+" has all of both", func(t *testing.T) {
			wantDeals(t, p, "D3", "D2", "D1", "D0")
			best, ok, err := p.Best(hop, arcade.Counted)
			if err != nil || !ok || best.Record.Code != "D2" {
				t.Errorf("Best = %+v, %v, %v, want deal D2", best, ok, err)
			}
			for game, want := range map[string]arcade.Rev{hop: annOpen, scotsi: bobOpen} {
				if _, rev, err := p.Saved(game); err != nil || rev != want {
					t.Errorf("the open game of %s is %v, %v, want %v", game, rev, err, want)
				}
			}
			a, err := p.Account()
			must(t, err)
			if a.Nick != "bob" || !a.Private || a.Hidden || !a.Since.Equal(time.UnixMilli(1_790_000_000_001)) {
				t.Errorf("Account = %+v", a)
			}
			settings, err := p.Settings()
			if err != nil || string(settings) != `{"from":"bob"}` {
				t.Errorf("Settings = %s, %v", settings, err)
			}
			stats, err := p.Stats()
			if err != nil || len(stats) != 1 || stats[0].Played != 4 {
				t.Errorf("Stats = %+v, %v", stats, err)
			}
			top, err := p.Top(Board{Game: hop, Class: arcade.Counted}, 10)
			if err != nil || len(top) != 1 || !top[0].Mine || top[0].Nick != "bob" {
				t.Errorf("Top = %+v, %v, want one row", top, err)
			}
			if got := keys(t, p); len(got) != 2 {
				t.Errorf("Keys are %q", got)
			}
		})
	}
	t.Run("both play on where they were", func(t *testing.T) {
		_, err := bob.Save(saved(record(scotsi, "BOBS", 2, 2), 10), bobOpen)
		must(t, err)
		_, err = old.Finish(finished(record(hop, "ANNS", 1), 10), annOpen)
		must(t, err)
	})
	sound(t, db)
}

func TestJoinAgain(t *testing.T) {
	db := openGames(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	join(t, ann, bob)
	wantErr(t, "Join", bob.Join(link(t, ann), day(0)), ErrSame)
	wantErr(t, "Join", ann.Join(link(t, ann), day(0)), ErrSame)
	code := link(t, ann)
	wantErr(t, "Join", ann.Join(code, day(0)), ErrSame)
	must(t, session(t, db, fp("cid")).Join(code, day(0))) // it was not used up
	sound(t, db)
}

func TestJoinKeepsTheOwn(t *testing.T) {
	db := openGames(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	for _, p := range []*Player{ann, bob} {
		name := map[*Player]string{ann: "ann", bob: "bob"}[p]
		must(t, p.SetNick(name))
		must(t, p.SetSettings([]byte(`"`+name+`"`)))
	}
	join(t, ann, bob)
	a, err := bob.Account()
	must(t, err)
	settings, err := bob.Settings()
	must(t, err)
	if a.Nick != "ann" || string(settings) != `"ann"` {
		t.Errorf("the account is %+v with settings %s", a, settings)
	}
	if exists, _, err := db.Holds("bob", credential("bob")); exists || err != nil {
		t.Errorf("the other nick is not free: %v", err)
	}
	sound(t, db)
}

func TestJoinWithoutAccount(t *testing.T) {
	db := openGames(t)
	ann, bob := player(t, db, fp("ann")), session(t, db, fp("bob"))
	must(t, bob.SetSettings([]byte(`"bob"`)))
	join(t, ann, bob)
	wantDeals(t, bob, "FIRST")
	if got, err := ann.Settings(); err != nil || string(got) != `"bob"` {
		t.Errorf("Settings = %s, %v; there were none", got, err)
	}
	sound(t, db)
}

func TestGuestClaims(t *testing.T) {
	db := openGames(t)
	guest := session(t, db, "guest:1")
	finish(t, guest, finished(record(hop, "GUESTS", 3, 3), 5))
	save(t, guest, saved(record(scotsi, "OPEN", 1), 6))
	board := Board{Game: hop, Class: arcade.Counted}
	t.Run("a guest stands on no board", func(t *testing.T) {
		if top, err := guest.Top(board, 10); err != nil || len(top) != 0 {
			t.Errorf("Top = %+v, %v", top, err)
		}
	})
	t.Run("neither side of two guests has a key", func(t *testing.T) {
		other := player(t, db, "guest:2")
		wantErr(t, "Join", other.Join(link(t, guest), day(0)), ErrGuest)
		wantErr(t, "Join of one without a game", session(t, db, "guest:3").Join(link(t, guest), day(0)), ErrGuest)
		wantErr(t, "Join of one without a game", session(t, db, "guest:3").Join(link(t, player(t, db, fp("cid"))), day(0)), ErrNoAccount)
	})
	ann := session(t, db, fp("ann"))
	join(t, guest, ann)
	t.Run("the games are the key's", func(t *testing.T) {
		wantDeals(t, ann, "GUESTS")
		if s, _, err := ann.Saved(scotsi); err != nil || s.Record.Code != "OPEN" {
			t.Errorf("Saved = %+v, %v", s, err)
		}
		if got := keys(t, ann); !slices.Equal(got, []string{`SHA256:ann "" this`}) {
			t.Errorf("Keys are %q", got)
		}
		if a, err := ann.Account(); err != nil || a.Guest {
			t.Errorf("Account = %+v, %v", a, err)
		}
		if top, err := ann.Top(board, 10); err != nil || len(top) != 1 {
			t.Errorf("Top = %+v, %v, want the round that is no guest's any more", top, err)
		}
		if guests, err := db.Sweep(day(30)); err != nil || guests != 1 { // the other one
			t.Errorf("Sweep = %d, %v", guests, err)
		}
		wantDeals(t, ann, "GUESTS")
	})
	t.Run("the guest's session ends", func(t *testing.T) {
		_, _, err := guest.Saved(scotsi)
		wantErr(t, "Saved", err, ErrRevoked)
	})
	t.Run("the other way round, too", func(t *testing.T) {
		late := session(t, db, "guest:4")
		finish(t, late, finished(record(hop, "LATE", 1), 7))
		join(t, ann, late)
		wantDeals(t, ann, "LATE", "GUESTS")
		_, err := late.History("", 1)
		wantErr(t, "History", err, ErrRevoked)
	})
	sound(t, db)
}

func TestJoinWithBothOpen(t *testing.T) {
	for _, c := range []struct {
		name  string
		goes  arcade.Saved
		round *arcade.Result // that is left of it
	}{
		{"with moves it is a round", saved(record(hop, "BOBS", 3, 3), 20), ptr(of(arcade.Counted, arcade.Result{
			Record: record(hop, "BOBS", 3, 3), Score: at(record(hop, "BOBS", 3, 3)).End(), Millis: 20,
		}))},
		{"it has the points of who stops there", saved(record(hop, "BOBS", 1, 1, 1, 1, 1, 1), 20), ptr(of(arcade.Counted, arcade.Result{
			Record: record(hop, "BOBS", 1, 1, 1, 1, 1, 1), Score: engine.Score{Points: 7, Max: 27}, Millis: 20,
		}))},
		{"a game that is not here has the points it had", saved(record("test/gone", "BOBS", 3), 20), ptr(of(arcade.Counted, arcade.Result{
			Record: record("test/gone", "BOBS", 3), Score: engine.Score{Points: 3, Max: 27}, Millis: 20,
		}))},
		{"after a restart it is one", func() arcade.Saved {
			s := saved(record(hop, "BOBS"), 20)
			s.Shelved, s.Tally = [][]engine.Move{{step(1)}}, engine.Tally{Undos: 1, Peeks: 1}
			return s
		}(), ptr(of(arcade.Assisted, arcade.Result{Record: record(hop, "BOBS"), Score: engine.Score{Max: 27}, Millis: 20, Tally: engine.Tally{Undos: 1, Peeks: 1}}))},
		{"without a move it is none", saved(record(hop, "BOBS"), 20), nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := openGames(t)
			ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
			game := c.goes.Record.Game
			mine := save(t, ann, saved(record(game, "ANNS", 1), 10))
			lost := save(t, bob, c.goes)
			now := day(0).Add(time.Minute)
			join(t, ann, bob)
			if s, rev, err := bob.Saved(game); err != nil || rev != mine || s.Record.Code != "ANNS" {
				t.Errorf("Saved = %+v, %v, %v, want ann's", s, rev, err)
			}
			_, err := bob.Save(saved(record(game, "BOBS", 3, 3, 3), 30), lost)
			wantErr(t, "Save of the game that ended", err, arcade.ErrConflict)
			got, err := ann.History("", 10)
			must(t, err)
			var want []arcade.Result
			if c.round != nil {
				want = results(*c.round)
				want[0].Ended, want[0].Span, want[0].Began = now.UnixMilli(), want[0].Millis, c.goes.Started
			}
			for i := range got {
				got[i].ID = ""
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("History = %+v, want %+v", got, want)
			}
			sound(t, db)
		})
	}
}

func ptr[T any](v T) *T { return &v }

// Only a damaged file can have an open game that does not replay. Then nothing is joined
// and nothing lost.
func TestJoinOfDamage(t *testing.T) {
	db := openGames(t)
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	save(t, ann, saved(record(hop, "ANNS", 1), 10))
	bad := saved(record(hop, "BOBS", 1), 10)
	bad.Record.Moves = append(bad.Record.Moves, step(9))
	save(t, bob, bad)
	wantErr(t, "Join", bob.Join(link(t, ann), day(0)), ErrDamaged)
	if s, _, err := bob.Saved(hop); err != nil || s.Record.Code != "BOBS" {
		t.Errorf("Saved = %+v, %v, want bob's", s, err)
	}
	if got := keys(t, ann); len(got) != 1 {
		t.Errorf("Keys are %q", got)
	}
	must(t, db.bolt.View(func(tx *bbolt.Tx) error {
		if n := tx.Bucket(codesBucket).Stats().KeyN; n != 1 {
			return errors.New("the code is gone")
		}
		return nil
	}))
}
