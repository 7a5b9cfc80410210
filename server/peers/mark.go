package peers

import (
	"context"
	"crypto/rand"
	"sync"
	"time"
)

// barrierWait bounds how long a change that another node has told of waits for the data.
const barrierWait = 5 * time.Second

// A Mark tells other nodes that something in the data has changed of which they hold a copy in
// memory. It counts the changes of its node, so that one message stands for all before it.
type Mark struct {
	cluster *Cluster
	subject string
	changed func()
	stop    func()

	mu      sync.Mutex
	own     count
	told    map[string]count // by node, what it has told last
	done    map[string]count // and for which of it changed was called
	running bool
}

// A count is how often something has changed on a node since it began.
type count struct {
	Run   string `json:"run"` // of the node
	Count uint64 `json:"count"`
}

// NewMark returns a mark. changed is called, in a goroutine of its own, after other nodes have
// told of changes and once this node's data has them: not for each, and never twice at a time.
func NewMark(c *Cluster, subject string, changed func()) *Mark {
	m := &Mark{
		cluster: c, subject: subject, changed: changed, own: count{Run: rand.Text()},
		told: make(map[string]count), done: make(map[string]count),
	}
	m.stop = Subscribe(c, subject, m.hear)
	return m
}

// Changed tells the others that something has changed. The change must be stored.
func (m *Mark) Changed() {
	m.mu.Lock()
	m.own.Count++
	m.mu.Unlock()
	m.Repeat()
}

// Repeat tells the others again, who may not have heard of it. It is called each time in Every.
func (m *Mark) Repeat() {
	m.mu.Lock()
	own := m.own
	m.mu.Unlock()
	Publish(m.cluster, m.subject, own)
}

// Stop ends what NewMark began.
func (m *Mark) Stop() { m.stop() }

// hear notes what another node tells.
func (m *Mark) hear(from string, told count) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if before := m.told[from]; before.Run == told.Run && before.Count > told.Count {
		return // it comes late
	}
	m.told[from] = told
	if m.done[from] != told && !m.running {
		m.running = true
		go m.catchUp()
	}
}

// catchUp calls changed until there is nothing new. If the data cannot be had it gives up, and
// the next message tries again.
func (m *Mark) catchUp() {
	for {
		news := m.news()
		if len(news) == 0 {
			return
		}
		ctx, cancel := context.WithTimeout(context.Background(), barrierWait)
		err := m.cluster.Barrier(ctx)
		cancel()
		m.changed() // even if the data is not complete: then again
		m.mu.Lock()
		if err != nil {
			m.running = false
			m.mu.Unlock()
			return
		}
		for node, told := range news {
			m.done[node] = told
		}
		m.mu.Unlock()
	}
}

// news returns what has been told and not been seen to. If there is nothing, catchUp ends.
func (m *Mark) news() map[string]count {
	m.mu.Lock()
	defer m.mu.Unlock()
	news := make(map[string]count)
	for node, told := range m.told {
		if m.done[node] != told {
			news[node] = told
		}
	}
	m.running = len(news) > 0
	return news
}
