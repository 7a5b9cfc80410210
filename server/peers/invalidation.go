package peers

import (
	"context"
	"sync/atomic"
	"time"
)

// barrierWait bounds how long a change that another node has told of waits for the data.
const barrierWait = 5 * time.Second

// An Invalidation tells other nodes that something in the data has changed of which they hold a
// copy in memory. It counts the changes of its node, so that one message stands for all before it.
type Invalidation struct {
	cluster *Cluster
	subject string
	own     atomic.Int64     // changes here; it begins with the time, so that a node's next run has others
	seen    map[string]int64 // of other nodes, what each has told last; only for hear
	wake    chan struct{}    // holds one
	behind  atomic.Bool      // the data was not to be had
}

// NewInvalidation returns an invalidation. changed is called, in a goroutine of its own, after
// other nodes have told of changes and once this node's data has them: not for each, and never
// twice at a time.
func NewInvalidation(c *Cluster, subject string, changed func()) *Invalidation {
	v := &Invalidation{cluster: c, subject: subject, seen: make(map[string]int64), wake: make(chan struct{}, 1)}
	v.own.Store(time.Now().UnixNano())
	if c != nil {
		go v.catchUp(changed)
	}
	Subscribe(c, subject, v.hear)
	return v
}

// Announce tells the others that something has changed. The change must be stored.
func (v *Invalidation) Announce() {
	v.own.Add(1)
	v.Repeat()
}

// Repeat tells the others again, as a message may be lost. It is called each time in Every.
func (v *Invalidation) Repeat() { Publish(v.cluster, v.subject, v.own.Load()) }

func (v *Invalidation) hear(from string, count int64) {
	if v.seen[from] == count && !v.behind.Load() {
		return
	}
	v.seen[from] = count
	select {
	case v.wake <- struct{}{}:
	default:
	}
}

// catchUp calls changed each time it is woken. If the data cannot be had, the next message wakes
// it again.
func (v *Invalidation) catchUp(changed func()) {
	for range v.wake {
		ctx, cancel := context.WithTimeout(context.Background(), barrierWait)
		err := v.cluster.Barrier(ctx)
		cancel()
		v.cluster.guard(changed) // even if the data is not complete: then again
		v.behind.Store(err != nil)
	}
}
