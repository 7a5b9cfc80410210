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
func (h *hourlyLimiter) allow(from netip.Addr, now time.Time) bool {
	where := subnet(from)
	h.mu.Lock()
	defer h.mu.Unlock()
	times := recent(h.events[where], now)
	if len(times) >= h.limit {
		return false
	}
	if times == nil {
		h.forget(now)
	}
	h.events[where] = append(times, now)
	return true
}

// cancel takes back an event counted at a time, because nothing came of it.
func (h *hourlyLimiter) cancel(from netip.Addr, at time.Time) {
	where := subnet(from)
	h.mu.Lock()
	defer h.mu.Unlock()
	if i := slices.IndexFunc(h.events[where], at.Equal); i >= 0 {
		h.events[where] = slices.Delete(h.events[where], i, i+1)
	}
}

// exhausted reports whether allow would return false.
func (h *hourlyLimiter) exhausted(from netip.Addr, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(recent(h.events[subnet(from)], now)) >= h.limit
}

// forget makes room for one more subnet. It drops the ones with no event in the
// last hour and, if that is not enough, all.
func (h *hourlyLimiter) forget(now time.Time) {
	if len(h.events) < hourlySubnetsMax {
		return
	}
	for where, times := range h.events {
		if len(recent(times, now)) == 0 {
			delete(h.events, where)
		}
	}
	if len(h.events) >= hourlySubnetsMax {
		clear(h.events)
	}
}

// recent returns the times that are less than an hour ago.
func recent(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= time.Hour {
		times = times[1:]
	}
	return times
}

// subnet returns the network in which one customer of a provider can have many
// addresses: an IPv4 /24 or an IPv6 /64.
func subnet(from netip.Addr) netip.Prefix {
	from = from.Unmap().WithZone("")
	bits := 24
	if from.Is6() {
		bits = 64
	}
	p, _ := from.Prefix(bits)
	return p
}
