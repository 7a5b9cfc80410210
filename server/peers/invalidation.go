package peers

import (
	"context"
	"sync"
	"time"
)

// barrierWait bounds how long a change that another node has told of waits for the data.
const barrierWait = 5 * time.Second

// An Invalidation tells other nodes that something in the data has changed of which they hold a
// copy in memory. It counts the changes of its node, so that one message stands for all before it.
type Invalidation struct {
	cluster *Cluster
	subject string
	changed func()

	mu      sync.Mutex
	own     int64            // changes here; it begins with the time, so that a node's next run has others
	seen    map[string]int64 // of other nodes, what each has told last
	behind  bool             // changed has not been called with all of these in the data
	running bool
}

// NewInvalidation returns an invalidation. changed is called, in a goroutine of its own, after
// other nodes have told of changes and once this node's data has them: not for each, and never
// twice at a time.
func NewInvalidation(c *Cluster, subject string, changed func()) *Invalidation {
	v := &Invalidation{cluster: c, subject: subject, changed: changed, own: time.Now().UnixNano(), seen: make(map[string]int64)}
	Subscribe(c, subject, v.hear)
	return v
}

// Announce tells the others that something has changed. The change must be stored.
func (v *Invalidation) Announce() {
	v.mu.Lock()
	v.own++
	v.mu.Unlock()
	v.Repeat()
}

// Repeat tells the others again, who may not have heard of it. It is called each time in Every.
func (v *Invalidation) Repeat() {
	v.mu.Lock()
	own := v.own
	v.mu.Unlock()
	Publish(v.cluster, v.subject, own)
}

// hear notes what another node tells.
func (v *Invalidation) hear(from string, count int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.behind = v.behind || v.seen[from] != count
	v.seen[from] = count
	if v.behind && !v.running {
		v.running = true
		go v.catchUp()
	}
}

// catchUp calls changed until nothing is new. If the data cannot be had it gives up, and the next
// message tries again.
func (v *Invalidation) catchUp() {
	for again := true; again; {
		v.mu.Lock()
		v.behind = false
		v.mu.Unlock()
		ctx, cancel := context.WithTimeout(context.Background(), barrierWait)
		err := v.cluster.Barrier(ctx)
		cancel()
		v.cluster.guard(v.changed) // even if the data is not complete: then again
		v.mu.Lock()
		again = v.behind && err == nil
		v.behind = v.behind || err != nil
		v.running = again
		v.mu.Unlock()
	}
}
