package search_test

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/engine/search"
)

// Many who ask at a time, and have one place between them, have about as much time each. The clock
// is that of a bubble, so the counts are exact.
func TestTheTimeIsShared(t *testing.T) {
	for _, c := range []struct{ asking, least, whole int }{{1, 540, 1}, {2, 260, 0}, {10, 50, 0}} {
		synctest.Test(t, func(t *testing.T) {
			var q search.Queue
			var all sync.WaitGroup
			ctx, cancel := context.WithTimeout(context.Background(), 60*time.Millisecond)
			defer cancel()
			limit, whole := make(chan struct{}, 1), atomic.Int64{}
			for range c.asking {
				all.Go(func() {
					share, err := q.Enter(ctx, search.Places{Limit: limit})
					if err != nil {
						t.Errorf("%d ask: one has no place: %v", c.asking, err)
						return
					}
					defer share.End()
					ticks := 0
					for ; share.Err() == nil; ticks++ {
						time.Sleep(100 * time.Microsecond)
					}
					if ticks < c.least {
						t.Errorf("%d ask: one has %d ticks of 600", c.asking, ticks)
					}
					if share.Whole() {
						whole.Add(1)
					}
				})
			}
			all.Wait()
			if n := whole.Load(); n != int64(c.whole) {
				t.Errorf("%d ask: %d were not cut short", c.asking, n)
			}
			if len(limit) != 0 || ctx.Err() != nil {
				t.Errorf("%d ask: %d places are taken in the end, %v", c.asking, len(limit), ctx.Err())
			}
		})
	}
}

func TestAShareEndsWithItsContext(t *testing.T) {
	var q search.Queue
	ctx, cancel := context.WithCancel(context.Background())
	s, err := q.Enter(ctx, search.Places{})
	if err != nil || s.Err() != nil {
		t.Fatal(err, s.Err())
	}
	cancel()
	if !errors.Is(s.Err(), context.Canceled) || s.Whole() {
		t.Errorf("got %v, whole %t", s.Err(), s.Whole())
	}
	s.End()
	full := make(chan struct{}, 1)
	full <- struct{}{}
	if _, err := q.Enter(ctx, search.Places{Limit: full}); !errors.Is(err, context.Canceled) {
		t.Errorf("whoever waits for a place after the end has %v", err)
	}
}
