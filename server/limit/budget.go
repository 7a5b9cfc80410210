package limit

import (
	"net/netip"
	"sync"
	"time"
)

// A Budget is the time of a processor that each network may use: so much at once, and a share
// of each second after that. Work is charged once it is done, as nobody knows before what it
// takes, so a network can be in debt; nothing begins for it until that is paid off. It is
// safe for concurrent use.
type Budget struct {
	atOnce, second time.Duration

	mu      sync.Mutex
	buckets map[netip.Prefix]*Bucket // of microseconds
}

// NewBudget returns a Budget of so much time at once, and in each second after that.
func NewBudget(atOnce, second time.Duration) *Budget {
	return &Budget{atOnce: atOnce, second: second, buckets: make(map[netip.Prefix]*Bucket)}
}

// Spend charges a network for work that is done.
func (b *Budget) Spend(from netip.Prefix, used time.Duration, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	of := b.buckets[from]
	if of == nil {
		makeRoom(b.buckets, func(of *Bucket) bool { return of.full(now) })
		of = NewBucket(int(b.atOnce.Microseconds()), int(b.second.Microseconds()), now)
		b.buckets[from] = of
	}
	of.Spend(int(used.Microseconds()), now)
}

// Wait returns how long nothing may begin for a network, in whole seconds; 0 if it may.
func (b *Budget) Wait(from netip.Prefix, now time.Time) time.Duration {
	b.mu.Lock()
	defer b.mu.Unlock()
	of := b.buckets[from]
	if of == nil {
		return 0
	}
	return of.wait(now)
}
