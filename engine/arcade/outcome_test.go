package arcade_test

import (
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// One word says how a round ended before its game did, wherever it was played: given up, unless the
// time of its race, its day or its sprint was over.
func TestOutcome(t *testing.T) {
	g := catalog.All()[0]
	day := time.Date(2026, 11, 22, 20, 0, 0, 0, time.UTC)
	sprint := arcade.Sprint{Game: g.Info().ID, Begins: day}.Event(3)
	for _, c := range []struct {
		event  arcade.Event
		millis int64
		ended  time.Time
		want   arcade.Outcome
	}{
		{"", 60_000, day, "given up"},
		{arcade.RaceEvent("K7Q2M9"), 59_000, day, "given up"},
		{arcade.RaceEvent("K7Q2M9"), 600_000, day, "time up"},
		{arcade.DailyEvent("2026-11-22"), 60_000, day, "given up"},
		{arcade.DailyEvent("2026-11-22"), 60_000, day.Add(4*time.Hour + 59*time.Minute), "given up"}, // begun in time, it could go on
		{arcade.DailyEvent("2026-11-22"), 60_000, day.Add(5 * time.Hour), "time up"},
		{sprint, 60_000, day.Add(59 * time.Minute), "given up"},
		{sprint, 60_000, day.Add(time.Hour), "time up"},
	} {
		r := arcade.Result{Record: engine.NewRound(g, "R1").Record(), Event: c.event, Millis: c.millis, Ended: c.ended.UnixMilli()}
		if got := r.Outcome(catalog.Library()); got != c.want {
			t.Errorf("%s after %d ms at %s: %s, want %s", c.event, c.millis, c.ended, got, c.want)
		}
	}
}

// A race says of its racers what their histories say of the rounds.
func TestOutcomeInARace(t *testing.T) {
	race := &arcade.Race{Limit: 10 * time.Minute}
	won := engine.Score{Points: 8, Max: 9, Won: true}
	for _, c := range []struct {
		o    arcade.Racer
		want arcade.Outcome
	}{
		{arcade.Racer{Played: true, Score: won}, ""},
		{arcade.Racer{Through: true}, ""},
		{arcade.Racer{Played: true, Through: true, Score: won}, arcade.Won},
		{arcade.Racer{Played: true, Through: true, Score: engine.Score{Points: 9, Max: 9, Won: true}}, arcade.Spiked},
		{arcade.Racer{Played: true, Through: true, Score: engine.Score{Points: 9, Max: 9, Won: true, Perfect: true}}, arcade.Perfect},
		{arcade.Racer{Played: true, Through: true, Millis: 600_000}, arcade.Lost},
		{arcade.Racer{Played: true, Through: true, Stopped: true, Millis: 599_000}, arcade.GivenUp},
		{arcade.Racer{Played: true, Through: true, Stopped: true, Millis: 600_000}, arcade.TimeUp},
	} {
		if got := race.Outcome(c.o); got != c.want {
			t.Errorf("%+v: %q, want %q", c.o, got, c.want)
		}
	}
}
