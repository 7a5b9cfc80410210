package server

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// hush is how long an honest client stays silent at most. Most send their version as soon
// as they have connected, some when they have seen the server's.
const hush = 100 * time.Millisecond

// A refusal is the reason why a connection is turned away; it is a label of the metrics.
type refusal string

// The refusals.
const (
	byPenalty  refusal = "penalty"  // its address is blocked for a while
	byRate     refusal = "rate"     // its address opens connections too fast
	byCrowd    refusal = "crowd"    // its address has as many connections as it may
	byEviction refusal = "eviction" // it had not logged in yet and made room for another
	byProxy    refusal = "proxy"    // its proxy did not name the client
	byClosing  refusal = "closing"  // the server is shutting down
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
	waiting   []*conn // in order of arrival; for a proxied connection, of when its client was named
	sources   map[netip.Prefix]*source
	logins    *rates
	sittings  *rates // sessions that begin
	penalties penalties

	told *hourly // proxies that the log has complained of
}

// A source counts what one address, or one IPv6 /64, uses of the server.
type source struct{ waiting, in, sessions int }

func newGate(limits Limits) *gate {
	return &gate{
		limits: limits, now: time.Now,
		sources: make(map[netip.Prefix]*source), logins: newRates(limits.Logins, limits.LoginsSecond),
		sittings: newRates(limits.Logins, limits.LoginsSecond), penalties: make(penalties),
		told: newHourly(1),
	}
}

// enter lets a connection wait, or returns why it may not. A connection over its
// address's limit may still wait, marked as crowded, so that its client can be told why
// it may not log in.
func (g *gate) enter(c *conn) (why refusal) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.now()
	if why := g.judge(c, now); why != "" {
		c.meters.turnAway(why)
		return why
	}
	from := g.sources[c.from]
	if from == nil {
		from = new(source)
		g.sources[c.from] = from
	}
	from.waiting++
	if !c.exempt {
		if c.crowded = from.waiting+from.in > g.limits.Each; c.crowded {
			c.meters.turnAway(byCrowd)
		}
		if from.waiting > g.limits.HalfOpenEach {
			g.evict(from)
		}
	}
	if len(g.waiting) >= g.limits.HalfOpen {
		g.evict(nil)
	}
	c.source = from
	if c.since.IsZero() {
		c.since = now
	}
	g.waiting = append(g.waiting, c)
	return ""
}

// judge returns why a connection may not even wait, or "".
func (g *gate) judge(c *conn, now time.Time) refusal {
	switch {
	case g.closed:
		return byClosing
	case c.exempt:
		return ""
	case g.penalties.hold(c.from, now):
		g.penalties.add(c.from, forFlood, now)
		return byPenalty
	case !g.logins.take(c.from, now):
		g.penalties.add(c.from, forFlood, now)
		return byRate
	}
	return ""
}

// evict closes one of the waiting connections: of one source, or of all if of is nil.
func (g *gate) evict(of *source) {
	now := g.now()
	var worst *conn
	for _, c := range g.waiting {
		if (of == nil || c.source == of) && (worst == nil || c.weight(now) > worst.weight(now)) {
			worst = c
		}
	}
	g.remove(worst)
	if now.Sub(worst.since) < hush {
		g.penalise(worst, forFlood) // it had no time to send anything
	} else {
		g.penalise(worst, worst.leaving())
	}
	worst.meters.turnAway(byEviction)
	_ = worst.Conn.Close()
}

// weight returns how strongly a connection is preferred for eviction.
func (c *conn) weight(now time.Time) int {
	const silence = 1 << 20 // more than any number of connections waiting
	weight := 1
	if !c.exempt {
		weight = c.source.waiting
	}
	if !c.spoke.Load() && now.Sub(c.since) >= hush {
		weight += silence
	}
	return weight
}

// admit takes a connection that has authenticated out of the waiting ones. It returns
// false if the connection was evicted before.
func (g *gate) admit(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !slices.Contains(g.waiting, c) {
		return false
	}
	c.in = true
	c.source.in++
	return g.remove(c)
}

// end forgets a connection that has ended. If it had not authenticated, its address is
// penalised, and more so if the client was refused.
func (g *gate) end(c *conn, refused bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	switch {
	case c.in:
		c.in = false
		c.source.in--
		g.forget(c)
	case !g.remove(c):
	case g.now().Sub(c.since) >= g.limits.Handshake:
		g.penalise(c, forLateness)
	case refused && !c.crowded:
		g.penalise(c, forRefusal)
	default:
		g.penalise(c, c.leaving())
	}
}

// leaving returns the penalty for a client that left before it had authenticated.
func (c *conn) leaving() time.Duration {
	if c.spoke.Load() {
		return forLeaving
	}
	return forSilence
}

func (g *gate) penalise(c *conn, much time.Duration) {
	if !c.exempt {
		g.penalties.add(c.from, much, g.now())
	}
}

// leave removes a waiting connection that will enter again under its client's address. It
// returns false if the connection was evicted.
func (g *gate) leave(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.remove(c)
}

// sit takes a place for a session of the connection's address. It reports whether one was
// left and the address does not begin sessions faster than it may open connections.
func (g *gate) sit(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !c.in {
		return false // it has ended, or was evicted
	}
	if !c.exempt && (c.source.sessions >= g.limits.Each || !g.sittings.take(c.from, g.now())) {
		c.meters.turnAway(byCrowd)
		return false
	}
	c.source.sessions++
	return true
}

// rise gives back the place that sit took.
func (g *gate) rise(c *conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.source.sessions--
	g.forget(c)
}

// remove takes a connection out of the waiting ones. It reports whether it was one of
// them.
func (g *gate) remove(c *conn) bool {
	i := slices.Index(g.waiting, c)
	if i < 0 {
		return false
	}
	g.waiting = slices.Delete(g.waiting, i, i+1)
	c.source.waiting--
	g.forget(c)
	return true
}

// forget drops the source of a connection once it uses nothing.
func (g *gate) forget(c *conn) {
	if *c.source == (source{}) && g.sources[c.from] == c.source {
		delete(g.sources, c.from)
	}
}

// held returns the number of waiting connections.
func (g *gate) held() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.waiting)
}

// close drops all waiting connections and lets no more in.
func (g *gate) close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for len(g.waiting) > 0 {
		c := g.waiting[0]
		g.remove(c)
		_ = c.Conn.Close()
	}
}
