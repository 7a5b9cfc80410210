package server

import "time"

// A clock is doubted for half a day after the start if it is more than a day behind the newest game that was stored
// then, or too far ahead of it: a machine may start before it knows the time.
const (
	clockBehind = 24 * time.Hour
	clockAhead  = 60 * 24 * time.Hour
	doubtedFor  = 12 * time.Hour
)

// A startClock compares the time with what was stored at the start, so that a wrong clock destroys nothing and
// tells no deal of a daily to come.
type startClock struct {
	began  time.Time // with a monotonic clock reading
	newest time.Time // when the newest game had ended then; zero if there was none
}

// doubts reports whether a time may be that of a wrong clock.
func (c startClock) doubts(now time.Time) bool {
	return !c.newest.IsZero() && now.Sub(c.began) < doubtedFor &&
		(now.Before(c.newest.Add(-clockBehind)) || now.After(c.newest.Add(clockAhead)))
}

// surely returns a time that has come: now, or the newest game's if that is earlier and now is doubted.
func (c startClock) surely(now time.Time) time.Time {
	if c.doubts(now) && c.newest.Before(now) {
		return c.newest
	}
	return now
}
