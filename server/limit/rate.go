package limit

import (
	"net/netip"
	"sync"
	"time"
)

// rateSourcesMax is the number of networks that a Rate remembers.
const rateSourcesMax = 4096

// A Rate limits how often each network does something: a burst, then so many times a
// second. It is safe for concurrent use.
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
		r.forget(now)
		b = NewBucket(r.burst, r.perSecond, now)
		r.buckets[from] = b
	}
	return b.Allow(1, now)
}

// forget makes room for one more network. It drops the idle ones and, if that is not
// enough, all.
func (r *Rate) forget(now time.Time) {
	if len(r.buckets) < rateSourcesMax {
		return
	}
	for from, b := range r.buckets {
		if b.full(now) {
			delete(r.buckets, from)
		}
	}
	if len(r.buckets) >= rateSourcesMax {
		clear(r.buckets)
	}
}
