package server

import (
	"testing"
	"time"

	"boardwalk/data"
)

// A time that is far from the newest game is doubted for a while.
func TestTheClockIsDoubted(t *testing.T) {
	const days = 24 * time.Hour
	for _, c := range []struct {
		ahead, up time.Duration // of the newest game, and since the start
		doubted   bool
	}{
		{0, 0, false}, {-days, 0, false}, {-days - 1, 0, true}, {60 * days, 0, false}, {60*days + 1, 0, true}, {-400 * days, doubtedFor - 1, true},
		{-400 * days, doubtedFor, false}, {400 * days, doubtedFor, false},
	} {
		now := noon.Add(c.ahead)
		clock := startClock{began: now.Add(-c.up), newest: noon}
		if got := clock.doubts(now); got != c.doubted {
			t.Errorf("%v from the newest game, %v after the start it is %v that the clock is doubted", c.ahead, c.up, got)
		}
		want := now
		if c.doubted && c.ahead > 0 {
			want = noon
		}
		if got := clock.surely(now); !got.Equal(want) {
			t.Errorf("%v from the newest game, %v after the start it is surely %v", c.ahead, c.up, got)
		}
	}
	if (startClock{began: noon}).doubts(noon) {
		t.Error("without a game the clock is doubted")
	}
}

// The fault: a machine starts with its clock in another century.
//
// Nothing is swept, and no daily to come is told as a past one, until the host had half a day to mend it.
func TestAStartWithAWrongClock(t *testing.T) {
	t.Parallel()
	c := openAtNoon(t)
	game := c.comes(t, "ann").plays(t, noon).Record.Game
	if err := c.db.Ban(data.Ban{Who: "192.0.2.1", Since: noon, Until: noon.Add(time.Hour)}); err != nil {
		t.Fatal(err)
	}
	s := openRaceArcadeOn(t, c.db, newWatch(noon.AddDate(74, 0, 0)))
	bob := s.enters(t, "bob")
	check := func(when string, days int, told bool, bans int) {
		t.Helper()
		if _, err := bob.env.Events.Past(game, noon.AddDate(0, 0, days).Format(time.DateOnly)); (err == nil) != told {
			t.Errorf("%s the daily of %d days after the newest game: %v", when, days, err)
		}
		s.sweep()
		if got, err := c.db.Bans(); err != nil || len(got) != bans {
			t.Errorf("%s there are bans %v, %v, want %d", when, got, err, bans)
		}
	}
	check("at first", -2, true, 1)
	check("at first", 0, false, 1)
	check("at first", 5, false, 1)
	s.clock.passes(doubtedFor)
	check("later", 5, true, 0)
}
