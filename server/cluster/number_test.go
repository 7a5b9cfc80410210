package cluster

import "testing"

func TestNumbers(t *testing.T) {
	t.Parallel()
	name := newName()
	a, b := joinAs(t, name, 0), joinAs(t, name, 1)
	for i, c := range []*Cluster{a, b, a, b} {
		if n, err := c.Number(timeout(t)); err != nil || n != 1+i%2 {
			t.Errorf("node %d has number %d, %v", i%2, n, err)
		}
	}
	for i := 2; i < MostNodes; i++ {
		other := joinAs(t, name, 2, func(c *Config) { c.Node = "other-" + string(rune('a'+i)) })
		if n, err := other.Number(timeout(t)); err != nil || n != i+1 {
			t.Errorf("node %d has number %d, %v", i, n, err)
		}
	}
	late := joinAs(t, name, 2, func(c *Config) { c.Node = "late" })
	if n, err := late.Number(timeout(t)); err == nil {
		t.Errorf("one node too many has number %d", n)
	}
}
