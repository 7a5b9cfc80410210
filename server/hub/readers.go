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
	mu  sync.Mutex // guards also what the view is made of
	all map[*reader[T]]struct{}
}

type reader[T any] struct {
	mailbox.Box[T] // closed when the watch is over

	readers *readers[T]
	session *Session
	told    T // by tell, last
}

// tell tells a reader what there is now. It never waits.
func (r *reader[T]) tell(now T) {
	r.told = now
	r.Put(now)
}

// add adds a session until ctx ends, or the watch does. The lock must be held.
func (rs *readers[T]) add(ctx context.Context, s *Session) *reader[T] {
	r := &reader[T]{readers: rs, session: s}
	if rs.all == nil {
		rs.all = make(map[*reader[T]]struct{})
	}
	rs.all[r] = struct{}{}
	context.AfterFunc(ctx, r.leave)
	return r
}

func (rs *readers[T]) list() []*reader[T] {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return slices.Collect(maps.Keys(rs.all))
}

// end ends all watches. The lock must be held.
func (rs *readers[T]) end() {
	for r := range rs.all {
		r.Close()
	}
	clear(rs.all)
}

// leave ends the watch, unless it has ended.
func (r *reader[T]) leave() {
	r.readers.mu.Lock()
	defer r.readers.mu.Unlock()
	delete(r.readers.all, r)
	r.Close()
}
