package arcade

import (
	"math/rand/v2"
	"slices"
	"testing"
	"time"
)

func TestSprintPlan(t *testing.T) {
	at := func(hour, minute int) time.Time { return time.Date(2026, 11, 24, hour, minute, 0, 0, time.UTC) }
	plan := SprintPlan{Every: 3 * time.Hour, Games: []string{"a", "b"}}
	for _, c := range []struct {
		at              time.Time
		now, next, last int // hours, -1: none
	}{
		{at(0, 0), 0, 3, -3}, {at(0, 59), 0, 3, -3}, {at(1, 0), -1, 3, 0}, {at(2, 59), -1, 3, 0}, {at(21, 1), 21, 24, 18},
	} {
		got := plan.At(c.at.In(time.FixedZone("", 7200)))
		if c.now >= 0 != (got.Now.Game != "") || c.now >= 0 && !got.Now.Begins.Equal(at(c.now, 0)) ||
			!got.Next.Begins.Equal(at(c.next, 0)) || !got.Last.Begins.Equal(at(c.last, 0)) || got.Next.Game == got.Last.Game == (c.now < 0) {
			t.Errorf("at %v there are %+v", c.at, got)
		}
	}
	if got := (SprintPlan{Games: plan.Games}).At(at(1, 0)); got != (Sprints{}) {
		t.Errorf("without a plan there are %+v", got)
	}
}

func TestSprintEvent(t *testing.T) {
	s := Sprint{"a", time.Date(2026, 11, 24, 19, 0, 0, 0, time.UTC)}
	e, err := ParseEvent(string(s.Event(12)))
	begins, n, ok := e.Sprint()
	if err != nil || e != "sprint/2026-11-24T19/12" || !begins.Equal(s.Begins) || n != 12 || !ok || !e.Unaided() {
		t.Errorf("the event is %q, %v: %v, %d, %v", e, err, begins, n, ok)
	}
	for _, bad := range []string{"sprint/2026-11-24T19", "sprint/2026-11-24T19/0", "sprint/2026-11-24T19/100", "sprint/2026-11-24/1", "sprint/2026-11-24T19/1x"} {
		if _, err := ParseEvent(bad); err == nil {
			t.Errorf("%q is an event", bad)
		}
	}
	if _, _, ok := DailyEvent("2026-11-24").Sprint(); ok || DailyEvent("2026-11-24").Unaided() {
		t.Error("a daily is a sprint")
	}
}

// Rows in any order come in one: players without a nick who are equal must not change places from look to look.
func TestSprintRowsHaveOneOrder(t *testing.T) {
	rows := []SprintRow{
		{Place: 1, Won: 1, Points: 19, Deals: 1}, {Place: 1, Won: 1, Points: 19, Deals: 2}, {Place: 1, Won: 1, Points: 19, Deals: 2, Mine: true},
		{Won: 1, Points: 19, Deals: 1, Level: 2}, {Won: 1, Points: 19, Deals: 1, Level: 3}, {Place: 1, Won: 1, Points: 19, Deals: 1, Nick: "ann"},
	}
	want := SprintBoard{Rows: slices.Clone(rows)}
	want.Sort()
	for range 100 {
		got := SprintBoard{Rows: slices.Clone(rows)}
		rand.Shuffle(len(rows), func(i, j int) { got.Rows[i], got.Rows[j] = got.Rows[j], got.Rows[i] })
		if got.Sort(); !slices.Equal(got.Rows, want.Rows) {
			t.Fatalf("got %+v, want %+v", got.Rows, want.Rows)
		}
	}
}
