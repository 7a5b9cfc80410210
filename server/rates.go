package server

import (
	"net/netip"
	"sync"
	"time"
)

// ratesKept is the number of addresses that a rates remembers.
const ratesKept = 4096

// A rates limits how often each address does something: a burst of size, then perSecond.
// It is safe for concurrent use.
type rates struct {
	size, perSecond int

	mu   sync.Mutex
	each map[netip.Prefix]*bucket
}

func newRates(size, perSecond int) *rates {
	return &rates{size: size, perSecond: perSecond, each: make(map[netip.Prefix]*bucket)}
}

// take counts one event of an address. It returns false if that is one too many.
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

// forget makes room for one more address. It drops the idle ones and, if that is not
// enough, all.
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

// A bucket is a token bucket. It is not safe for concurrent use.
type bucket struct {
	size, rate, level float64
	at                time.Time
}

// newBucket returns a full bucket of the given size that refills at perSecond.
func newBucket(size, perSecond int, now time.Time) *bucket {
	return &bucket{size: float64(size), rate: float64(perSecond), level: float64(size), at: now}
}

// take removes n tokens. If there are fewer it removes none and returns false.
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
