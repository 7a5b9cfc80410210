package cluster

import (
	"testing"

	"boardwalk/server/peers"
)

func TestNumbers(t *testing.T) {
	t.Parallel()
	name := newName()
	a, b := joinAs(t, name, 0), joinAs(t, name, 1)
	for i, c := range []*Cluster{a, b, a, b} {
		if _, err := c.enter(timeout(t)); err != nil || c.Number() != 1+i%2 {
			t.Errorf("node %d has number %d, %v", i%2, c.Number(), err)
		}
	}
	for i := 2; i < peers.Most; i++ {
		other := joinAs(t, name, 2, func(c *Config) { c.Node = "other-" + string(rune('a'+i)) })
		if _, err := other.enter(timeout(t)); err != nil || other.Number() != i+1 {
			t.Errorf("node %d has number %d, %v", i, other.Number(), err)
		}
	}
	late := joinAs(t, name, 2, func(c *Config) { c.Node = "late" })
	if _, err := late.enter(timeout(t)); err == nil {
		t.Errorf("one node too many has number %d", late.Number())
	}
}
