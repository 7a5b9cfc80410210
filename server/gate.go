package server

import (
	"net/netip"
	"slices"
	"sync"
	"time"
)

// hush is how long an honest client says nothing at most: it begins with its
// version as soon as it has connected or, of some, has seen the server's.
const hush = 100 * time.Millisecond

// A refusal is why a connection is turned away; a label of metrics.
type refusal string

// The refusals.
const (
	byPenalty  refusal = "penalty"  // its address is to keep away for a while
	byRate     refusal = "rate"     // its address makes too many
	byCrowd    refusal = "crowd"    // its address has as many as it may have
	byEviction refusal = "eviction" // it had not logged in yet, and had to go for another
	byProxy    refusal = "proxy"    // a proxy did not tell whose it is
	byClosing  refusal = "closing"  // the server shuts down
)

// A gate holds the connections that have not authenticated, counts what each
// address has of the others, and remembers who misbehaved.
//
// OpenSSH guards the same place with MaxStartups: from "begin" connections on it
// refuses new ones at random, and at "full" all. As a flood makes nearly all of
// them, that lets it lock everyone out. Here one that waits costs no process, so
// all places are filled, and then one of those that wait must go for the new one:
// first who has said nothing for longer than honest clients take, then who has
// most company of its own address, then the oldest. Each flood is one of these,
// and an honest login is none for the moment that it takes.
type gate struct {
	limits Limits
	now    func() time.Time

	mu        sync.Mutex // also guards what conns say is the gate's
	closed    bool
	waiting   []*conn // in the order they came in, from proxies when they had said for whom
	sources   map[netip.Prefix]*source
	logins    *rates
	sittings  *rates // sessions that begin
	penalties penalties

	told *hourly // proxies that the log complains of
}

// A source is what one address, or one IPv6 /64, has of the server.
type source struct{ waiting, in, sessions int }

func newGate(limits Limits) *gate {
	return &gate{
		limits: limits, now: time.Now,
		sources: make(map[netip.Prefix]*source), logins: newRates(limits.Logins, limits.LoginsSecond),
		sittings: newRates(limits.Logins, limits.LoginsSecond), penalties: make(penalties),
		told: newHourly(1),
	}
}

// enter lets a connection wait, or says why it may not. Whose address has as many
// as it may have is let in as crowded, to be told.
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

// judge tells why a connection may not even wait.
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

// evict makes one of those go that wait: of one source, or of all.
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
		g.penalise(worst, forFlood) // it had no time to say anything
	} else {
		g.penalise(worst, worst.leaving())
	}
	worst.meters.turnAway(byEviction)
	_ = worst.Conn.Close()
}

// weight is how much speaks for evicting a connection.
func (c *conn) weight(now time.Time) int {
	const silence = 1 << 20 // more than any company
	weight := 1
	if !c.exempt {
		weight = c.source.waiting
	}
	if !c.spoke.Load() && now.Sub(c.since) >= hush {
		weight += silence
	}
	return weight
}

// admit takes a connection out that has authenticated. It returns false where that
// had to go before.
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

// end forgets a connection that has ended. Where it had not authenticated, that
// is held against its address, and more so where the client was refused.
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

// leaving is what is held against a client that has left before it had
// authenticated.
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

// leave takes a connection out that is to enter as somebody else's. It returns
// false where it was evicted.
func (g *gate) leave(c *conn) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.remove(c)
}

// sit takes a place for a session of a connection's address, if one is left and
// they do not begin faster than connections may.
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

// rise gives it back.
func (g *gate) rise(c *conn) {
	g.mu.Lock()
	defer g.mu.Unlock()
	c.source.sessions--
	g.forget(c)
}

// remove takes a connection out of those that wait. It returns false where it was
// none.
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

// forget forgets the source of a connection once it has nothing.
func (g *gate) forget(c *conn) {
	if *c.source == (source{}) && g.sources[c.from] == c.source {
		delete(g.sources, c.from)
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
		c := g.waiting[0]
		g.remove(c)
		_ = c.Conn.Close()
	}
}
