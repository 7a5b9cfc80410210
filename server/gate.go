package server

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"boardwalk/server/limit"
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

// A refusalReason is why a connection is turned away; it is a label of the metrics.
type refusalReason string

// The refusals.
const (
	byPenalty  refusalReason = "penalty"  // its address is blocked for a while
	byRate     refusalReason = "rate"     // its address opens connections too fast
	byCrowd    refusalReason = "crowd"    // its address has as many connections as it may
	byEviction refusalReason = "eviction" // it had not logged in yet and made room for another
	byProxy    refusalReason = "proxy"    // its proxy did not name the client
	byClosing  refusalReason = "closing"  // the server is shutting down
)

// A gate holds the connections that have not authenticated, counts the others by address,
// and remembers which addresses misbehaved.
//
// OpenSSH guards the same place with MaxStartups: from "start" connections on it refuses
// new ones at random, and at "full" all of them. As a flood makes up nearly all of the
// new ones, that lets it lock everyone out. Here a waiting connection costs no process,
// so the gate fills all its places and then evicts one for each new connection: first one
// that has been silent for longer than honest clients are, then one whose address has the
// most connections waiting, then the oldest. Every flood matches one of these; an honest
// login matches none in the moment that it takes.
type gate struct {
	limits Limits
	now    func() time.Time

	mu        sync.Mutex // also guards the fields of each conn that belong to the gate
	closed    bool
	queue     []*conn // in order of arrival; for a proxied connection, of when its client was named
	usage     map[netip.Prefix]*sourceUsage
	logins    *limit.Rate
	sessions  *limit.Rate // sessions that begin
	penalties limit.Penalties

	complained *limit.Hourly // proxies that the log has complained of
}

// A sourceUsage counts what one address, or one IPv6 /64, uses of the server.
type sourceUsage struct{ waiting, admitted, sessions int }

func newGate(limits Limits) *gate {
	return &gate{
		limits: limits, now: time.Now,
		usage: make(map[netip.Prefix]*sourceUsage), logins: limit.NewRate(limits.Logins, limits.LoginsSecond),
		sessions:   limit.NewRate(limits.Logins, limits.LoginsSecond),
		complained: limit.NewHourly(1),
	}
}

// enter lets a connection wait, or returns why it may not. A connection over its
// address's limit may still wait, marked as crowded, so that its client can be told why
// it may not log in.
func (g *gate) enter(c *conn) (why refusalReason) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if why := g.check(c, now); why != "" {
		c.metrics.countTurnedAway(why)
		return why
	}
	usage := g.usage[c.source]
	if usage == nil {
		usage = new(sourceUsage)
		g.usage[c.source] = usage
	}
	usage.waiting++
	if !c.exempt {
		if c.crowded = usage.waiting+usage.admitted > g.limits.PerAddress; c.crowded {
			c.metrics.countTurnedAway(byCrowd)
		}
		if usage.waiting > g.limits.UnauthenticatedPerAddress {
			g.evict(usage)
		}
	}
	if len(g.queue) >= g.limits.Unauthenticated {
		g.evict(nil)
	}
	c.usage = usage
	if c.since.IsZero() {
		c.since = now
	}
	g.queue = append(g.queue, c)
	return ""
}

// check returns why a connection may not even wait, or "".
func (g *gate) check(c *conn, now time.Time) refusalReason {
	switch {
	case g.closed:
		return byClosing
	case c.exempt:
		return ""
	case g.penalties.Blocked(c.source, now):
		g.penalties.Add(c.source, forFlood, now)
		return byPenalty
	case !g.logins.Allow(c.source, now):
		g.penalties.Add(c.source, forFlood, now)
		return byRate
	}
	return ""
}

// evict closes one of the waiting connections: of one source, or of all if of is nil.
func (g *gate) evict(of *sourceUsage) {
	now := g.now()
	var worst *conn
	for _, c := range g.queue {
		if (of == nil || c.usage == of) && (worst == nil || c.weight(now) > worst.weight(now)) {
			worst = c
		}
	}
	g.remove(worst)
	if now.Sub(worst.since) < honestSilence {
		g.penalise(worst, forFlood) // it had no time to send anything
	} else {
		g.penalise(worst, worst.leavingPenalty())
	}
	worst.metrics.countTurnedAway(byEviction)
	_ = worst.Conn.Close()
}

// weight returns how strongly a connection is preferred for eviction.
func (c *conn) weight(now time.Time) int {
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

// admit takes a connection that has authenticated out of the waiting ones. It returns
// false if the connection was evicted before.
func (g *gate) admit(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !slices.Contains(g.queue, c) {
		return false
	}
	c.admitted = true
	c.usage.admitted++
	return g.remove(c)
}

// end forgets a connection that has ended. If it had not authenticated, its address is
// penalised, and more so if the client was refused.
func (g *gate) end(c *conn, refused bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case c.admitted:
		c.admitted = false
		c.usage.admitted--
		g.forget(c)
	case !g.remove(c):
	case g.now().Sub(c.since) >= g.limits.Handshake:
		g.penalise(c, forLateness)
	case refused && !c.crowded:
		g.penalise(c, forRefusal)
	default:
		g.penalise(c, c.leavingPenalty())
	}
}

// leavingPenalty returns the penalty for a client that left before it had authenticated.
func (c *conn) leavingPenalty() time.Duration {
	if c.spoke.Load() {
		return forLeaving
	}
	return forSilence
}

func (g *gate) penalise(c *conn, much time.Duration) {
	if !c.exempt {
		g.penalties.Add(c.source, much, g.now())
	}
}

// leave removes a waiting connection that will enter again under its client's address. It
// returns false if the connection was evicted.
func (g *gate) leave(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.remove(c)
}

// acquire reserves a place for a session of the connection's address. It reports whether
// one was left and the address does not begin sessions faster than it may open
// connections.
func (g *gate) acquire(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !c.admitted {
		return false // it has ended, or was evicted
	}
	if !c.exempt && (c.usage.sessions >= g.limits.PerAddress || !g.sessions.Allow(c.source, g.now())) {
		c.metrics.countTurnedAway(byCrowd)
		return false
	}
	c.usage.sessions++
	return true
}

// release returns the place that acquire reserved.
func (g *gate) release(c *conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.usage.sessions--
	g.forget(c)
}

// remove takes a connection out of the waiting ones. It reports whether it was one of
// them.
func (g *gate) remove(c *conn) bool {
	i := slices.Index(g.queue, c)
	if i < 0 {
		return false
	}
	g.queue = slices.Delete(g.queue, i, i+1)
	c.usage.waiting--
	g.forget(c)
	return true
}

// forget drops the usage of a connection's source once it is zero.
func (g *gate) forget(c *conn) {
	if *c.usage == (sourceUsage{}) && g.usage[c.source] == c.usage {
		delete(g.usage, c.source)
	}
}

// waiting returns the number of waiting connections.
func (g *gate) waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.queue)
}

// close drops all waiting connections and lets no more in.
func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for len(g.queue) > 0 {
		c := g.queue[0]
		g.remove(c)
		_ = c.Conn.Close()
	}
}
