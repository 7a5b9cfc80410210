package data

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

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
		join(t, ann, player(t, db, "guest:"+fmt.Sprint(i)))
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
			wantErr(t, "Finish", err, ErrUnknown)
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
				if added, err := p.Import(rounds, day(1)); err != nil || added != len(brings) {
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
	must(t, db.bolt.Update(func(tx *bbolt.Tx) error {
		return put(tx.Bucket(codesBucket), codeKey(code), codeRow{Key: []byte("x"), Until: day(1).UnixMilli()})
	}))
	if err := bob.Join(code, day(0)); !errors.Is(err, ErrDamaged) {
		t.Errorf("Join = %v, want ErrDamaged", err)
	}
	if got := deals(t, bob); !slices.Equal(got, []string{"FIRST"}) {
		t.Errorf("bob has %v", got)
	}
}
