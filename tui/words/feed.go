package words

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"boardwalk/engine/arcade"
)

// A feed brings what another goroutine finds while the player may type, such as the scenes of a
// table: the newest at any time.
type feed[V any] struct {
	news   chan struct{} // delivers when there is something to take, no more will come, or wake was called
	ended  chan struct{} // closed when no more will come
	cancel func()        // ends it soon

	mu     sync.Mutex
	newest V
	fresh  bool // newest was not taken yet
	crash  any  // what finding it has panicked with
}

// Whatever is watched may come from a program. So a feed shows one view each pause, after a few at
// once.
const (
	watchPause   = time.Second
	watchesATime = 5
)

// newFeed returns a feed of the views of a watch. Both end with ctx, which cancel ends.
func newFeed[V any](ctx context.Context, cancel func(), watch arcade.Watch[V]) *feed[V] {
	f := &feed[V]{news: make(chan struct{}, 1), ended: make(chan struct{}), cancel: cancel}
	go func() {
		defer f.wake()
		defer close(f.ended)
		defer func() {
			if crash := recover(); crash != nil {
				f.crash = fmt.Sprintf("%v\n%s", crash, debug.Stack())
			}
		}()
		pace := rate.NewLimiter(rate.Every(watchPause), watchesATime)
		for view, ok := watch.Next(); ok; view, ok = watch.Next() {
			f.mu.Lock()
			f.newest, f.fresh = view, true
			f.mu.Unlock()
			f.wake()
			if pace.Wait(ctx) != nil {
				return
			}
		}
	}()
	return f
}

// wake lets news deliver.
func (f *feed[V]) wake() {
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// stop ends a feed, if there is one.
func stop[V any](f **feed[V]) {
	if *f != nil {
		(*f).cancel()
		*f = nil
	}
}

// take returns the newest that has come, and whether it was not taken before. It panics if finding
// more has.
func (f *feed[V]) take() (newest V, fresh bool) {
	if f.over() && f.crash != nil {
		panic(f.crash)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	fresh, f.fresh = f.fresh, false
	return f.newest, fresh
}

// over reports whether no more will come.
func (f *feed[V]) over() bool {
	select {
	case <-f.ended:
		return true
	default:
		return false
	}
}
