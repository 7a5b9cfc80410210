// Package peerstest connects nodes that are in one process, for tests.
package peerstest

import (
	"context"
	"errors"
	"maps"
	"slices"
	"sync"

	"boardwalk/server/peers"
)

// A Memory connects nodes that are in one process. The zero Memory is ready to
// use. Publish returns when all have had the message, so fn must not publish on its own subject.
type Memory struct {
	mu      sync.Mutex
	subs    map[*subscription]struct{}
	lost    func(from, to, subject string) bool
	sending int // messages on their way
	arrived sync.Cond
}

type subscription struct {
	node, subject string
	fn            func(from string, data []byte) (answer []byte)
	turn          sync.Mutex // one message at a time
}

// Join returns the cluster as a new node sees it.
func (m *Memory) Join(node string, number int) *peers.Cluster {
	return &peers.Cluster{
		Bus: memoryBus{m, node}, Node: node, Number: number,
		Barrier: func(context.Context) error { return nil }, Reach: func() error { return nil },
	}
}

// Lose loses the messages for which lost returns true; nil loses none. Those that are on their way arrive before
// it returns.
func (m *Memory) Lose(lost func(from, to, subject string) bool) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.lost, m.arrived.L = lost, &m.mu
	for m.sending > 0 {
		m.arrived.Wait()
	}
}

// A memoryBus is a Memory as one node sees it.
type memoryBus struct {
	memory *Memory
	node   string
}

// Publish implements peers.Bus.
func (b memoryBus) Publish(subject string, data []byte) { b.send(subject, data) }

// Request implements peers.Bus.
func (b memoryBus) Request(_ context.Context, subject string, data []byte) (answer []byte, err error) {
	if answer = b.send(subject, data); answer == nil {
		err = errors.New("nobody answers")
	}
	return answer, err
}

// send sends a message, and returns an answer.
func (b memoryBus) send(subject string, data []byte) (answer []byte) {
	m := b.memory
	m.mu.Lock()
	m.sending++
	to := slices.DeleteFunc(slices.Collect(maps.Keys(m.subs)), func(sub *subscription) bool {
		return sub.subject != subject || m.lost != nil && m.lost(b.node, sub.node, subject)
	})
	m.mu.Unlock()
	for _, sub := range to {
		sub.turn.Lock()
		answer = sub.fn(b.node, data)
		sub.turn.Unlock()
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.sending--
	m.arrived.Broadcast()
	return answer
}

// Subscribe implements peers.Bus.
func (b memoryBus) Subscribe(subject string, fn func(from string, data []byte) (answer []byte)) (stop func()) {
	m := b.memory
	m.mu.Lock()
	defer m.mu.Unlock()
	sub := &subscription{node: b.node, subject: subject, fn: fn}
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
