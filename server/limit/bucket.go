package limit

import "time"

// A Bucket is a token bucket: each event takes tokens out of it, and they come back at a
// steady rate. A clock that is set back adds no tokens and takes none. It is not safe for
// concurrent use.
type Bucket struct {
	size, rate, level float64
	at                time.Time
}

// NewBucket returns a full bucket of size tokens, to which perSecond tokens come back a
// second.
func NewBucket(size, perSecond int, now time.Time) *Bucket {
	return &Bucket{size: float64(size), rate: float64(perSecond), level: float64(size), at: now}
}

// Allow takes n tokens and returns true. If there are fewer it takes none and returns
// false.
func (b *Bucket) Allow(n int, now time.Time) bool {
	b.fill(now)
	if b.level < float64(n) {
		return false
	}
	b.level -= float64(n)
	return true
}

// Spend takes n tokens, even if there are fewer: then nothing is allowed until that many have
// come. A negative n puts tokens back.
func (b *Bucket) Spend(n int, now time.Time) {
	b.fill(now)
	b.level = min(b.size, b.level-float64(n))
}

func (b *Bucket) full(now time.Time) bool {
	b.fill(now)
	return b.level == b.size
}

func (b *Bucket) fill(now time.Time) {
	b.level = min(b.size, b.level+b.rate*max(now.Sub(b.at).Seconds(), 0))
	b.at = now
}
