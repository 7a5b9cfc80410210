package data

import (
	"path/filepath"
	"testing"
	"time"

	"boardwalk/engine/arcade"

	"go.etcd.io/bbolt"
)

// classOf returns a result's class and the reason for it.
func classOf(t testing.TB, p *Player, id string) (arcade.Class, string) {
	t.Helper()
	r, err := p.Result(id)
	must(t, err)
	return r.Class, r.Ruling
}

// begunAt creates an account at a time.
func begunAt(t testing.TB, db *DB, fingerprint string, at time.Time) *Player {
	t.Helper()
	p := session(t, db, fingerprint)
	s := saved(record(scotsi, "FIRST", 1), 1)
	s.Started = at.UnixMilli()
	save(t, p, s)
	return p
}

// A player begins the daily badly and leaves it open, plays it again as a guest until it
// is perfect, and joins the guest's account: the first round is still the attempt.
func TestGuestsDailyIsNoSecondAttempt(t *testing.T) {
	db := openGames(t)
	e, board := arcade.DailyEvent("2026-11-22"), Board{hop, arcade.Counted, On(arcade.DailyEvent("2026-11-22"))}
	morning := noon("2026-11-22").Add(-2 * time.Hour)
	ann, gus := begunAt(t, db, fp("ann"), day(0)), begunAt(t, db, "guest:1", morning)
	_, rev, err := ann.Begin(steps{hop}, e, morning)
	must(t, err)
	perfect := finish(t, gus, dailyOf(t, db, hop, "2026-11-22", 5, 3, 3, 3, 3, 3, 3, 3, 3, 3))
	join(t, ann, gus)
	if r, ok, err := ann.EventRound(hop, e); err != nil || !ok || r.Score.Points != 0 || r.Class != arcade.Counted {
		t.Errorf("Attempt = %+v, %v, %v, want the first, as it stood", r, ok, err)
	}
	if class, why := classOf(t, ann, perfect.ID); class != arcade.Practice || why == "" {
		t.Errorf("the guest's round is %s, %q, want practice and why", class, why)
	}
	_, err = ann.Save(dailyOpen(t, db, hop, "2026-11-22", 3), rev)
	wantErr(t, "Save of what has ended", err, arcade.ErrConflict)
	_, _, err = ann.Begin(steps{hop}, e, morning)
	wantErr(t, "Begin", err, ErrPlayed)
	if top, err := ann.Top(board, 9); err != nil || len(top) != 1 || top[0].Result.ID == perfect.ID {
		t.Errorf("Top = %+v, %v, want the attempt alone", top, err)
	}
	sound(t, db)
}

// A daily from an account younger than its day becomes history, and an attempt, when the
// accounts are joined.
func TestYoungAccountsDailyIsHistory(t *testing.T) {
	db := openGames(t)
	e := arcade.DailyEvent("2026-11-22")
	ann, gus, dan := begunAt(t, db, fp("ann"), day(0)), begunAt(t, db, "guest:1", noon("2026-11-22")), begunAt(t, db, fp("dan"), day(1))
	young := finish(t, gus, dailyOf(t, db, hop, "2026-11-22", 5, 3))
	save(t, gus, dailyOpen(t, db, scotsi, "2026-11-22", 2))
	old := finish(t, dan, dailyOf(t, db, hop, "2026-11-23", 5, 3))
	join(t, ann, gus)
	join(t, ann, dan)
	if class, _ := classOf(t, ann, young.ID); class != arcade.Practice {
		t.Errorf("the young account's round is %s", class)
	}
	if class, why := classOf(t, ann, old.ID); class != arcade.Counted || why != "" {
		t.Errorf("the older account's round is %s, %q", class, why)
	}
	if s, _, err := ann.Saved(arcade.Slot(scotsi, e)); err != nil || !s.Chosen {
		t.Errorf("the open one is %+v, %v, want it practice", s, err)
	}
	_, _, err := ann.Begin(steps{hop}, e, noon("2026-11-22"))
	wantErr(t, "Begin", err, ErrPlayed)
	sound(t, db)
}

// An account that is deleted, or a key that is removed, leaves a mark that says its key
// has begun the daily, until the daily is over; and nothing else.
func TestBegunDailiesOutliveTheAccount(t *testing.T) {
	e, at := arcade.DailyEvent("2026-11-22"), noon("2026-11-22")
	for name, gone := range map[string]func(*Player, *DB) error{
		"deleted": func(p *Player, _ *DB) error { return p.Delete(at) },
		"removed": func(p *Player, db *DB) error {
			other := session(t, db, fp("other"))
			if err := other.Join(link(t, p), day(0).Add(time.Minute)); err != nil {
				return err
			}
			return other.RemoveKey(fp("ann"), at)
		},
	} {
		for _, open := range []bool{true, false} {
			db := openGames(t)
			ann := begunAt(t, db, fp("ann"), day(0))
			if open {
				save(t, ann, dailyOpen(t, db, hop, "2026-11-22"))
			} else {
				finish(t, ann, dailyOf(t, db, hop, "2026-11-22", 5, 1))
			}
			finish(t, ann, dailyOf(t, db, hop, "2026-11-20", 5, 1))
			must(t, gone(ann, db))
			again := session(t, db, fp("ann"))
			_, _, err := again.Begin(steps{hop}, e, at)
			wantErr(t, name+": Begin", err, ErrPlayed)
			_, _, err = again.Begin(steps{scotsi}, e, at)
			must(t, err)
			_, _, err = session(t, db, fp("somebody else")).Begin(steps{hop}, e, at)
			must(t, err)
			if n := rowsIn(t, db, begunBucket); n != 1 {
				t.Errorf("%s: %d marks, want 1 of the daily that goes on", name, n)
			}
			sound(t, db)
			_, err = db.Sweep(noon("2026-11-23"))
			must(t, err)
			if n := rowsIn(t, db, begunBucket); n != 0 {
				t.Errorf("%s: %d marks when the day is over", name, n)
			}
		}
	}
}

// A player of a deal that others play too appears on the board of that event alone.
func TestEventsStandOnTheirBoardAlone(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	perfect := []int{3, 3, 3, 3, 3, 3, 3, 3, 3}
	r := started(t, ann, bob)
	_, err := playOut(ann, raced(r, 5, perfect...))
	must(t, err)
	ended := finish(t, ann, dailyOf(t, db, hop, "2026-11-22", 5, perfect...))
	for _, kind := range []Kind{AllTime, Week(day(0)), Week(noon("2026-11-22")), Fastest, Wins, Streaks} {
		wantTop(t, ann, Board{hop, arcade.Counted, kind}, 9)
	}
	wantTop(t, ann, Board{hop, arcade.Counted, On(ended.Event)}, 9, "1 ann "+string(ended.Record.Code)+" mine")
	if best, ok, err := ann.Best(hop, arcade.Counted); ok || err != nil {
		t.Errorf("Best = %+v, %v, %v, want none", best, ok, err)
	}
	sound(t, db)
}

// A player about to lose cannot save a streak by becoming assisted, nor by playing faster
// than any person; a chosen deal does not matter.
func TestALossEndsTheStreakWhateverItsClass(t *testing.T) {
	won, lost := []int{3, 3, 3, 3, 3, 3, 3}, []int{1}
	for class, want := range map[arcade.Class]int{
		arcade.Counted: 0, arcade.Assisted: 0, arcade.Inhuman: 0, arcade.Practice: 2,
	} {
		db := openGames(t)
		ann := nicked(t, db, "ann")
		for i, points := range [][]int{won, won, lost} {
			r := finished(record(hop, "OWN", points...), int64(i+1))
			if i == 2 {
				r.Class = class
			}
			finish(t, ann, r)
		}
		stats, err := ann.Stats()
		must(t, err)
		for _, s := range stats {
			if s.Game == hop && s.Class == arcade.Counted && (s.Streak != want || s.Longest != 2) {
				t.Errorf("after a loss that is %s the streak is %d, longest %d, want %d and 2", class, s.Streak, s.Longest, want)
			}
		}
		sound(t, db)
	}
}

// The fastest board uses the time since the deal was first seen, including time away from
// the table.
func TestFastestCountsTheTimeAway(t *testing.T) {
	db := openGames(t)
	ann, bob := nicked(t, db, "ann"), nicked(t, db, "bob")
	perfect := []int{3, 3, 3, 3, 3, 3, 3, 3, 3}
	away := finished(record(hop, "AWAY", perfect...), 5)
	away.Span = 100_000
	finish(t, ann, away)
	finish(t, bob, finished(record(hop, "THERE", perfect...), 50))
	wantTop(t, ann, Board{hop, arcade.Counted, Fastest}, 9, "1 bob THERE", "2 ann AWAY mine")
	wantTop(t, ann, Board{hop, arcade.Counted, AllTime}, 9, "1 ann AWAY mine", "2 bob THERE")
	sound(t, db)
}

// rowsIn counts the rows of a bucket.
func rowsIn(t testing.TB, db *DB, bucket []byte) (n int) {
	t.Helper()
	must(t, db.view(func(tx *bbolt.Tx) error {
		for range rowsOf(tx.Bucket(bucket)) {
			n++
		}
		return nil
	}))
	return n
}

// The file was written by the program of version 3: it has ordinary games, dailies and
// races, some of them open, and a perfect daily and race at the top of every board.
func TestEventsOfVersion3(t *testing.T) {
	path := filepath.Join(t.TempDir(), "boardwalk.db")
	clone(t, path, "testdata/version3-events.bbolt")
	db := openAt(t, path, Games(find))
	sound(t, db)
	ann, bob := session(t, db, fp("ann")), session(t, db, fp("bob"))
	counted := func(k Kind) Board { return Board{hop, arcade.Counted, k} }
	wantTop(t, ann, counted(AllTime), 9, "1 ann OWN1 mine")
	wantTop(t, ann, counted(Week(day(0))), 9, "1 ann OWN1 mine")
	wantTop(t, ann, counted(Fastest), 9)
	wantTop(t, ann, counted(Wins), 9, "1 ann 2 mine")
	wantTop(t, ann, counted(Streaks), 9, "1 ann 1 mine") // an assisted loss came between
	daily := string(dealOf(t, db, hop, "2026-09-21"))
	wantTop(t, ann, counted(On(arcade.DailyEvent("2026-09-21"))), 9, "1 ann "+daily+" mine", "2 bob "+daily)
	if now, longest, err := ann.Streak(hop, "2026-09-22"); now != 2 || longest != 2 || err != nil {
		t.Errorf("Streak = %d, %d, %v", now, longest, err)
	}
	races, err := bob.Races(9)
	must(t, err)
	if len(races) != 3 || races[1].Racers[0].Result == nil && races[2].Racers[0].Result == nil {
		t.Errorf("Races = %+v", races)
	}
	n, err := db.EndDailies(noon("2026-11-22"))
	if err != nil || n != 2 {
		t.Errorf("EndDailies = %d, %v, want the two that were open", n, err)
	}
	sound(t, db)
}

// Of two equal rounds of a race the older counts, whichever account stays.
func TestEqualRoundsOfARace(t *testing.T) {
	for _, older := range []string{"ann", "bob"} {
		t.Run(older, func(t *testing.T) {
			db := quick(t)
			ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
			r := started(t, ann, bob)
			var want arcade.Result
			for name, p := range map[string]*Player{"ann": ann, "bob": bob} {
				round := of(map[string]arcade.Class{"ann": arcade.Counted, "bob": arcade.Inhuman}[name], raced(r, 200, 3, 3))
				if name != older {
					round.Ended += 1000
				}
				if round = finish(t, p, round); name == older {
					want = round
				}
			}
			_, err := db.EndRace(r.Code, day(0.5))
			must(t, err)
			join(t, ann, bob)
			if got, ok, err := ann.EventRound(hop, arcade.RaceEvent(r.Code)); err != nil || !ok || got.ID != want.ID || got.Ruling != "" {
				t.Errorf("Attempt = %+v, %v, %v, want %+v", got, ok, err, want)
			}
			sound(t, db)
		})
	}
}
