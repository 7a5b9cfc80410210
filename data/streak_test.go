package data

import (
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

func TestStreak(t *testing.T) {
	db := openGames(t)
	ann := player(t, db, fp("ann"))
	for i, day := range []string{"2027-02-27", "2027-02-28", "2027-03-01", "2027-03-02", "2027-03-05", "2027-03-06", "2027-03-09"} {
		finish(t, ann, dailyOf(t, db, hop, day, int64(i+1), 1))
	}
	finish(t, ann, of(arcade.Assisted, dailyOf(t, db, hop, "2027-03-07", 10, 1)))
	finish(t, ann, dailyOf(t, db, scotsi, "2027-03-08", 11, 1))
	for _, c := range []struct {
		day          string
		now, longest int
	}{
		{"2027-02-26", 0, 0},
		{"2027-02-27", 1, 1},
		{"2027-03-01", 3, 3}, // over the end of a month
		{"2027-03-02", 4, 4},
		{"2027-03-03", 4, 4}, // there is time yet
		{"2027-03-04", 0, 4},
		{"2027-03-05", 1, 4},
		{"2027-03-07", 2, 4}, // what was assisted is no day
		{"2027-03-08", 0, 4}, // nor what was another game
		{"2027-03-09", 1, 4},
		{"no day", 0, 4},
	} {
		if now, longest, err := ann.Streak(hop, c.day); err != nil || now != c.now || longest != c.longest {
			t.Errorf("Streak up to %s = %d, %d, %v, want %d, %d", c.day, now, longest, err, c.now, c.longest)
		}
	}
	if now, longest, err := session(t, db, fp("new")).Streak(hop, "2027-03-01"); err != nil || now != 0 || longest != 0 {
		t.Errorf("of somebody new Streak = %d, %d, %v", now, longest, err)
	}
	t.Run("accounts that are joined have the days of both", func(t *testing.T) {
		bob := player(t, db, fp("bob"))
		for i, day := range []string{"2027-03-03", "2027-03-04", "2027-03-05"} {
			finish(t, bob, dailyOf(t, db, hop, day, int64(i+20), 1))
		}
		join(t, ann, bob)
		if now, longest, err := bob.Streak(hop, "2027-03-06"); err != nil || now != 8 || longest != 8 {
			t.Errorf("Streak = %d, %d, %v, want 8", now, longest, err)
		}
	})
	sound(t, db)
}

// A daily begun in time counts until an hour after its day. After that it is practice,
// because others know its deal.
func TestDailyGoesOn(t *testing.T) {
	db := openGames(t)
	for _, c := range []struct {
		nick  string
		ended time.Time
		class arcade.Class
	}{
		{"ann", time.Date(2026, 11, 23, 0, 59, 59, 0, time.UTC), arcade.Counted},
		{"bob", time.Date(2026, 11, 23, 1, 0, 0, 0, time.UTC), arcade.Practice},
	} {
		p := player(t, db, fp(c.nick))
		rev := save(t, p, dailyOpen(t, db, hop, "2026-11-22", 1))
		late := dailyOf(t, db, hop, "2026-11-22", 1, 1, 2)
		late.Ended = c.ended.UnixMilli()
		if r, err := p.Finish(late, rev); err != nil || r.Class != c.class {
			t.Errorf("%s has %+v, %v, want it %s", c.nick, r, err, c.class)
		}
	}
	sound(t, db)
}

// A round that is open when its daily is over ends as practice, and was the attempt.
func TestEndDailies(t *testing.T) {
	db := openGames(t)
	ann, bob := player(t, db, fp("ann")), player(t, db, fp("bob"))
	rev := save(t, ann, dailyOpen(t, db, hop, "2026-11-22", 2, 2))
	if _, err := begin(bob, record(hop, ""), arcade.DailyEvent("2026-11-22")); err != nil {
		t.Fatal(err)
	}
	save(t, bob, dailyOpen(t, db, scotsi, "2026-11-23", 1))
	for _, c := range []struct {
		at   time.Time
		want int
	}{
		{time.Date(2026, 11, 23, 0, 59, 59, 0, time.UTC), 0},
		{time.Date(2026, 11, 23, 1, 0, 0, 0, time.UTC), 2},
		{time.Date(2026, 11, 23, 2, 0, 0, 0, time.UTC), 0},
	} {
		if n, err := db.EndDailies(c.at); err != nil || n != c.want {
			t.Errorf("EndDailies(%v) = %d, %v, want %d", c.at, n, err, c.want)
		}
	}
	for p, points := range map[*Player]int{ann: 4, bob: 0} { // bob has seen the deal and made no move
		r, ok, err := p.EventRound(hop, arcade.DailyEvent("2026-11-22"))
		if err != nil || !ok || r.Class != arcade.Practice || r.Score.Points != points {
			t.Errorf("Attempt = %+v, %v, %v, want %d points of practice", r, ok, err, points)
		}
	}
	_, err := ann.Save(dailyOpen(t, db, hop, "2026-11-22", 2, 2, 2), rev)
	wantErr(t, "Save", err, arcade.ErrConflict)
	wantTop(t, ann, Board{hop, arcade.Counted, On(arcade.DailyEvent("2026-11-22"))}, 9)
	sound(t, db)
}
