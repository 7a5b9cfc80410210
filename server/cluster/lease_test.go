package cluster

import (
	"testing"
	"time"
)

func TestLease(t *testing.T) {
	t.Parallel()
	name := newName()
	short := func(c *Config) { c.leaseTime = time.Second }
	var nodes [copies]*Cluster
	var leases [copies]*Lease
	for i := range copies {
		nodes[i] = joinAs(t, name, i, short)
	}
	for i := range copies {
		leases[i] = nodes[i].Lease("sweep")
	}
	holder := func() (held int) {
		held = -1
		for i, l := range leases {
			if l != nil && l.Held() {
				if held >= 0 {
					t.Fatalf("nodes %d and %d hold the lease", held, i)
				}
				held = i
			}
		}
		return held
	}
	eventually(t, "one node has the lease", func() bool { return holder() >= 0 })
	first := holder()
	other := nodes[first].Lease("another")
	eventually(t, "that node has another lease", other.Held)
	renewed := leases[first].ends()
	eventually(t, "it renews the lease", func() bool { return holder() == first && leases[first].ends().After(renewed) })

	leases[first].Release()
	if leases[first].Held() {
		t.Error("a lease is held that was released")
	}
	leases[first] = nil
	eventually(t, "another node has the lease", func() bool { return holder() >= 0 })

	second := holder()
	nodes[second].conn.Close() // it cannot give it back
	eventually(t, "a third node has the lease", func() bool { return holder() >= 0 && holder() != second })
	if !other.Held() {
		t.Error("the first node has lost its other lease")
	}
}

// A node whose renewal was done, but not answered, still has the lease.
func TestLeaseUnanswered(t *testing.T) {
	t.Parallel()
	c := joinAs(t, newName(), 0)
	l := &Lease{c: c, name: "sweep"}
	l.renew(timeout(t))
	if !l.Held() {
		t.Fatal("nobody else wants the lease, but it is not held")
	}
	if _, err := c.leases.Update(timeout(t), l.name, []byte(c.instance), l.revision); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		l.renew(timeout(t))
		if !l.Held() {
			t.Fatal("the lease is lost after an answer was")
		}
	}
	if _, err := c.leases.Update(timeout(t), l.name, []byte("another node"), l.revision); err != nil {
		t.Fatal(err)
	}
	l.renew(timeout(t))
	if l.Held() {
		t.Error("the lease is held that another node has")
	}
}

// ends returns when the hold ends unless it is renewed.
func (l *Lease) ends() time.Time {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.until
}
