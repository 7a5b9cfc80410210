package caption_test

import (
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/caption"
)

// One word says how a round ended before its game did, wherever it was played: given up, unless the
// time of its race or its day was over.
func TestEnding(t *testing.T) {
	g := catalog.All()[0]
	day := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		event  arcade.Event
		millis int64
		ended  time.Time
		want   string
	}{
		{"", 60_000, day, "given up"},
		{arcade.RaceEvent("K7Q2M9"), 59_000, day, "given up"},
		{arcade.RaceEvent("K7Q2M9"), 600_000, day, "time up"},
		{arcade.DailyEvent("2026-11-22"), 60_000, day, "given up"},
		{arcade.DailyEvent("2026-11-22"), 60_000, day.Add(5 * time.Hour), "time up"},
	} {
		r := arcade.Result{Record: engine.NewRound(g, "R1").Record(), Event: c.event, Millis: c.millis, Ended: c.ended.UnixMilli()}
		if got := caption.Ending(r, catalog.Library()); got != c.want {
			t.Errorf("%s after %d ms at %s: %s, want %s", c.event, c.millis, c.ended, got, c.want)
		}
	}
}
