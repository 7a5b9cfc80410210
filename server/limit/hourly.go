package limit

import (
	"net/netip"
	"slices"
	"time"
)

// An Hourly limits how often each [Subnet] does something in an hour, so that someone who
// makes keys by the thousand cannot fill the disk. It is safe for concurrent use.
type Hourly struct{ pace *Pace }

// NewHourly returns an Hourly that allows each subnet n events in any 60 minutes.
func NewHourly(n int) *Hourly { return &Hourly{NewPace(n, networksMax)} }

// Allow counts one event of the address's subnet and returns true. It returns false if
// that is one too many; what is refused does not count.
func (h *Hourly) Allow(addr netip.Addr, now time.Time) bool {
	return h.pace.Allow(Subnet(addr), now, 0)
}

// Cancel takes back an event that Allow counted at a time, because nothing came of it.
func (h *Hourly) Cancel(addr netip.Addr, at time.Time) {
	where := Subnet(addr)
	h.pace.mu.Lock()
	defer h.pace.mu.Unlock()
	if i := slices.IndexFunc(h.pace.events[where], at.Equal); i >= 0 {
		h.pace.events[where] = slices.Delete(h.pace.events[where], i, i+1)
	}
}

// Exhausted reports whether Allow would return false.
func (h *Hourly) Exhausted(addr netip.Addr, now time.Time) bool {
	h.pace.mu.Lock()
	defer h.pace.mu.Unlock()
	return len(recent(h.pace.events[Subnet(addr)], now)) >= h.pace.hourly
}
