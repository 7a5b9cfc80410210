// Package mailbox holds what one session sees of something that changes, such as a table or
// a race, until the session takes it.
package mailbox

import "sync"

// A Box is an [arcade.Watch] that holds the newest view that was put into it. The zero Box
// is empty and ready to use. Any number of goroutines may put views into it, and none of
// them ever waits.
type Box[T any] struct {
	mu     sync.Mutex
	view   T
	full   bool
	closed bool
	wake   func() // who waits; nil if nobody does
}

// Put replaces the view that nobody has taken yet. After Close it does nothing.
func (m *Box[T]) Put(view T) {
	m.change(func() {
		if !m.closed {
			m.view, m.full = view, true
		}
	})
}

// Close ends the watch after the view that nobody has taken yet. It may be called twice.
func (m *Box[T]) Close() { m.change(func() { m.closed = true }) }

// change makes a change, then wakes who waits.
func (m *Box[T]) change(do func()) {
	m.mu.Lock()
	do()
	wake := m.wake
	m.wake = nil
	m.mu.Unlock()
	if wake != nil {
		wake()
	}
}

// Notify implements [arcade.Notifier].
func (m *Box[T]) Notify(wake func()) {
	m.mu.Lock()
	waits := !m.full && !m.closed
	if waits {
		m.wake = wake
	}
	m.mu.Unlock()
	if !waits {
		wake()
	}
}

// Latest returns the view that was put last, whether or not somebody has taken it.
func (m *Box[T]) Latest() T {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.view
}

// Next implements [arcade.Watch].
func (m *Box[T]) Next() (view T, ok bool) {
	ready := make(chan struct{})
	m.Notify(func() { close(ready) })
	<-ready
	m.mu.Lock()
	defer m.mu.Unlock()
	if ok = m.full; ok {
		view, m.full = m.view, false
	}
	return view, ok
}
