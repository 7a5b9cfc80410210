package data

import (
	"errors"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

func results(results ...arcade.Result) []arcade.Result { return results }

func TestJoin(t *testing.T) {
	db := openGames(t)
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	must(t, bob.SetSettings([]byte(`{"from":"bob"}`)))
	for i, p := range []*Player{ann, bob, ann, bob} {
		finish(t, p, finished(record(hop, fmt.Sprint("D", i), 1, 1, 1, 1, i%3+1), int64(i+1)))
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
			top, err := p.top(boardKey{game: hop, class: arcade.Counted}, 10, false)
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

// The settings of both are joined if the file was opened so, and the own are kept if they would be too long.
func TestJoinJoinsSettings(t *testing.T) {
	for long, want := range map[bool]string{false: `{"ann":1,"bob":1}`, true: `{"ann":1}`} {
		db := openGames(t)
		db.options.JoinSettings = func(stays, goes []byte) []byte {
			if string(stays) != `{"ann":1}` || string(goes) != `{"bob":1}` {
				t.Errorf("%s stays and %s goes", stays, goes)
			}
			if long {
				return make([]byte, arcade.SettingsMost+1)
			}
			return []byte(want)
		}
		ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
		must(t, ann.SetSettings([]byte(`{"ann":1}`)))
		must(t, bob.SetSettings([]byte(`{"bob":1}`)))
		join(t, ann, bob)
		if got, err := bob.Settings(); err != nil || string(got) != want {
			t.Errorf("the settings are %s, %v; want %s", got, err, want)
		}
	}
}

func TestJoinWithoutAccount(t *testing.T) {
	db := openGames(t)
	ann, bob := player(t, db, fp("ann")), session(t, db, fp("bob"))
	join(t, ann, bob)
	wantDeals(t, bob, "FIRST")
	sound(t, db)
}

func TestGuestClaims(t *testing.T) {
	db := openGames(t)
	guest := session(t, db, "guest:1")
	finish(t, guest, finished(record(hop, "GUESTS", 3, 3, 1, 1, 1), 5))
	save(t, guest, saved(record(scotsi, "OPEN", 1), 6))
	board := boardKey{game: hop, class: arcade.Counted}
	t.Run("a guest stands on no board", func(t *testing.T) {
		if top, err := guest.top(board, 10, false); err != nil || len(top) != 0 {
			t.Errorf("Top = %+v, %v", top, err)
		}
	})
	t.Run("neither side of two guests has a key", func(t *testing.T) {
		other := player(t, db, "guest:2")
		wantErr(t, "Join", other.Join(link(t, guest), day(0)), ErrGuest)
		wantErr(t, "Join of one without a game", session(t, db, "guest:3").Join(link(t, guest), day(0)), ErrGuest)
		wantErr(t, "Join of one without a game", session(t, db, "guest:3").Join(link(t, player(t, db, fp("cid"))), day(0)), ErrGuest)
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
		if top, err := ann.top(board, 10, false); err != nil || len(top) != 1 {
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
				want[0].Brought = true
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

// Only a damaged file can have an open round that does not replay. Then nothing is joined
// and nothing lost.
func TestJoinOfDamage(t *testing.T) {
	db := openGames(t)
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	save(t, ann, saved(record(hop, "ANNS", 1), 10))
	bad := saved(record(hop, "BOBS", 1), 10)
	bad.Record.Moves = append(bad.Record.Moves, step(9))
	save(t, bob, bad)
	wantErr(t, "Join", bob.Join(link(t, ann), day(0)), store.ErrDamaged)
	if s, _, err := bob.Saved(hop); err != nil || s.Record.Code != "BOBS" {
		t.Errorf("Saved = %+v, %v, want bob's", s, err)
	}
	if got := keys(t, ann); len(got) != 1 {
		t.Errorf("Keys are %q", got)
	}
	must(t, db.View(func(tx *store.Tx) error {
		if n := tx.Bucket(codesBucket).Stats().KeyN; n != 1 {
			return errors.New("the code is gone")
		}
		return nil
	}))
}

// Rounds stay the player's however often accounts are joined, and in whatever direction.
func TestJoinsInARow(t *testing.T) {
	for _, c := range []struct {
		name string
		join func(t *testing.T, last, next *Player)
	}{
		{"each into the next", func(t *testing.T, last, next *Player) { join(t, next, last) }},
		{"all into the first", func(t *testing.T, last, next *Player) { join(t, last, next) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := quick(t)
			var last *Player
			var want []string
			for i := range 80 {
				p := session(t, db, fp(fmt.Sprint(i)))
				finish(t, p, finished(record(hop, fmt.Sprint("D", i), 1), int64(i+1)))
				want = append([]string{fmt.Sprint("D", i)}, want...)
				if last != nil {
					c.join(t, last, p)
				}
				last = p
			}
			wantDeals(t, last, want...)
			wantDeals(t, session(t, db, fp("0")), want...)
			if got := sound(t, db); got.Players != 1 || got.Rounds != 80 {
				t.Errorf("Check = %+v, want one player", got)
			}
			must(t, last.Delete(day(0)))
			if got := sound(t, db); got.Players != 0 || got.Rounds != 0 {
				t.Errorf("after Delete, Check = %+v", got)
			}
		})
	}
	t.Run("two that were joined into are joined", func(t *testing.T) {
		db := quick(t)
		var players []*Player
		for i := range 4 {
			p := session(t, db, fp(fmt.Sprint(i)))
			finish(t, p, finished(record(hop, fmt.Sprint("D", i), 1), int64(i+1)))
			players = append(players, p)
		}
		join(t, players[0], players[1])
		join(t, players[2], players[3])
		join(t, players[1], players[3])
		for _, p := range players {
			wantDeals(t, p, "D3", "D2", "D1", "D0")
		}
		sound(t, db)
	})
}

func TestJoinsMax(t *testing.T) {
	db := quick(t)
	ann := player(t, db, fp("ann"))
	for i := range joinsMax {
		guest := session(t, db, "guest:"+fmt.Sprint(i))
		must(t, guest.SetSettings([]byte(`{}`))) // begins an account
		join(t, ann, guest)
	}
	bob := player(t, db, fp("bob"))
	wantErr(t, "Join", bob.Join(link(t, ann), day(0)), ErrJoins)
	wantErr(t, "Join", ann.Join(link(t, bob), day(0)), ErrJoins)
	must(t, session(t, db, fp("cid")).Join(link(t, ann), day(0))) // a key without an account
	wantDeals(t, bob, "FIRST")
	sound(t, db)
}

// A Finish that returned ErrUnknown is repeated after the account was joined into
// another.
func TestFinishAgainAfterJoin(t *testing.T) {
	d := &disk{}
	for _, kept := range []bool{true, false} {
		t.Run(fmt.Sprintf("kept %v", kept), func(t *testing.T) {
			d.kept = kept
			db := openOn(t, d, filepath.Join(t.TempDir(), "boardwalk.db"))
			ann, bob, cid := player(t, db, fp("ann")), player(t, db, fp("bob")), player(t, db, fp("cid"))
			rev := save(t, bob, saved(record(hop, "A", 1), 10))
			round := finished(record(hop, "A", 1, 2), 20)
			d.fails = true
			_, err := bob.Finish(round, rev)
			wantErr(t, "Finish", err, store.ErrUnknown)
			d.fails = false
			d.fire(t, db)
			join(t, ann, session(t, db, fp("bob")))
			join(t, cid, ann)
			for range 2 {
				if _, err := bob.Finish(round, rev); err != nil {
					t.Errorf("Finish again = %v", err)
				}
			}
			if got := deals(t, cid); len(got) != 4 || got[0] != "A" {
				t.Errorf("the history has %v, want A once", got)
			}
			if _, rev, err := cid.Saved(hop); rev != 0 || err != nil {
				t.Errorf("Saved = %v, %v, want none", rev, err)
			}
			sound(t, db)
		})
	}
}

// Both accounts have the same rounds: one played them here, the other imported them.
func TestJoinOfTwins(t *testing.T) {
	for _, c := range []struct {
		name                 string
		annPlayed, bobPlayed []int
		annBrings, bobBrings []int
		want                 map[int]arcade.Class
	}{
		{"the issuer played them", []int{0, 1, 2}, nil, nil, []int{1, 2, 3},
			map[int]arcade.Class{0: arcade.Counted, 1: arcade.Counted, 2: arcade.Counted, 3: arcade.Imported}},
		{"who comes played them", nil, []int{0, 1, 2}, []int{1, 2, 3}, nil,
			map[int]arcade.Class{0: arcade.Counted, 1: arcade.Counted, 2: arcade.Counted, 3: arcade.Imported}},
		{"each played a part", []int{0, 1}, []int{2, 3}, []int{2, 3}, []int{0, 1},
			map[int]arcade.Class{0: arcade.Counted, 1: arcade.Counted, 2: arcade.Counted, 3: arcade.Counted}},
		{"both imported them", nil, nil, []int{0, 1}, []int{1, 2},
			map[int]arcade.Class{0: arcade.Imported, 1: arcade.Imported, 2: arcade.Imported}},
	} {
		t.Run(c.name, func(t *testing.T) {
			db := quick(t)
			ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
			round := func(i int) arcade.Result { return finished(record(hop, fmt.Sprint("D", i), 1, 2, 3), int64(i+1)) }
			for p, played := range map[*Player][]int{ann: c.annPlayed, bob: c.bobPlayed} {
				for _, i := range played {
					finish(t, p, round(i))
				}
			}
			for p, brings := range map[*Player][]int{ann: c.annBrings, bob: c.bobBrings} {
				var rounds []arcade.Result
				for _, i := range brings {
					rounds = append(rounds, round(i))
				}
				if added, err := p.Import(rounds, day(1), nil); err != nil || added != len(brings) {
					t.Fatalf("Import = %d, %v", added, err)
				}
			}
			join(t, ann, bob)
			history, err := bob.History("", 100)
			must(t, err)
			got := map[int]arcade.Class{}
			for _, r := range history {
				got[int(r.Ended-1_790_000_000_001)] = r.Class
			}
			if len(history) != len(c.want) || fmt.Sprint(got) != fmt.Sprint(c.want) {
				t.Errorf("the history has %v in %d rounds, want %v", got, len(history), c.want)
			}
			sound(t, db)
		})
	}
}

// Sessions of both accounts go on while these are joined.
func TestJoinWhilePlaying(t *testing.T) {
	db := quick(t)
	ann, bob := player(t, db, fp("ann")), session(t, db, fp("bob"))
	rev := save(t, bob, saved(record(hop, "A"), 1))
	done := make(chan error)
	go func() {
		var err error
		for i := range 50 {
			r := record(hop, "A")
			for range i % 9 {
				r.Moves = append(r.Moves, step(1))
			}
			if rev, err = bob.Save(saved(r, int64(i+2)), rev); err != nil {
				break
			}
		}
		done <- err
	}()
	other := session(t, db, fp("bob"))
	must(t, other.Join(link(t, ann), day(0).Add(time.Minute)))
	if err := <-done; err != nil {
		t.Errorf("the session that played got %v", err)
	}
	if _, got, err := ann.Saved(hop); err != nil || got != rev {
		t.Errorf("Saved = %v, %v, want %v", got, err, rev)
	}
	sound(t, db)
}

// A key that cannot be read must not keep Join from returning ErrCode.
func TestJoinDamagedCode(t *testing.T) {
	db := quick(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	code := link(t, ann)
	must(t, directly(db, func(tx *store.Tx) error {
		return store.Put(tx.Bucket(codesBucket), codeKey(code), codeRow{Key: []byte("x"), Until: day(1).UnixMilli()})
	}))
	if err := bob.Join(code, day(0)); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("Join = %v, want store.ErrDamaged", err)
	}
	if got := deals(t, bob); !slices.Equal(got, []string{"FIRST"}) {
		t.Errorf("bob has %v", got)
	}
}
