package server

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// hourlySubnetsMax is the number of subnets that an hourlyLimiter remembers.
const hourlySubnetsMax = 4096

// An hourlyLimiter limits how often each subnet does something per hour, so that someone
// who makes keys by the thousand cannot fill the disk. It is safe for concurrent use.
type hourlyLimiter struct {
	limit int

	mu     sync.Mutex
	events map[netip.Prefix][]time.Time // times of the last events, oldest first
}

func newHourlyLimiter(most int) *hourlyLimiter {
	return &hourlyLimiter{limit: most, events: make(map[netip.Prefix][]time.Time)}
}

// allow counts one event. It returns false if there were too many in the last hour.
func (l *hourlyLimiter) allow(from netip.Addr, now time.Time) bool {
	where := subnet(from)
	l.mu.Lock()
	defer l.mu.Unlock()
	times := recent(l.events[where], now)
	if len(times) >= l.limit {
		return false
	}
	if times == nil {
		l.forget(now)
	}
	l.events[where] = append(times, now)
	return true
}

// cancel takes back an event counted at a time, because nothing came of it.
func (l *hourlyLimiter) cancel(from netip.Addr, at time.Time) {
	where := subnet(from)
	l.mu.Lock()
	defer l.mu.Unlock()
	if i := slices.IndexFunc(l.events[where], at.Equal); i >= 0 {
		l.events[where] = slices.Delete(l.events[where], i, i+1)
	}
}

// exhausted reports whether allow would return false.
func (l *hourlyLimiter) exhausted(from netip.Addr, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return len(recent(l.events[subnet(from)], now)) >= l.limit
}

// forget makes room for one more subnet. It drops the ones with no event in the last hour
// and, if that is not enough, all.
func (l *hourlyLimiter) forget(now time.Time) {
	if len(l.events) < hourlySubnetsMax {
		return
	}
	for where, times := range l.events {
		if len(recent(times, now)) == 0 {
			delete(l.events, where)
		}
	}
	if len(l.events) >= hourlySubnetsMax {
		clear(l.events)
	}
}

// recent returns the times that are less than an hour ago.
func recent(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= time.Hour {
		times = times[1:]
	}
	return times
}

// subnet returns the network in which one customer of a provider can have many addresses:
// an IPv4 /24 or an IPv6 /64.
func subnet(from netip.Addr) netip.Prefix {
	from = from.Unmap().WithZone("")
	bits := 24
	if from.Is6() {
		bits = 64
	}
	p, _ := from.Prefix(bits)
	return p
}
