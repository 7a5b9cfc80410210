package search

import (
	"context"
	"time"
)

// slice is how long a search runs before it lets others search.
const slice = 5 * time.Millisecond

// A Turn is the context of a search in the background. It holds a place in Turns and one in
// Limit of some [Places]. When the search asks whether its context has ended, and a slice of
// time is over, the Turn lends the places to those who wait for them. So a player's hint does
// not wait for a search of any length, as long as that asks often.
//
// The search may run in one goroutine only, and so may End.
type Turn struct {
	context.Context
	places Places
	leave  func()        // gives back the places; nil while it has none
	until  time.Time     // the end of the slice
	asked  chan struct{} // holds one value while somebody else asks
}

// TakeTurn returns a Turn once it has its places. The error is that of ctx if it ends first.
// End gives the places back.
func TakeTurn(ctx context.Context, p Places) (*Turn, error) {
	t := &Turn{Context: ctx, places: p, asked: make(chan struct{}, 1)}
	t.take()
	if err := ctx.Err(); err != nil {
		t.End()
		return nil, err
	}
	return t, nil
}

// Err implements context.Context, and lends the places.
func (t *Turn) Err() error {
	t.lend()
	return t.Context.Err()
}

// Done implements context.Context, and lends the places.
func (t *Turn) Done() <-chan struct{} {
	t.lend()
	return t.Context.Done()
}

// lend gives the places to those who wait for them, and takes them back. A context that was
// made from the Turn asks in a goroutine of its own; if both ask at a time, one need not lend.
func (t *Turn) lend() {
	select {
	case t.asked <- struct{}{}:
		if t.Context.Err() == nil && time.Now().After(t.until) {
			t.give()
			t.take()
		}
		<-t.asked
	default:
	}
}

// End gives the places back for good.
func (t *Turn) End() {
	t.asked <- struct{}{}
	t.give()
	<-t.asked
}

// take takes the places, unless the context ends first.
func (t *Turn) take() {
	t.leave, _ = t.places.enterLong(t.Context)
	t.until = time.Now().Add(slice)
}

// give gives back the places that the Turn holds.
func (t *Turn) give() {
	if t.leave != nil {
		t.leave()
	}
	t.leave = nil
}
