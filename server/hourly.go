package server

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// neighbourhoodsKept is how many neighbourhoods are remembered.
const neighbourhoodsKept = 4096

// An hourly bounds how often one neighbourhood does something in an hour: whoever
// makes keys by the thousand must not fill the disk.
type hourly struct {
	most int

	mu   sync.Mutex
	last map[netip.Prefix][]time.Time // when it was done, the oldest first
}

func newHourly(most int) *hourly {
	return &hourly{most: most, last: make(map[netip.Prefix][]time.Time)}
}

// take counts one more time and returns true, unless there were too many in the
// last hour.
func (h *hourly) take(from netip.Addr, now time.Time) bool {
	where := neighbourhood(from)
	h.mu.Lock()
	defer h.mu.Unlock()
	times := recent(h.last[where], now)
	if len(times) >= h.most {
		return false
	}
	if times == nil {
		h.forget(now)
	}
	h.last[where] = append(times, now)
	return true
}

// giveBack takes back a time that was taken: what it was for did not come to be.
func (h *hourly) giveBack(from netip.Addr, at time.Time) {
	where := neighbourhood(from)
	h.mu.Lock()
	defer h.mu.Unlock()
	if i := slices.IndexFunc(h.last[where], at.Equal); i >= 0 {
		h.last[where] = slices.Delete(h.last[where], i, i+1)
	}
}

// spent reports whether take would return false.
func (h *hourly) spent(from netip.Addr, now time.Time) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	return len(recent(h.last[neighbourhood(from)], now)) >= h.most
}

// forget makes room for one more neighbourhood: those that did nothing in the
// last hour go first, and all where that does not do.
func (h *hourly) forget(now time.Time) {
	if len(h.last) < neighbourhoodsKept {
		return
	}
	for where, times := range h.last {
		if len(recent(times, now)) == 0 {
			delete(h.last, where)
		}
	}
	if len(h.last) >= neighbourhoodsKept {
		clear(h.last)
	}
}

// recent is the times that are less than an hour ago.
func recent(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= time.Hour {
		times = times[1:]
	}
	return times
}

// neighbourhood is what one customer of a provider can have many addresses in:
// an IPv4 /24 or an IPv6 /64.
func neighbourhood(from netip.Addr) netip.Prefix {
	from = from.Unmap().WithZone("")
	bits := 24
	if from.Is6() {
		bits = 64
	}
	p, _ := from.Prefix(bits)
	return p
}
