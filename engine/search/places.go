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
	// Pay charges for a search that has held a place in Limit for so long.
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
func (p Places) Enter(ctx context.Context) (leave func(), err error) {
	if p.Limit == nil {
		return func() {}, nil
	}
	for p.Payer != nil && p.Payer.Spent() {
		select {
		case p.Limit <- struct{}{}:
			return p.held(), nil
		default:
		}
		select {
		case <-time.After(yield):
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	select {
	case p.Limit <- struct{}{}:
		return p.held(), nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// held returns what gives back a place in Limit.
func (p Places) held() (leave func()) {
	since := time.Now()
	return func() {
		<-p.Limit
		if p.Payer != nil {
			p.Payer.Pay(time.Since(since))
		}
	}
}

// EnterLong takes a place in Turns and then one in Limit, for a long search, and returns what
// gives them back. The error is that of ctx if it ends before that.
func (p Places) EnterLong(ctx context.Context) (leave func(), err error) {
	turn, err := Places{Limit: p.Turns}.Enter(ctx)
	if err != nil {
		return nil, err
	}
	place, err := p.Enter(ctx)
	if err != nil {
		turn()
		return nil, err
	}
	return func() { place(); turn() }, nil
}
