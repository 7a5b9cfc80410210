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
	waiting []*conn                  // oldest first
	logins  map[netip.Prefix]*bucket // by address
}

// loginsKept is the number of addresses whose logins are remembered.
const loginsKept = 4096

func newGate(limits Limits) *gate {
	return &gate{limits: limits, logins: make(map[netip.Prefix]*bucket)}
}

// enter lets a connection wait, unless its address makes too many.
func (g *gate) enter(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed || !g.mayLogin(c.from) {
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

func (g *gate) mayLogin(from netip.Prefix) bool {
	now := time.Now()
	b := g.logins[from]
	if b == nil {
		g.forget(now)
		b = newBucket(g.limits.Logins, g.limits.LoginsSecond, now)
		g.logins[from] = b
	}
	return b.take(1, now)
}

// forget makes room for one more address: those that have been quiet go
// first, and all where that does not do.
func (g *gate) forget(now time.Time) {
	if len(g.logins) < loginsKept {
		return
	}
	for from, b := range g.logins {
		if b.full(now) {
			delete(g.logins, from)
		}
	}
	if len(g.logins) >= loginsKept {
		clear(g.logins)
	}
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

// A bucket is a token bucket: it holds so much at once and fills at a rate.
// It is not safe for more than one goroutine.
type bucket struct {
	size, rate, level float64
	at                time.Time
}

// newBucket is a full bucket; perSecond is how fast it fills.
func newBucket(size, perSecond int, now time.Time) *bucket {
	return &bucket{size: float64(size), rate: float64(perSecond), level: float64(size), at: now}
}

// take takes n out, or nothing and returns false.
func (b *bucket) take(n int, now time.Time) bool {
	b.fill(now)
	if b.level < float64(n) {
		return false
	}
	b.level -= float64(n)
	return true
}

func (b *bucket) full(now time.Time) bool {
	b.fill(now)
	return b.level == b.size
}

func (b *bucket) fill(now time.Time) {
	b.level = min(b.size, b.level+b.rate*now.Sub(b.at).Seconds())
	b.at = now
}
