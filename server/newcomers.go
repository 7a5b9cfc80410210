package server

import (
	"net/netip"
	"sync"
	"time"
)

// How many accounts one neighbourhood can begin in an hour (abuse case 10 of
// hostile.md), and how many neighbourhoods are remembered.
const (
	newcomersHour      = 20
	neighbourhoodsKept = 4096
)

// Newcomers bounds how many accounts begin from one neighbourhood: whoever makes
// keys by the thousand must not fill the disk.
type newcomers struct {
	mu   sync.Mutex
	last map[netip.Prefix][]time.Time // when accounts began, the oldest first
}

func newNewcomers() *newcomers { return &newcomers{last: make(map[netip.Prefix][]time.Time)} }

// take counts one more account and returns true, unless its neighbourhood had
// too many in the last hour.
func (n *newcomers) take(from netip.Addr, now time.Time) bool {
	where := neighbourhood(from)
	n.mu.Lock()
	defer n.mu.Unlock()
	times := recent(n.last[where], now)
	if len(times) >= newcomersHour {
		return false
	}
	if times == nil {
		n.forget(now)
	}
	n.last[where] = append(times, now)
	return true
}

// forget makes room for one more neighbourhood: those without newcomers in the
// last hour go first, and all where that does not do.
func (n *newcomers) forget(now time.Time) {
	if len(n.last) < neighbourhoodsKept {
		return
	}
	for where, times := range n.last {
		if len(recent(times, now)) == 0 {
			delete(n.last, where)
		}
	}
	if len(n.last) >= neighbourhoodsKept {
		clear(n.last)
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
