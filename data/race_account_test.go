package data

import (
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

func TestJoinRacers(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	both, bobs := started(t, cid, bob, ann), opened(t, bob, day(2))
	_, err := playOut(bob, of(arcade.Assisted, raced(both, 5, 1)))
	must(t, err)
	_, err = playOut(ann, raced(both, 6, 3))
	must(t, err)
	runs := started(t, bob, cid)
	rev, err := beginAndSave(bob, racing(runs, 8, 2))
	must(t, err)
	wantErr(t, "Join", bob.Join(link(t, ann), day(0)), ErrRacing)
	_, err = db.EndRace(both.Code, day(0))
	must(t, err)
	join(t, ann, bob)
	for _, p := range []*Player{ann, bob} {
		t.Run("both have one place, and the worse round", func(t *testing.T) {
			got, err := p.Race(both.Code)
			wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s 0s 0s; cid; ann (mine) 1 in 5 ms, 1 moves")
			if got.Racers[1].ID != both.Racers[1].ID {
				t.Errorf("the racer is %q, was %q", got.Racers[1].ID, both.Racers[1].ID)
			}
		})
	}
	t.Run("it is played once by both", func(t *testing.T) {
		_, err := beginAndSave(ann, racing(runs, 9, 1))
		wantErr(t, "Save", err, arcade.ErrConflict)
		_, err = bob.Finish(raced(runs, 10, 3), rev)
		must(t, err)
		_, err = beginAndSave(ann, racing(runs, 9, 1))
		wantErr(t, "Save", err, ErrPlayed)
	})
	t.Run("what was one's is the other's", func(t *testing.T) {
		_, err := ann.StartRace(bobs.Code, day(2))
		must(t, err)
	})
	t.Run("a guest's is, too", func(t *testing.T) {
		gus := session(t, db, "guest:1")
		r := started(t, gus, cid)
		_, err := playOut(gus, raced(r, 5, 1))
		must(t, err)
		join(t, ann, gus)
		got, err := ann.Race(r.Code)
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s 0s -; ann (mine) 1 in 5 ms, 1 moves; cid")
	})
	sound(t, db)
}

func TestDeleteRacer(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	r, waits, alone := started(t, ann, bob, cid), opened(t, ann, day(1)), started(t, ann)
	_, err := bob.JoinRace(waits.Code, day(1))
	must(t, err)
	for i, p := range []*Player{ann, bob} {
		_, err := playOut(p, raced(r, int64(i), 1))
		must(t, err)
	}
	must(t, ann.Delete(day(0)))
	t.Run("its place is nobody's", func(t *testing.T) {
		got, err := bob.Race(r.Code)
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s 0s -; ; bob (mine) 1 in 1 ms, 1 moves; cid")
		if got.Racers[0].ID != r.Racers[0].ID {
			t.Errorf("the racer is %q, was %q", got.Racers[0].ID, r.Racers[0].ID)
		}
	})
	t.Run("it has left what has not begun", func(t *testing.T) {
		got, err := bob.StartRace(waits.Code, day(2))
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 24h0m0s 48h0m0s -; bob (mine)")
	})
	t.Run("who comes with the key is somebody new", func(t *testing.T) {
		ann := player(t, db, fp("ann"))
		if races, err := ann.Races(9); err != nil || len(races) > 0 {
			t.Errorf("Races = %+v, %v", races, err)
		}
		_, err := beginAndSave(ann, racing(r, 1, 1))
		wantErr(t, "Save", err, ErrRound)
	})
	t.Run("the last one takes the race along", func(t *testing.T) {
		_, err := db.EndRace(alone.Code, day(1))
		wantErr(t, "EndRace", err, ErrNotFound)
		must(t, bob.Delete(day(0)))
		must(t, cid.Delete(day(0)))
		if races, err := db.OpenRaces(); err != nil || len(races) > 0 {
			t.Errorf("OpenRaces = %+v, %v", races, err)
		}
	})
	sound(t, db)
}

// A race waits for those who still have an account, and for nobody else.
func TestThroughWithoutTheDeleted(t *testing.T) {
	db := openGames(t)
	ann, bob, cid := nicked(t, db, "ann"), nicked(t, db, "bob"), nicked(t, db, "cid")
	r := opened(t, ann, day(0))
	for _, p := range []*Player{bob, cid} {
		_, err := p.JoinRace(r.Code, day(0))
		must(t, err)
	}
	through := func(when string, want bool) {
		t.Helper()
		open, err := db.OpenRaces()
		if err != nil || len(open) != 1 || open[0].Through() != want {
			t.Errorf("%s the races are %+v, %v", when, open, err)
		}
	}
	through("before the start", false)
	_, err := ann.StartRace(r.Code, day(0))
	must(t, err)
	_, err = playOut(ann, raced(r, 5, 1))
	must(t, err)
	_, err = beginAndSave(bob, racing(r, 5, 1))
	must(t, err)
	must(t, bob.Delete(day(0)))
	through("while cid plays", false)
	_, err = playOut(cid, raced(r, 6, 1))
	must(t, err)
	through("once bob alone has no result, who is gone,", true)
	must(t, ann.Delete(day(0)))
	through("once ann with a result is gone", true)
	_, err = db.EndRace(r.Code, day(1))
	must(t, err)
	must(t, cid.Delete(day(2)))
	sound(t, db)
}

func TestSweepRaces(t *testing.T) {
	db := openGames(t)
	ann, gus := nicked(t, db, "ann"), session(t, db, "guest:1")
	old, late := opened(t, ann, day(0)), opened(t, ann, day(0).Add(time.Minute))
	begun := started(t, ann, gus)
	sweep := func(now time.Time, want int) {
		t.Helper()
		if guests, err := db.Sweep(now); err != nil || guests != want {
			t.Errorf("Sweep = %d, %v, want %d", guests, err, want)
		}
	}
	sweep(day(0).Add(time.Hour+time.Second), 0)
	for code, want := range map[string]error{old.Code: ErrNotFound, late.Code: nil, begun.Code: nil} {
		_, err := ann.Race(code)
		wantErr(t, "Race", err, want)
	}
	t.Run("of a guest the place is left", func(t *testing.T) {
		sweep(day(2), 1)
		got, err := ann.Race(begun.Code)
		wantRace(t, got, err, "test/hop@1 RACE 15m0s 0s 0s -; ann (mine); ")
	})
	sound(t, db)
}
