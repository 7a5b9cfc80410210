// Package search has the searches of all sessions take turns, and says who pays for them. It
// knows nothing of what is searched for.
package search

import (
	"context"
	"time"
)

// Places are what the searches of all sessions share; there is no bound where one is nil.
//
// Limit bounds the searches that run at a time, hints among them. Turns bounds the long ones
// that run or wait for a place in Limit, so that a hint waits for no more of them than Turns has
// places, for a slice each.
type Places struct {
	Turns, Limit chan struct{}
	Payer        Payer // of the searches; nil: they are free
}

// A Payer pays for searches. Its methods may be called from any goroutine.
type Payer interface {
	// Pay charges for a search that has held a place in Limit for so long, and has given it back. The search
	// goes on once Pay returns.
	Pay(held time.Duration)
	// Spent reports whether the payer has nothing left. Its searches then take only places that
	// nobody else waits for.
	Spent() bool
}

// yield is how long a search of a payer who has nothing left waits before it looks for a free
// place again.
const yield = 50 * time.Millisecond

// Enter takes a place in Limit, and returns what gives it back, in any goroutine. The error is
// that of ctx if it ends before there is one.
func (p Places) Enter(ctx context.Context) (leave func(), err error) { return p.enter(ctx, p.Limit) }

// enterLong takes a place in Turns and then one in Limit, for a long search, and returns what
// gives them back. The error is that of ctx if it ends before that.
func (p Places) enterLong(ctx context.Context) (leave func(), err error) {
	return p.enter(ctx, p.Turns, p.Limit)
}

// enter takes a place in each of some channels, the last of which is Limit.
func (p Places) enter(ctx context.Context, places ...chan struct{}) (leave func(), err error) {
	for p.Payer != nil && p.Payer.Spent() {
		if take(ctx, places, false) {
			return p.held(places), nil
		}
		select {
		case <-time.After(yield):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if !take(ctx, places, true) {
		return nil, ctx.Err()
	}
	return p.held(places), nil
}

// take takes a place in each of some channels, or in none. It waits for them if wait is set, unless ctx ends.
func take(ctx context.Context, places []chan struct{}, wait bool) bool {
	for i, c := range places {
		if c == nil {
			continue
		}
		select {
		case c <- struct{}{}:
			continue
		default:
		}
		if wait {
			select {
			case c <- struct{}{}:
				continue
			case <-ctx.Done():
			}
		}
		release(places[:i])
		return false
	}
	return true
}

func release(places []chan struct{}) {
	for _, c := range places {
		if c != nil {
			<-c
		}
	}
}

// held returns what gives back places.
func (p Places) held(places []chan struct{}) (leave func()) {
	since := time.Now()
	return func() {
		release(places)
		if p.Payer != nil && p.Limit != nil {
			p.Payer.Pay(time.Since(since))
		}
	}
}
