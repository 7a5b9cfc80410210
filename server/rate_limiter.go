package server

import (
	"net/netip"
	"sync"
	"time"
)

// rateSourcesMax is the number of addresses that a rateLimiter remembers.
const rateSourcesMax = 4096

// A rateLimiter limits how often each address does something: a burst, then perSecond. It
// is safe for concurrent use.
type rateLimiter struct {
	burst, perSecond int

	mu      sync.Mutex
	buckets map[netip.Prefix]*bucket
}

func newRateLimiter(size, perSecond int) *rateLimiter {
	return &rateLimiter{burst: size, perSecond: perSecond, buckets: make(map[netip.Prefix]*bucket)}
}

// allow counts one event of an address. It returns false if that is one too many.
func (l *rateLimiter) allow(from netip.Prefix, now time.Time) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	b := l.buckets[from]
	if b == nil {
		l.forget(now)
		b = newBucket(l.burst, l.perSecond, now)
		l.buckets[from] = b
	}
	return b.allow(1, now)
}

// forget makes room for one more address. It drops the idle ones and, if that is not
// enough, all.
func (l *rateLimiter) forget(now time.Time) {
	if len(l.buckets) < rateSourcesMax {
		return
	}
	for from, b := range l.buckets {
		if b.full(now) {
			delete(l.buckets, from)
		}
	}
	if len(l.buckets) >= rateSourcesMax {
		clear(l.buckets)
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

// allow removes n tokens. If there are fewer it removes none and returns false.
func (b *bucket) allow(n int, now time.Time) bool {
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
