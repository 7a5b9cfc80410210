package hint

import "context"

// A Turn is the context of a search in the background. It holds a place in each of some
// channels, which bound the searches that run at a time. Each time that the search asks
// whether its context has ended, the Turn lends the places to those who wait for them. So a
// player's hint does not wait for a search of any length, as long as that asks often.
//
// The search may run in one goroutine only, and so may End.
type Turn struct {
	context.Context
	places []chan struct{}
	held   int           // of places, from the first on
	asked  chan struct{} // holds one value while somebody else asks
}

// TakeTurn returns a Turn once it has its places. The error is that of ctx if it ends first.
// Nil channels bound nothing. End gives the places back.
func TakeTurn(ctx context.Context, places ...chan struct{}) (*Turn, error) {
	t := &Turn{Context: ctx, places: places, asked: make(chan struct{}, 1)}
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
		if t.held == len(t.places) {
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

// take takes the places in their order, unless the context ends first.
func (t *Turn) take() {
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
}

// give gives back the places that the Turn holds.
func (t *Turn) give() {
	for _, place := range t.places[:t.held] {
		if place != nil {
			<-place
		}
	}
	t.held = 0
}
