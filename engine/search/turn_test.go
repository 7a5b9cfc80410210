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

func TestATurnLendsItsPlaces(t *testing.T) {
	turns, limit := make(chan struct{}, 1), make(chan struct{}, 1)
	ctx, cancel := context.WithCancel(context.Background())
	turn, err := search.TakeTurn(ctx, search.Places{Turns: turns, Limit: limit})
	if err != nil || len(turns) != 1 || len(limit) != 1 {
		t.Fatalf("the turn has %d and %d places, %v", len(turns), len(limit), err)
	}
	derived, done := context.WithCancel(turn)
	over := make(chan struct{})
	go func() { // a search
		defer close(over)
		for turn.Err() == nil && derived.Err() == nil {
		}
		turn.End()
	}()
	for range 20 {
		limit <- struct{}{}
		<-limit
		turns <- struct{}{}
		<-turns
	}
	cancel()
	<-over
	done()
	if len(turns)+len(limit) != 0 {
		t.Errorf("after its end the turn keeps %d and %d places", len(turns), len(limit))
	}
}

func TestATurnThatNeverComes(t *testing.T) {
	turns, limit := make(chan struct{}, 1), make(chan struct{}, 1)
	limit <- struct{}{}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := search.TakeTurn(ctx, search.Places{Turns: turns, Limit: limit}); !errors.Is(err, context.Canceled) {
		t.Errorf("the error is %v", err)
	}
	if len(turns) != 0 || len(limit) != 1 {
		t.Errorf("it keeps %d places, and took %d of others", len(turns), 1-len(limit))
	}
}

// What nobody waits for is searched for whenever nobody else searches, and lets everybody before.
func TestWhatNobodyWaitsForGivesWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := search.Places{Turns: make(chan struct{}, 1), Limit: make(chan struct{}, 1)}
		var ahead, asked atomic.Int64
		var allAhead, allAsked sync.WaitGroup
		begin := func(p search.Places, ticks *atomic.Int64, all *sync.WaitGroup) {
			all.Go(func() {
				turn, err := search.TakeTurn(t.Context(), p)
				if err != nil {
					t.Error(err)
					return
				}
				defer turn.End()
				for range 200 {
					time.Sleep(time.Millisecond)
					_ = turn.Err()
					ticks.Add(1)
				}
			})
		}
		idle := places
		idle.Payer = spent{}
		for range 5 {
			begin(idle, &ahead, &allAhead)
		}
		time.Sleep(100 * time.Millisecond)
		before := ahead.Load()
		if before < 95 {
			t.Errorf("while nobody else searches there are %d ticks of 100", before)
		}
		for range 3 {
			begin(places, &asked, &allAsked)
		}
		allAsked.Wait()
		if gained := ahead.Load() - before; gained > 10 {
			t.Errorf("while others search for 600 ticks, what nobody waits for has %d", gained)
		}
		allAhead.Wait()
		if len(places.Turns)+len(places.Limit) != 0 {
			t.Errorf("%d and %d places are kept", len(places.Turns), len(places.Limit))
		}
	})
}

// A spent pays for nothing, and has nothing left.
type spent struct{}

func (spent) Pay(time.Duration) {}
func (spent) Spent() bool       { return true }
