package server

import (
	"net/netip"
	"sync"
	"time"
)

// ratesKept is the number of addresses that rates remember.
const ratesKept = 4096

// Rates is how often each address does something: so often at once, and then so
// often a second.
type rates struct {
	size, perSecond int

	mu   sync.Mutex
	each map[netip.Prefix]*bucket
}

func newRates(size, perSecond int) *rates {
	return &rates{size: size, perSecond: perSecond, each: make(map[netip.Prefix]*bucket)}
}

// take counts one more time and returns true, unless it is one too many.
func (r *rates) take(from netip.Prefix, now time.Time) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.each[from]
	if b == nil {
		r.forget(now)
		b = newBucket(r.size, r.perSecond, now)
		r.each[from] = b
	}
	return b.take(1, now)
}

// forget makes room for one more address: those that have been quiet go
// first, and all where that does not do.
func (r *rates) forget(now time.Time) {
	if len(r.each) < ratesKept {
		return
	}
	for from, b := range r.each {
		if b.full(now) {
			delete(r.each, from)
		}
	}
	if len(r.each) >= ratesKept {
		clear(r.each)
	}
}

// A bucket is a token bucket: it holds so much at once and fills at a rate.
// It is not safe for more than one goroutine.
type bucket struct {
	size, rate, level float64
	at                time.Time
}

// newBucket is a full bucket; perSecond is how fast it fills.
func newBucket(size, perSecond int, now time.Time) *bucket {
	return &bucket{size: float64(size), rate: float64(perSecond), level: float64(size), at: now}
}

// take takes n out, or nothing and returns false.
func (b *bucket) take(n int, now time.Time) bool {
	b.fill(now)
	if b.level < float64(n) {
		return false
	}
	b.level -= float64(n)
	return true
}

func (b *bucket) full(now time.Time) bool {
	b.fill(now)
	return b.level == b.size
}

func (b *bucket) fill(now time.Time) {
	b.level = min(b.size, b.level+b.rate*now.Sub(b.at).Seconds())
	b.at = now
}
