package play_test

import (
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/play"
)

// TestAClockWaitsForTheFirstMove reads for an hour before the first move. That hour is not
// played, but counts from the first sight of the deal, and in an event it counts in full.
func TestAClockWaitsForTheFirstMove(t *testing.T) {
	for _, event := range []arcade.Event{"", "daily/2026-09-22"} {
		now := time.UnixMilli(1_790_000_000_000)
		c := play.Clock{Run: play.Run{ID: "run", Began: now}, Now: func() time.Time { return now }}
		st := &store{}
		s := play.New(st, engine.NewRound(catalog.All()[0], "READS"), event, false, c)
		s.AwaitMove()
		waits := event == ""
		if s.AwaitsMove() != waits || s.Ticks() == waits {
			t.Fatalf("in the event %q: awaits a move %v, ticks %v", event, s.AwaitsMove(), s.Ticks())
		}
		now = now.Add(time.Hour)
		next, err := s.Play(s.Shown().State.Moves()[0])
		if err != nil {
			t.Fatal(err)
		}
		s.Answer(next.Call.Make())
		now = now.Add(time.Minute)
		want := time.Minute
		if !waits {
			want += time.Hour
		}
		if got := time.Duration(s.Played()) * time.Millisecond; got != want {
			t.Errorf("in the event %q %v were played, want %v", event, got, want)
		}
		for next := s.Finish(); next.Call != nil; {
			next = s.Answer(next.Call.Make())
		}
		if got := s.Result(); got.Span != (time.Hour + time.Minute).Milliseconds() {
			t.Errorf("in the event %q the span is wrong: %+v", event, got)
		}
	}
}
