package cluster

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/nats-io/nats.go/jetstream"
)

// leaseTime is how long a lease is kept for a node that does not renew it.
const leaseTime = 10 * time.Second

// A Lease lets one node at a time do what one is enough for. It is for work that does no harm
// when two do it: a node that was stopped for a while may believe that it still holds one.
type Lease struct {
	c      *Cluster
	name   string
	cancel context.CancelFunc
	done   chan struct{}

	revision uint64 // of the key, or 0 if another node has it

	mu    sync.Mutex
	until time.Time // when this node's hold ends, if it does not renew it
}

// Held reports whether this node holds the lease.
func (l *Lease) Held() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return time.Now().Before(l.until)
}

// Release gives the lease up, so that another node may hold it at once.
func (l *Lease) Release() {
	l.cancel()
	<-l.done
}

func (l *Lease) run(ctx context.Context) {
	defer close(l.done)
	each(ctx, l.c.leaseTime/3, func() { l.renew(ctx) })
	l.hold(time.Time{})
	if l.revision != 0 {
		ctx, cancel := context.WithTimeout(context.Background(), time.Second)
		defer cancel()
		_ = l.c.leases.Delete(ctx, l.name, jetstream.LastRevision(l.revision)) // else it ends by itself
	}
}

func (l *Lease) hold(until time.Time) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.until = until
}

// renew takes the lease, or renews it. The key lives for the whole time from when the server
// has it, and this node counts less from when it asked.
func (l *Lease) renew(ctx context.Context) {
	asked := time.Now()
	ctx, cancel := context.WithTimeout(ctx, l.c.leaseTime/3)
	defer cancel()
	var revision uint64
	var err error
	if l.revision == 0 {
		revision, err = l.c.leases.Create(ctx, l.name, []byte(l.c.instance))
	} else {
		revision, err = l.c.leases.Update(ctx, l.name, []byte(l.c.instance), l.revision)
	}
	switch {
	case err == nil:
		l.revision = revision
		l.hold(asked.Add(l.c.leaseTime * 2 / 3))
	case errors.Is(err, jetstream.ErrKeyExists) || wrongLast(err):
		// Another node has it, unless the answer to an earlier call was lost.
		l.revision = 0
		if e, err := l.c.leases.Get(ctx, l.name); err == nil && string(e.Value()) == l.c.instance {
			l.revision = e.Revision()
		} else {
			l.hold(time.Time{})
		}
	}
}
