package review

import (
	"context"
	"sync"
	"time"

	"boardwalk/engine/search"
)

// slice is how long a search runs before it lets others search.
const slice = 5 * time.Millisecond

// A sliced context is that of a step of a long search. Searches ask again and again whether
// they have to end. If a slice is over by then, the search waits until it may go on.
type sliced struct {
	context.Context
	places search.Places

	mu    sync.Mutex
	until time.Time // the end of the slice
	leave func()    // gives its place back; nil while it has none
}

// step does a step of a long search as soon as there is a place for it, and keeps that in Turns
// until it is done, as it holds memory. It does nothing if ctx ends before that.
func step(ctx context.Context, p search.Places, do func(context.Context)) {
	if p.Turns != nil {
		select {
		case p.Turns <- struct{}{}:
			defer func() { <-p.Turns }()
		case <-ctx.Done():
			return
		}
	}
	s := &sliced{Context: ctx, places: p}
	defer s.end()
	if s.Err() == nil {
		do(s)
	}
}

// Err implements context.Context.
func (s *sliced) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.Context.Err(); err != nil || s.leave != nil && time.Now().Before(s.until) {
		return err
	}
	s.give()
	leave, err := s.places.Enter(s.Context)
	if err != nil {
		return err
	}
	s.leave, s.until = leave, time.Now().Add(slice)
	return nil
}

// end gives back the place.
func (s *sliced) end() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.give()
}

func (s *sliced) give() {
	if s.leave != nil {
		s.leave()
	}
	s.leave = nil
}
