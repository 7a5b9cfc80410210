package hub

import (
	"context"
	"maps"
	"slices"
	"sync"

	"boardwalk/server/mailbox"
)

// The readers of a view that changes are the sessions that are told of it.
type readers[T any] struct {
	mu  sync.Mutex
	all map[*reader[T]]struct{}
}

type reader[T any] struct {
	mailbox.Box[T] // closed when the watch is over

	session *Session
	told    T // what it was told last; guarded by the lock of the readers
}

// add adds a session until ctx ends, which is told what there is now.
func (rs *readers[T]) add(ctx context.Context, s *Session, now T) *reader[T] {
	r := &reader[T]{session: s, told: now}
	r.Put(now)
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.all == nil {
		rs.all = make(map[*reader[T]]struct{})
	}
	rs.all[r] = struct{}{}
	context.AfterFunc(ctx, func() {
		rs.mu.Lock()
		defer rs.mu.Unlock()
		delete(rs.all, r)
		r.Close()
	})
	return r
}

func (rs *readers[T]) list() []*reader[T] {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return slices.Collect(maps.Keys(rs.all))
}

// tell tells a reader what there is now, unless that is the same as before. It never waits.
func (rs *readers[T]) tell(r *reader[T], now T, same func(a, b T) bool) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if !same(r.told, now) {
		r.told = now
		r.Put(now)
	}
}
