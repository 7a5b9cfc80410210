package deal

import (
	"context"
	"sync"
	"time"
)

// slice is how long a search in the background keeps its places before it lets others have
// them.
const slice = 5 * time.Millisecond

// A turn is the context of a search in the background. The search holds a place in each of
// some channels, which bound the searches that run at a time, and each time that it asks
// whether the context has ended it may lend them for a moment to those who wait. So a hint
// waits a few milliseconds for a search of any length, as long as the search asks often.
type turn struct {
	context.Context
	places []chan struct{}

	mu    sync.Mutex
	held  int // of places, from the first on
	since time.Time
}

// takeTurn returns a turn once it has its places. The error is that of ctx if it ends first.
// Nil channels bound nothing.
func takeTurn(ctx context.Context, places ...chan struct{}) (*turn, error) {
	t := &turn{Context: ctx, places: places}
	t.take()
	if err := ctx.Err(); err != nil {
		t.end()
		return nil, err
	}
	return t, nil
}

// Err implements context.Context, and lends the places.
func (t *turn) Err() error {
	t.lend()
	return t.Context.Err()
}

// Done implements context.Context, and lends the places.
func (t *turn) Done() <-chan struct{} {
	t.lend()
	return t.Context.Done()
}

// lend gives the places to those who wait for them and takes them back, once in a while.
func (t *turn) lend() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.held == len(t.places) && time.Since(t.since) >= slice {
		t.give()
		t.take()
	}
}

// end gives the places back for good.
func (t *turn) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.give()
}

// take takes the places in their order, unless the context ends first.
func (t *turn) take() {
	for _, place := range t.places {
		if place != nil {
			select {
			case place <- struct{}{}:
			case <-t.Context.Done():
				return
			}
		}
		t.held++
	}
	t.since = time.Now()
}

// give gives back the places that the turn holds.
func (t *turn) give() {
	for _, place := range t.places[:t.held] {
		if place != nil {
			<-place
		}
	}
	t.held = 0
}
