package limit

import (
	"slices"
	"sync"
	"time"
)

// A Pace limits how often each user does something: so many times in any 60 minutes, with a pause
// after each. A user is what the caller takes for one, such as a network by [Source] or [Subnet]. It is safe
// for concurrent use.
type Pace struct {
	hourly, users int

	mu     sync.Mutex
	events map[any][]time.Time // times of the last events, oldest first
}

// NewPace returns a Pace that allows each user n events in any 60 minutes. It remembers so many users
// at most.
func NewPace(n, users int) *Pace {
	return &Pace{hourly: n, users: users, events: make(map[any][]time.Time)}
}

// NewHourly returns a Pace of networks, each of which does something n times in any 60 minutes, so that someone
// who makes keys by the thousand cannot fill the disk.
func NewHourly(n int) *Pace { return NewPace(n, networksMax) }

// Allow counts one event of a user and returns true. It returns false if that is one too many, or the
// one before is less than a pause ago; what is refused does not count.
func (p *Pace) Allow(user any, now time.Time, pause time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	times, known := p.events[user]
	times, ok := Paced(times, now, pause, p.hourly)
	if !ok {
		return false
	}
	if !known {
		makeRoom(p.events, p.users, func(times []time.Time) bool { return len(recent(times, now)) == 0 })
	}
	p.events[user] = times
	return true
}

// Cancel takes back an event that Allow counted at a time, because nothing came of it.
func (p *Pace) Cancel(user any, at time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := slices.IndexFunc(p.events[user], at.Equal); i >= 0 {
		p.events[user] = slices.Delete(p.events[user], i, i+1)
	}
}

// Exhausted reports whether a user has had as many events as Allow allows.
func (p *Pace) Exhausted(user any, now time.Time) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(recent(p.events[user], now)) >= p.hourly
}

// Paced returns those of the times of events, oldest first, that are less than an hour ago, with now
// added. ok is false if there are as many as an hour may have, or the last is less than a pause ago;
// then nothing is added.
func Paced(times []time.Time, now time.Time, pause time.Duration, hourly int) (with []time.Time, ok bool) {
	times = recent(times, now)
	if n := len(times); n >= hourly || n > 0 && now.Sub(times[n-1]) < pause {
		return times, false
	}
	return append(times, now), true
}

// recent returns the times that are less than an hour ago.
func recent(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= time.Hour {
		times = times[1:]
	}
	return times
}
