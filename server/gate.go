package server

import (
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// A gate holds the connections that have not authenticated. When it is full,
// the oldest must go: who refuses the newest lets a flood lock everyone out.
type gate struct {
	limits Limits

	mu      sync.Mutex
	closed  bool
	waiting []*conn // oldest first
	logins  *rates
}

func newGate(limits Limits) *gate {
	return &gate{limits: limits, logins: newRates(limits.Logins, limits.LoginsSecond)}
}

// enter lets a connection wait, unless its address makes too many.
func (g *gate) enter(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed || !g.logins.take(c.from, time.Now()) {
		return false
	}
	var same []*conn
	for _, o := range g.waiting {
		if o.from == c.from {
			same = append(same, o)
		}
	}
	if len(same) >= g.limits.HalfOpenEach {
		g.evict(same[0])
	}
	if len(g.waiting) >= g.limits.HalfOpen {
		g.evict(g.waiting[0])
	}
	g.waiting = append(g.waiting, c)
	return true
}

func (g *gate) evict(c *conn) {
	g.remove(c)
	_ = c.Conn.Close()
}

// leave forgets a connection that has authenticated or ended.
func (g *gate) leave(c *conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.remove(c)
}

func (g *gate) remove(c *conn) {
	if i := slices.Index(g.waiting, c); i >= 0 {
		g.waiting = slices.Delete(g.waiting, i, i+1)
	}
}

// held is the number of connections that wait.
func (g *gate) held() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting)
}

// close drops all that wait and lets nobody in any more.
func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for len(g.waiting) > 0 {
		g.evict(g.waiting[0])
	}
}

// network is who counts as one address: an IPv4 address, or an IPv6 /64, of
// which one customer has all. Other addresses are all the same.
func network(addr net.Addr) netip.Prefix { return networkOf(addrOf(addr)) }

func networkOf(ip netip.Addr) netip.Prefix {
	bits := 32
	if ip.Is6() {
		bits = 64
	}
	p, _ := ip.Prefix(bits)
	return p
}
