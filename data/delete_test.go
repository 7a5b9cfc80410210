package data

import (
	"fmt"
	"testing"
	"time"

	"boardwalk/data/store"
	"boardwalk/engine/arcade"
)

// rows counts the rows of all buckets but that of the version.
func rows(t testing.TB, db *DB) map[string]int {
	t.Helper()
	counts := map[string]int{}
	must(t, db.View(func(tx *store.Tx) error {
		for _, bucket := range Schema.Buckets[1:] {
			if n := tx.Bucket(bucket).Stats().KeyN; n > 0 {
				counts[string(bucket)] = n
			}
		}
		return nil
	}))
	return counts
}

func TestDelete(t *testing.T) {
	db := openGames(t)
	before := fmt.Sprint(rows(t, db))
	ann, two, bob := player(t, db, fp("ann")), player(t, db, fp("two")), player(t, db, fp("bob"))
	must(t, session(t, db, fp("nobody")).Delete(day(0)))
	others := fmt.Sprint(rows(t, db))
	must(t, ann.SetNick("ann"))
	save(t, ann, saved(record(hop, "A", 1), 1))
	join(t, ann, two)
	_, err := two.Import(results(finished(record(hop, "B", 1), 5)), day(1), nil)
	must(t, err)
	code := link(t, ann)
	other := session(t, db, fp("ann"))
	wantDeals(t, other, "B", "FIRST", "FIRST")

	must(t, two.Delete(day(0)))
	t.Run("nothing is left", func(t *testing.T) {
		if got := sound(t, db); got.Players != 1 || got.Rounds != 1 || got.Open != 0 {
			t.Errorf("Check = %+v", got)
		}
		wantErr(t, "Join with its code", bob.Join(code, day(0)), ErrCode)
		wantDeals(t, bob, "FIRST")
		if top, err := bob.top(boardKey{game: scotsi, class: arcade.Counted}, 10, false); err != nil || len(top) != 1 {
			t.Errorf("Top = %+v, %v", top, err)
		}
		must(t, bob.Delete(day(0)))
		if n := rowsIn(t, db, begunBucket); n != 3 {
			t.Errorf("%d keys are known to have played, want 3", n)
		}
		_, err := db.Sweep(day(0).Add(challengeStays))
		must(t, err)
		if got := fmt.Sprint(rows(t, db)); got != before {
			t.Errorf("the file has %s, want %s", got, before)
		}
	})
	t.Run("other sessions end", func(t *testing.T) {
		for _, p := range []*Player{ann, other} {
			_, err := p.Save(saved(record(hop, "C", 1), 1), 0)
			wantErr(t, "Save", err, ErrRevoked)
			wantErr(t, "Delete", p.Delete(day(0)), ErrRevoked)
		}
	})
	t.Run("the keys begin again", func(t *testing.T) {
		finish(t, two, finished(record(scotsi, "FIRST", 1, 1, 1, 1, 1), 1))
		player(t, db, fp("ann"))
		player(t, db, fp("bob"))
		if got := fmt.Sprint(rows(t, db)); got != others {
			t.Errorf("the file has %s, want %s", got, others)
		}
		sound(t, db)
	})
}

func TestSweep(t *testing.T) {
	db := openGames(t)
	for i, ended := range []float64{0, 0.5, 1} {
		r := finished(record(hop, "A", 1), 0)
		r.Ended = day(ended).UnixMilli()
		finish(t, session(t, db, fmt.Sprint("guest:finished", i)), r)
		s := saved(record(hop, "A", 1), 1000)
		s.Started = day(ended).UnixMilli()
		save(t, session(t, db, fmt.Sprint("guest:saved", i)), s)
	}
	ann := player(t, db, fp("ann"))
	claims := session(t, db, "guest:finished1")
	code, until, err := claims.Link(day(1))
	must(t, err)
	must(t, db.Ban(Ban{Who: "192.0.2.1", Since: day(0), Until: day(2)}))
	must(t, db.Ban(Ban{Who: fp("ann"), Since: day(0)}))
	_, _, err = db.Invite("the host", day(0))
	must(t, err)

	sweep := func(at time.Time, want, left, codes, bans int) {
		t.Helper()
		got, err := db.Sweep(at)
		if err != nil || got != want {
			t.Errorf("Sweep at %v = %d, %v, want %d", at, got, err, want)
		}
		if r := rows(t, db); r["guests"] != left || r["codes"] != codes || r["bans"] != bans {
			t.Errorf("at %v there are %v, want %d guests, %d codes, %d bans", at, r, left, codes, bans)
		}
		sound(t, db)
	}
	sweep(day(0.9), 0, 6, 2, 2)
	sweep(day(1), 0, 6, 2, 2) // a day is not over
	sweep(day(1).Add(time.Millisecond), 1, 5, 2, 2)
	sweep(day(1).Add(time.Second+time.Millisecond), 1, 4, 2, 2)
	sweep(day(1.6), 1, 3, 2, 2) // one has a code to come back with
	must(t, session(t, db, fp("bob")).Join(code, until))
	sweep(day(2), 0, 2, 1, 1)
	sweep(day(8), 2, 0, 0, 1)
	wantDeals(t, ann, "FIRST")
	wantDeals(t, session(t, db, fp("bob")), "A")
}

// More guests than one transaction deletes, one of them unreadable.
func TestSweepMany(t *testing.T) {
	db := quick(t)
	var first *Player
	for i := range 2*sweepGuestsMax + 5 {
		p := player(t, db, fmt.Sprint("guest:", i))
		if i == 0 {
			first = p
		}
	}
	id := accountOf(t, first)
	must(t, directly(db, func(tx *store.Tx) error { return tx.Bucket(playersBucket).Put(id[:], []byte("damaged")) }))
	if guests, err := db.Sweep(day(2)); err != nil || guests != 2*sweepGuestsMax+5 {
		t.Errorf("Sweep = %d, %v", guests, err)
	}
	if got := rows(t, db); len(got) != 0 {
		t.Errorf("the file has %v", got)
	}
}

// A damaged total among many does not keep the others from being deleted.
func TestDeleteManyVariationsWithADamagedTotal(t *testing.T) {
	db := quick(t)
	ann := player(t, db, fp("ann"))
	importRounds(t, ann, madeUpFrom(1, 100, "A"), 100)
	id := accountOf(t, ann)
	must(t, db.Update(func(tx *store.Tx) error {
		key := rowKeys(tx, sumsBucket)[30] // the first transaction does not reach it
		return tx.Bucket(sumsBucket).Put(key, []byte("damaged"))
	}))
	must(t, ann.Delete(day(1)))
	must(t, db.View(func(tx *store.Tx) error {
		if left := prefixRows(tx, sumsBucket, id); len(left) > 0 {
			t.Errorf("%d totals are left", len(left))
		}
		return nil
	}))
}
