package gate

import (
	"net"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"
)

// honestSilence is how long an honest client stays silent at most. Most send their
// version as soon as they have connected, some when they have seen the server's.
const honestSilence = 100 * time.Millisecond

// What each connection adds to the penalty of its address. Penalties run out as time
// passes, so that nobody is shut out for a mistyped name or a line that drops five times.
// An address that keeps trying while it is blocked stays blocked longer, but only if it
// tries more than four times a second, so that a client that retries now and then does not
// keep its neighbours out.
const (
	forLateness = 5 * time.Second        // no login within Limits.Handshake
	forRefusal  = 3 * time.Second        // all attempts to log in were refused
	forSilence  = 2 * time.Second        // the client sent nothing
	forLeaving  = time.Second            // any other end before a login, or an eviction
	forFlood    = 250 * time.Millisecond // a connection refused at once, or almost
)

// A Conn is a connection that a Gate has let in. If it came from a proxy, its remote
// address is the client's. The methods that a net.Conn does not have are safe for
// concurrent use.
type Conn struct {
	net.Conn
	gate   *Gate
	source netip.Prefix
	exempt bool        // no limit per address applies to it
	spoke  atomic.Bool // the client has sent something

	// The gate's mutex guards these.
	usage    *usage
	since    time.Time
	admitted bool // it has authenticated
	crowded  bool
}

// Read implements net.Conn. It also notes that the client has sent something.
func (c *Conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 && !c.spoke.Load() {
		c.spoke.Store(true)
	}
	return n, err
}

// Crowded reports whether the connection came when its address had as many as it may. It
// waits all the same, so that its client can be told why it may not log in.
func (c *Conn) Crowded() bool {
	c.gate.mu.Lock()
	defer c.gate.mu.Unlock()
	return c.crowded
}

// Admit takes the connection out of the waiting ones: its client has authenticated. It
// returns false if the connection was evicted before.
func (c *Conn) Admit() bool {
	g := c.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if !slices.Contains(g.queue, c) {
		return false
	}
	c.admitted = true
	c.usage.admitted++
	return g.remove(c)
}

// End tells the gate that the connection has ended, which it does not close. If the client
// had not authenticated, its address is penalised, and more so if the client was refused.
// Only the first call has an effect.
func (c *Conn) End(refused bool) {
	g := c.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case c.admitted:
		c.admitted = false
		c.usage.admitted--
		g.forget(c)
	case !g.remove(c):
	case g.config.Now().Sub(c.since) >= g.config.Handshake:
		g.penalise(c, forLateness)
	case refused && !c.crowded:
		g.penalise(c, forRefusal)
	default:
		g.penalise(c, c.leavingPenalty())
	}
}

// Acquire reserves a place for a session of the connection's address. It reports whether
// one was left and the address does not begin sessions faster than it may open
// connections. There is none for a connection that was not admitted, or has ended.
func (c *Conn) Acquire() bool {
	g := c.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	if !c.admitted {
		return false
	}
	if !c.exempt && (c.usage.sessions >= g.config.PerAddress || !g.sessions.Allow(1, g.config.Now(), c.source)) {
		g.config.TurnedAway(c.source, ByCrowd)
		return false
	}
	c.usage.sessions++
	return true
}

// Release returns a place that Acquire reserved.
func (c *Conn) Release() {
	g := c.gate
	g.mu.Lock()
	defer g.mu.Unlock()
	c.usage.sessions--
	g.forget(c)
}

// weight returns how strongly a waiting connection is preferred for eviction.
func (c *Conn) weight(now time.Time) int {
	const silence = 1 << 20 // more than any number of connections waiting
	weight := 1
	if !c.exempt {
		weight = c.usage.waiting
	}
	if !c.spoke.Load() && now.Sub(c.since) >= honestSilence {
		weight += silence
	}
	return weight
}

// leavingPenalty returns the penalty for a client that left before it had authenticated.
func (c *Conn) leavingPenalty() time.Duration {
	if c.spoke.Load() {
		return forLeaving
	}
	return forSilence
}
