package play

import (
	"time"

	"boardwalk/engine/arcade"
)

// A Run is one run of the program. It measures time from its beginning on the monotonic
// clock, since the wall clock may be set.
type Run struct {
	ID    string // unique to this run
	Began time.Time
}

// Clock returns the milliseconds from the beginning of the run to now. The result is
// monotonic if now has a monotonic reading.
func (r Run) Clock(now time.Time) int64 { return now.Sub(r.Began).Milliseconds() }

// A Clock is what a seat measures time by.
type Clock struct {
	Now func() time.Time // with a monotonic reading
	Run Run
}

// A timer is how long a round has been played. It runs while the round is not over.
type timer struct {
	Clock
	started int64     // when the round was dealt, in Unix milliseconds
	earlier int64     // milliseconds played in earlier sessions
	before  int64     // milliseconds from the deal to this session, including time when nobody played
	opened  time.Time // when this session sat down
	moved   time.Time // when the player made the last move of this session, or sat down
	begins  time.Time // when the round's race began, from which all time counts; zero in no race

	stopped      bool
	played, span int64 // when it stopped
}

// newTimer returns the timer of a round that is dealt now.
func newTimer(c Clock) timer {
	now := c.Now()
	return timer{Clock: c, started: now.UnixMilli(), opened: now, moved: now}
}

// resume goes on from the times of a round as it was stored.
func (t *timer) resume(s arcade.Saved) {
	run := t.Run.Clock(t.opened)
	t.started, t.played, t.span = s.Started, s.Millis, s.Span
	t.earlier, t.before = s.MillisAt(t.Run.ID, run), s.SpanAt(t.Run.ID, run, t.opened.UnixMilli())
}

// running returns what times returns while the timer runs. inEvent says that the round is
// one of an event.
func (t *timer) running(now time.Time, inEvent bool) (played, span int64) {
	if !t.begins.IsZero() {
		span = max(now.Sub(t.begins).Milliseconds(), 0)
		return span, span
	}
	here := now.Sub(t.opened).Milliseconds()
	if span = t.before + here; inEvent {
		return span, span
	}
	return t.earlier + here, span
}

// times returns the milliseconds that the player has played, and those since the first
// sight of the deal. In an event both are the same, and in a race they count from its
// start.
func (s *Seat) times(now time.Time) (played, span int64) {
	if s.timer.stopped {
		return s.timer.played, s.timer.span
	}
	return s.timer.running(now, s.event != "")
}

// stop stops the timer, unless it has stopped.
func (s *Seat) stop() {
	if !s.timer.stopped {
		s.timer.played, s.timer.span = s.times(s.timer.Now())
		s.timer.stopped = true
	}
}

// SetStart sets when the race of the round began: its time counts from there, wherever
// the player is.
func (s *Seat) SetStart(begins time.Time) { s.timer.begins = begins }

// TimeUp stops the timer of a round in a race at the race's limit, unless it has stopped.
func (s *Seat) TimeUp(limit time.Duration) {
	if !s.timer.stopped {
		s.timer.stopped, s.timer.played, s.timer.span = true, limit.Milliseconds(), limit.Milliseconds()
	}
}

// Ticks reports whether the time that Played returns goes on.
func (s *Seat) Ticks() bool { return !s.timer.stopped || s.pending }

// Played returns the time played in milliseconds, as the player may know it. A pending end
// of the round must not show, so the time seems to go on until the position shows.
func (s *Seat) Played() int64 {
	now := s.timer.Now()
	if s.pending {
		played, _ := s.timer.running(now, s.event != "")
		return played
	}
	played, _ := s.times(now)
	return played
}

// Snapshot returns the round as it is to be stored. It is for the store: what it has may
// be pending. leaves says that the player leaves the table, so that time played stands
// still.
func (s *Seat) Snapshot(leaves bool) arcade.Saved {
	return s.snapshot(s.timer.Now(), leaves)
}

func (s *Seat) snapshot(now time.Time, leaves bool) arcade.Saved {
	saved := arcade.Save(s.round)
	saved.Event, saved.Chosen, saved.Started = s.event, s.chosen, s.timer.started
	saved.Millis, saved.Span = s.times(now)
	if saved.SavedAt = s.timer.Run.Clock(now); !leaves {
		saved.Run = s.timer.Run.ID
	}
	return saved
}

// Result returns the round as the history would have it if it ended now.
func (s *Seat) Result() arcade.Result {
	now := s.timer.Now()
	return s.snapshot(now, true).Result(s.Final(), now.UnixMilli())
}

// End stops the timer for good and returns the result.
func (s *Seat) End() arcade.Result {
	s.stop()
	return s.Result()
}
