package search

import (
	"context"
	"sync/atomic"
	"time"
)

// A Queue is of short searches, each of which has to end with its context. They share the time that is
// left, so that each has a little of it rather than a few all. The zero Queue is empty.
type Queue struct{ asking atomic.Int64 }

// A Share is the context of a search that has a place. It ends once the part of the time is over that
// is left for it with so many in the queue, and a tenth of the time before the context that it was made
// from, as others may wait for the answer. It tells only those who ask Err.
type Share struct {
	context.Context
	queue  *Queue
	places int64
	asked  time.Time // for the place
	since  time.Time // when it had it
	cancel func()
	leave  func()
}

// Enter returns a Share once it has a place in p. The error is that of ctx if it ends first. The search
// may run in one goroutine only, and so may End, which gives the place back.
func (q *Queue) Enter(ctx context.Context, p Places) (*Share, error) {
	q.asking.Add(1)
	asked := time.Now()
	leave, err := p.Enter(ctx)
	if err != nil {
		q.asking.Add(-1)
		return nil, err
	}
	s := &Share{queue: q, places: int64(cap(p.Limit)), asked: asked, since: time.Now(), leave: leave}
	s.Context, s.cancel = context.WithCancel(ctx)
	return s, nil
}

// Err implements context.Context.
func (s *Share) Err() error {
	if until, ok := s.Deadline(); ok {
		left, asking := until.Sub(s.since)*9/10, s.queue.asking.Load()
		if s.places > 0 && asking > s.places {
			left = left * time.Duration(s.places) / time.Duration(asking)
		}
		if time.Since(s.since) > left {
			s.cancel()
		}
	}
	return s.Context.Err()
}

// Whole reports whether a search that is over was not cut short because others waited: it ended by
// itself, or has had most of the time since its place was asked for.
func (s *Share) Whole() bool {
	until, ok := s.Deadline()
	return s.Err() == nil || ok && time.Since(s.since) > until.Sub(s.asked)*8/10
}

// End gives the place back.
func (s *Share) End() {
	s.cancel()
	s.leave()
	s.queue.asking.Add(-1)
}
