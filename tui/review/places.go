package review

import (
	"context"
	"sync"
	"time"
)

// Places are what the long searches of all sessions share; there is no bound where one is nil.
//
// Limit bounds the searches that run at a time, hints among them. Turns bounds the long ones
// that are in the middle of something, and so hold memory: each needs a place there for a
// step of its work, and one in Limit for as long as it runs. So a hint waits for no more of
// them than Turns has places, for a slice each.
type Places struct{ Turns, Limit chan struct{} }

// slice is how long a search runs before it lets others search.
const slice = 5 * time.Millisecond

// A sliced context is that of a step of a long search. Searches ask again and again whether
// they have to end. If a slice is over by then, the search waits until it may go on.
type sliced struct {
	context.Context
	limit chan struct{}

	mu    sync.Mutex
	until time.Time // the end of the slice
	runs  bool      // it has a place in limit
}

// step does a step of a long search as soon as there is a place for it. It does nothing if ctx
// ends before that.
func (p Places) step(ctx context.Context, do func(context.Context)) {
	if p.Turns != nil {
		select {
		case p.Turns <- struct{}{}:
			defer func() { <-p.Turns }()
		case <-ctx.Done():
			return
		}
	}
	s := &sliced{Context: ctx, limit: p.Limit}
	defer s.leave()
	if s.Err() == nil {
		do(s)
	}
}

// Err implements context.Context.
func (s *sliced) Err() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.Context.Err(); err != nil || s.runs && time.Now().Before(s.until) {
		return err
	}
	s.leaveLocked()
	if s.limit != nil {
		select {
		case s.limit <- struct{}{}:
		case <-s.Done():
			return s.Context.Err()
		}
	}
	s.runs, s.until = true, time.Now().Add(slice)
	return nil
}

// leave gives back the place.
func (s *sliced) leave() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.leaveLocked()
}

func (s *sliced) leaveLocked() {
	if s.runs && s.limit != nil {
		<-s.limit
	}
	s.runs = false
}
