package limit

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// An Hourly limits how often each [Subnet] does something in an hour, so that someone who
// makes keys by the thousand cannot fill the disk. It is safe for concurrent use.
type Hourly struct {
	limit int

	mu     sync.Mutex
	events map[netip.Prefix][]time.Time // times of the last events, oldest first
}

// NewHourly returns an Hourly that allows each subnet n events in any 60 minutes.
func NewHourly(n int) *Hourly {
	return &Hourly{limit: n, events: make(map[netip.Prefix][]time.Time)}
}

// Allow counts one event of the address's subnet and returns true. It returns false if
// that is one too many; what is refused does not count.
func (h *Hourly) Allow(addr netip.Addr, now time.Time) bool {
	where := Subnet(addr)
	h.mu.Lock()
	defer h.mu.Unlock()
	times := recent(h.events[where], now)
	if len(times) >= h.limit {
		return false
	}
	if times == nil {
		makeRoom(h.events, func(times []time.Time) bool { return len(recent(times, now)) == 0 })
	}
	h.events[where] = append(times, now)
	return true
}

// Cancel takes back an event that Allow counted at a time, because nothing came of it.
func (h *Hourly) Cancel(addr netip.Addr, at time.Time) {
	where := Subnet(addr)
	h.mu.Lock()
	defer h.mu.Unlock()
	if i := slices.IndexFunc(h.events[where], at.Equal); i >= 0 {
		h.events[where] = slices.Delete(h.events[where], i, i+1)
	}
}

// Exhausted reports whether Allow would return false.
func (h *Hourly) Exhausted(addr netip.Addr, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(recent(h.events[Subnet(addr)], now)) >= h.limit
}

// recent returns the times that are less than an hour ago.
func recent(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= time.Hour {
		times = times[1:]
	}
	return times
}
