package words

import (
	"context"
	"fmt"
	"runtime/debug"
	"sync"
	"time"

	"boardwalk/engine/arcade"
)

// A feed brings the views of a watch, such as the scenes of a table, one whenever the last
// one was told.
type feed[V any] struct {
	news chan struct{}      // delivers when there is a view, or no more will come, or wake was called
	goOn chan time.Duration // how long to wait for the next

	mu    sync.Mutex
	view  *V   // that was not taken yet, nil if there is none
	ended bool // no more will come
	crash any  // what waiting for them has panicked with
}

// newFeed returns the feed of a watch, until ctx ends.
func newFeed[V any](ctx context.Context, watch arcade.Watch[*V]) *feed[V] {
	f := &feed[V]{news: make(chan struct{}, 1), goOn: make(chan time.Duration, 1)}
	go func() {
		defer func() {
			if crash := recover(); crash != nil {
				f.set(nil, true, fmt.Sprintf("%v\n%s", crash, debug.Stack()))
			}
		}()
		for {
			view, ok := watch.Next()
			f.set(view, !ok, nil)
			if !ok || !f.wait(ctx) {
				return
			}
		}
	}()
	return f
}

// wait waits until the view was told and its pause is over. It returns false if ctx ends
// before.
func (f *feed[V]) wait(ctx context.Context) bool {
	select {
	case <-ctx.Done():
		return false
	case d := <-f.goOn:
		pause := time.NewTimer(d)
		defer pause.Stop()
		select {
		case <-ctx.Done():
			return false
		case <-pause.C:
			return true
		}
	}
}

func (f *feed[V]) set(view *V, ended bool, crash any) {
	f.mu.Lock()
	f.view, f.ended, f.crash = view, ended, crash
	f.mu.Unlock()
	f.wake()
}

// wake lets news deliver.
func (f *feed[V]) wake() {
	select {
	case f.news <- struct{}{}:
	default:
	}
}

// take returns what has come. It panics if waiting for it has.
func (f *feed[V]) take() (view *V, ended bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.crash != nil {
		panic(f.crash)
	}
	view, f.view = f.view, nil
	return view, f.ended
}
