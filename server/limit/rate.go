package limit

import (
	"sync"
	"time"
)

// A Rate limits how often each user does something: a burst, then so many times a second. A user
// is what the caller takes for one, such as a network by [Source] or [Subnet]. It is safe for
// concurrent use.
type Rate struct {
	burst, perSecond int

	mu      sync.Mutex
	buckets map[any]*Bucket
}

// NewRate returns a Rate that allows each user a burst of events, and perSecond a second after
// that.
func NewRate(burst, perSecond int) *Rate {
	return &Rate{burst: burst, perSecond: perSecond, buckets: make(map[any]*Bucket)}
}

// Allow counts n events of a user and returns true. It returns false if those are too many;
// what is refused does not count.
func (r *Rate) Allow(n int, now time.Time, user any) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.of(user, now).Allow(n, now)
}

// Spend counts n events of a user that have happened, as [Bucket.Spend] does, and reports whether
// those so far were not too many.
func (r *Rate) Spend(n int, now time.Time, user any) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	b := r.of(user, now)
	b.Spend(n, now)
	return b.Allow(0, now)
}

// Left returns how many events the one of some users has left who has the fewest: less than 0 if too many were
// spent.
func (r *Rate) Left(now time.Time, users ...any) int {
	r.mu.Lock()
	defer r.mu.Unlock()
	left := r.burst
	for _, user := range users {
		if b := r.buckets[user]; b != nil {
			b.fill(now)
			left = min(left, int(b.level))
		}
	}
	return left
}

// of returns the bucket of a user. The caller holds r.mu.
func (r *Rate) of(user any, now time.Time) *Bucket {
	b := r.buckets[user]
	if b == nil {
		makeRoom(r.buckets, networksMax, func(b *Bucket) bool { return b.full(now) })
		b = NewBucket(r.burst, r.perSecond, now)
		r.buckets[user] = b
	}
	return b
}
