package data

import (
	"testing"
	"time"

	"boardwalk/engine"
)

func TestStreak(t *testing.T) {
	db := openGames(t)
	ann := player(t, db, fp("ann"))
	for i, day := range []string{"2026-02-27", "2026-02-28", "2026-03-01", "2026-03-02", "2026-03-05", "2026-03-06", "2026-03-09"} {
		finish(t, ann, dailyOf(t, db, hop, day, int64(i+1), 1))
	}
	finish(t, ann, of(engine.Assisted, dailyOf(t, db, hop, "2026-03-07", 10, 1)))
	finish(t, ann, dailyOf(t, db, scotsi, "2026-03-08", 11, 1))
	for _, c := range []struct {
		day          string
		now, longest int
	}{
		{"2026-02-26", 0, 0},
		{"2026-02-27", 1, 1},
		{"2026-03-01", 3, 3}, // over the end of a month
		{"2026-03-02", 4, 4},
		{"2026-03-03", 4, 4}, // there is time yet
		{"2026-03-04", 0, 4},
		{"2026-03-05", 1, 4},
		{"2026-03-07", 2, 4}, // what was assisted is no day
		{"2026-03-08", 0, 4}, // nor what was another game
		{"2026-03-09", 1, 4},
		{"no day", 0, 4},
	} {
		if now, longest, err := ann.Streak(hop, c.day); err != nil || now != c.now || longest != c.longest {
			t.Errorf("Streak up to %s = %d, %d, %v, want %d, %d", c.day, now, longest, err, c.now, c.longest)
		}
	}
	if now, longest, err := session(t, db, fp("new")).Streak(hop, "2026-03-01"); err != nil || now != 0 || longest != 0 {
		t.Errorf("of somebody new Streak = %d, %d, %v", now, longest, err)
	}
	t.Run("accounts that are joined have the days of both", func(t *testing.T) {
		bob := player(t, db, fp("bob"))
		for i, day := range []string{"2026-03-03", "2026-03-04", "2026-03-05"} {
			finish(t, bob, dailyOf(t, db, hop, day, int64(i+20), 1))
		}
		join(t, ann, bob)
		if now, longest, err := bob.Streak(hop, "2026-03-06"); err != nil || now != 8 || longest != 8 {
			t.Errorf("Streak = %d, %d, %v, want 8", now, longest, err)
		}
	})
	sound(t, db)
}

// What is left of a daily that was begun in time goes on over midnight.
func TestDailyGoesOn(t *testing.T) {
	db := openGames(t)
	ann := player(t, db, fp("ann"))
	rev := save(t, ann, dailyOpen(t, db, hop, "2026-11-22", 1))
	late := dailyOf(t, db, hop, "2026-11-22", 1, 1, 2)
	late.Ended = time.Date(2026, 11, 24, 1, 0, 0, 0, time.UTC).UnixMilli()
	_, err := ann.Finish(late, rev)
	must(t, err)
	if now, _, err := ann.Streak(hop, "2026-11-22"); err != nil || now != 1 {
		t.Errorf("Streak = %d, %v", now, err)
	}
}
