package server

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// neighbourhoodsKept is the number of neighbourhoods that an hourly remembers.
const neighbourhoodsKept = 4096

// An hourly limits how often each neighbourhood does something per hour, so that someone
// who makes keys by the thousand cannot fill the disk. It is safe for concurrent use.
type hourly struct {
	most int

	mu   sync.Mutex
	last map[netip.Prefix][]time.Time // times of the last events, oldest first
}

func newHourly(most int) *hourly {
	return &hourly{most: most, last: make(map[netip.Prefix][]time.Time)}
}

// take counts one event. It returns false if there were too many in the last hour.
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

// giveBack takes back an event counted at a time, because nothing came of it.
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

// forget makes room for one more neighbourhood. It drops the ones with no event in the
// last hour and, if that is not enough, all.
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

// recent returns the times that are less than an hour ago.
func recent(times []time.Time, now time.Time) []time.Time {
	for len(times) > 0 && now.Sub(times[0]) >= time.Hour {
		times = times[1:]
	}
	return times
}

// neighbourhood returns the network in which one customer of a provider can have many
// addresses: an IPv4 /24 or an IPv6 /64.
func neighbourhood(from netip.Addr) netip.Prefix {
	from = from.Unmap().WithZone("")
	bits := 24
	if from.Is6() {
		bits = 64
	}
	p, _ := from.Prefix(bits)
	return p
}
