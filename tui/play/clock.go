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
	inEvent bool      // the round is one of an event
	started int64     // when the round was dealt, in Unix milliseconds
	earlier int64     // milliseconds played in earlier sessions
	before  int64     // milliseconds from the deal to this session, including time when nobody played
	opened  time.Time // when this session sat down
	waits   bool      // the time played begins with the first move, which is still to be made
	from    time.Time // from when the time played counts in this session: from opened, or from that move
	moved   time.Time // when the player made the last move, in any session, or first saw the deal
	begins  time.Time // when the round's race began, from which all time counts; zero in no race

	stopped      bool
	played, span int64 // when it stopped
}

// resume goes on from the times of a round as it was stored.
func (t *timer) resume(s arcade.Saved) {
	run := t.Run.Clock(t.opened)
	t.started, t.played, t.span = s.Started, s.Millis, s.Span
	t.earlier, t.before = s.MillisAt(t.Run.ID, run), s.SpanAt(t.Run.ID, run, t.opened.UnixMilli())
	t.moved = t.opened.Add(-time.Duration(t.before-s.Span) * time.Millisecond) // it was saved then, or later
}

// running returns what times returns while the timer runs.
func (t *timer) running(now time.Time) (played, span int64) {
	if !t.begins.IsZero() {
		span = max(now.Sub(t.begins).Milliseconds(), 0)
		return span, span
	}
	switch span = t.before + now.Sub(t.opened).Milliseconds(); {
	case t.inEvent:
		return span, span
	case t.waits:
		return t.earlier, span
	}
	return t.earlier + now.Sub(t.from).Milliseconds(), span
}

// times returns the milliseconds that the player has played, and those since the first
// sight of the deal. In an event both are the same, and in a race they count from its
// start.
func (t *timer) times(now time.Time) (played, span int64) {
	if t.stopped {
		return t.played, t.span
	}
	return t.running(now)
}

// stop stops the timer, unless it has stopped.
func (t *timer) stop() {
	if !t.stopped {
		t.played, t.span = t.running(t.Now())
		t.stopped = true
	}
}
