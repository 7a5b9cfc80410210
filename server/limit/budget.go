package limit

import (
	"math"
	"time"
)

// A Budget is the time of a processor that each of those who use it may have: so much at once,
// and a share of each second after that. A user is what the caller takes for one, such as a
// network. Work is charged once it is done, as nobody knows before what it takes, so a user can
// be in debt; nothing begins for it until that is paid off. It is safe for concurrent use.
type Budget struct {
	atOnce, second time.Duration
	rate           *Rate // of microseconds
}

// NewBudget returns a Budget of so much time at once, and in each second after that.
func NewBudget(atOnce, second time.Duration) *Budget {
	return &Budget{atOnce, second, NewRate(int(atOnce.Microseconds()), int(second.Microseconds()))}
}

// Spend charges each of some users for work that is done.
func (b *Budget) Spend(used time.Duration, now time.Time, users ...any) {
	for _, user := range users {
		b.rate.Spend(int(used.Microseconds()), now, user)
	}
}

// Left returns what the one of some users has left who has the least.
func (b *Budget) Left(now time.Time, users ...any) time.Duration {
	b.rate.mu.Lock()
	defer b.rate.mu.Unlock()
	left := b.atOnce
	for _, user := range users {
		if of := b.rate.buckets[user]; of != nil {
			of.fill(now)
			left = min(left, time.Duration(of.level)*time.Microsecond)
		}
	}
	return left
}

// Wait returns how long nothing may begin for some users, in whole seconds; 0 if it may.
func (b *Budget) Wait(now time.Time, users ...any) time.Duration {
	left := b.Left(now, users...)
	if left > 0 {
		return 0
	}
	return time.Duration(math.Ceil((time.Microsecond-left).Seconds()/b.second.Seconds())) * time.Second
}
