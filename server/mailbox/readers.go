package mailbox

import (
	"context"
	"maps"
	"sync"
)

// Readers are the boxes of those who follow one view that changes, each with who that is. The zero
// Readers are none, and ready to use. Any number of goroutines may use them.
type Readers[Who, T any] struct {
	mu    sync.Mutex
	boxes map[*Box[T]]Who
}

// Add returns a box that is empty, for somebody who follows the view until ctx ends.
func (rs *Readers[Who, T]) Add(ctx context.Context, who Who) *Box[T] {
	box := new(Box[T])
	rs.mu.Lock()
	defer rs.mu.Unlock()
	if rs.boxes == nil {
		rs.boxes = make(map[*Box[T]]Who)
	}
	rs.boxes[box] = who
	context.AfterFunc(ctx, func() { rs.Remove(box) })
	return box
}

// All returns the boxes there are now. The map is the caller's.
func (rs *Readers[Who, T]) All() map[*Box[T]]Who {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	return maps.Clone(rs.boxes)
}

// Remove closes a box, which is none of All from then on. It may be called twice.
func (rs *Readers[Who, T]) Remove(box *Box[T]) {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	delete(rs.boxes, box)
	box.Close()
}

// RemoveAll calls Remove for All.
func (rs *Readers[Who, T]) RemoveAll() {
	for box := range rs.All() {
		rs.Remove(box)
	}
}
