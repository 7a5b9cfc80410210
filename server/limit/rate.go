package limit

import (
	"net/netip"
	"sync"
	"time"
)

// A Rate limits how often each network does something: a burst, then so many times a
// second. The caller decides what a network is, [Source] or [Subnet]. It is safe for
// concurrent use.
type Rate struct {
	burst, perSecond int

	mu      sync.Mutex
	buckets map[netip.Prefix]*Bucket
}

// NewRate returns a Rate that allows each network a burst of events, and perSecond a
// second after that.
func NewRate(burst, perSecond int) *Rate {
	return &Rate{burst: burst, perSecond: perSecond, buckets: make(map[netip.Prefix]*Bucket)}
}

// Allow counts one event of a network and returns true. It returns false if that is one
// too many; what is refused does not count.
func (r *Rate) Allow(from netip.Prefix, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.buckets[from]
	if b == nil {
		makeRoom(r.buckets, func(b *Bucket) bool { return b.full(now) })
		b = NewBucket(r.burst, r.perSecond, now)
		r.buckets[from] = b
	}
	return b.Allow(1, now)
}
