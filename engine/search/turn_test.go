package search_test

import (
	"context"
	"errors"
	"testing"

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
