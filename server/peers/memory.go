package peers

import (
	"context"
	"sync"
)

// A Memory connects nodes that are in one process, as in tests. The zero Memory is ready to
// use. Publish returns when all have had the message, so fn must not publish on its own subject.
type Memory struct {
	mu   sync.Mutex
	subs map[*subscription]struct{}
	lost func(from, to, subject string) bool
}

type subscription struct {
	node, subject string
	fn            func(from string, data []byte)
	turn          sync.Mutex // one message at a time
}

// Join returns the cluster as a new node sees it.
func (m *Memory) Join(node string, number int) *Cluster {
	return &Cluster{Bus: seat{m, node}, Node: node, Number: number, Barrier: func(context.Context) error { return nil }, Reach: func() error { return nil }}
}

// Lose loses the messages for which lost returns true; nil loses none.
func (m *Memory) Lose(lost func(from, to, subject string) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lost = lost
}

// A seat is a Memory as one node sees it.
type seat struct {
	memory *Memory
	node   string
}

// Publish implements Bus.
func (s seat) Publish(subject string, data []byte) {
	m := s.memory
	m.mu.Lock()
	var to []*subscription
	for sub := range m.subs {
		if sub.subject == subject && (m.lost == nil || !m.lost(s.node, sub.node, subject)) {
			to = append(to, sub)
		}
	}
	m.mu.Unlock()
	for _, sub := range to {
		sub.turn.Lock()
		sub.fn(s.node, data)
		sub.turn.Unlock()
	}
}

// Subscribe implements Bus.
func (s seat) Subscribe(subject string, fn func(from string, data []byte)) (stop func()) {
	m := s.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	sub := &subscription{node: s.node, subject: subject, fn: fn}
	if m.subs == nil {
		m.subs = make(map[*subscription]struct{})
	}
	m.subs[sub] = struct{}{}
	return func() {
		m.mu.Lock()
		defer m.mu.Unlock()
		delete(m.subs, sub)
	}
}
