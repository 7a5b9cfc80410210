package gate

import (
	"cmp"
	"errors"
	"log/slog"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"

	"boardwalk/server/limit"
)

// A Reason is why a connection is turned away, or cut off before its client has
// authenticated.
type Reason string

// The reasons.
const (
	ByPenalty  Reason = "penalty"  // its address is blocked for a while
	ByRate     Reason = "rate"     // its address opens connections too fast
	ByCrowd    Reason = "crowd"    // its address has as many connections as it may, or sessions
	ByEviction Reason = "eviction" // it had not authenticated yet and made room for another
	ByProxy    Reason = "proxy"    // its proxy did not name the client
	ByClosing  Reason = "closing"  // the gate is closed
)

// Limits bound what clients can use. The comment of each field gives its default last.
type Limits struct {
	Unauthenticated           int           // connections that wait: they have not authenticated yet; 200
	UnauthenticatedPerAddress int           // of these, per address (an IPv6 /64 counts as one); 20
	Logins                    int           // connections that one address may open in a burst; 240
	LoginsSecond              int           // and per second after that; 25
	PerAddress                int           // connections per address, and sessions per address; 64
	Handshake                 time.Duration // time in which a client should authenticate, and a proxy must name its client; 10 s
}

// WithDefaults returns the limits with the defaults of the fields that are zero.
func (l Limits) WithDefaults() Limits {
	return Limits{
		Unauthenticated: cmp.Or(l.Unauthenticated, 200), UnauthenticatedPerAddress: cmp.Or(l.UnauthenticatedPerAddress, 20),
		Logins: cmp.Or(l.Logins, 240), LoginsSecond: cmp.Or(l.LoginsSecond, 25),
		PerAddress: cmp.Or(l.PerAddress, 64), Handshake: cmp.Or(l.Handshake, 10*time.Second),
	}
}

// A Config holds what a Gate needs. Only Proxies may be left out.
type Config struct {
	Limits
	Proxies    []netip.Prefix                      // addresses that must name the client of each connection by the PROXY protocol
	Trusted    func(netip.Addr) bool               // reports whether no limit per address applies to an address
	TurnedAway func(from netip.Prefix, why Reason) // is called when a connection or session is, with its [limit.Source]; must not call the gate
	Now        func() time.Time
	Logger     *slog.Logger
}

// A Gate holds the connections that have not authenticated, counts the others by address,
// and remembers which addresses misbehaved. It is safe for concurrent use.
type Gate struct {
	config Config

	mu        sync.Mutex // also guards the fields of each Conn that belong to the gate
	closed    bool
	queue     []*Conn // in order of arrival; for a proxied connection, of when its client was named
	usage     map[netip.Prefix]*usage
	logins    *limit.Rate
	sessions  *limit.Rate // sessions that begin
	penalties limit.Penalties

	complained *limit.Pace // proxies that the log has complained of
}

// A usage counts what one address uses of the server.
type usage struct{ waiting, admitted, sessions int }

// New returns an open gate.
func New(config Config) *Gate {
	return &Gate{
		config:     config,
		usage:      make(map[netip.Prefix]*usage),
		logins:     limit.NewRate(config.Logins, config.LoginsSecond),
		sessions:   limit.NewRate(config.Logins, config.LoginsSecond),
		complained: limit.NewHourly(1),
	}
}

// Enter lets a connection wait, or returns why it may not; the caller closes it then. If
// the connection comes from a proxy, Enter blocks until the proxy has named the client. No
// limit per address applies to a local connection, nor to a proxy itself, or all its
// clients would share them.
func (g *Gate) Enter(nc net.Conn, local bool) (*Conn, Reason) {
	peer := limit.Addr(nc.RemoteAddr())
	proxy := g.isProxy(peer)
	c := &Conn{Conn: nc, gate: g, source: limit.Source(peer), exempt: local || proxy || g.config.Trusted(peer)}
	why := g.enter(c)
	if why == "" && proxy {
		why = g.enterForwarded(c, peer)
	}
	if why != "" {
		g.config.Logger.Debug("turned away", "addr", c.RemoteAddr().String(), "reason", string(why))
		return nil, why
	}
	return c, ""
}

// enterForwarded lets a proxy's connection, which waits, enter again as its client's.
func (g *Gate) enterForwarded(c *Conn, proxy netip.Addr) Reason {
	nc, err := forwarded(c.Conn, g.config.Handshake)
	g.mu.Lock()
	waited := g.remove(c) // and was not evicted
	g.mu.Unlock()
	switch {
	case !waited:
		return ByEviction
	case errors.Is(err, errProxyCheck):
		return ByProxy
	case err != nil:
		g.config.TurnedAway(limit.Source(proxy), ByProxy)
		if g.complained.Allow(limit.Subnet(proxy), g.config.Now(), 0) {
			g.config.Logger.Warn("a proxy does not name the clients of its connections", "addr", proxy.String(), "err", err)
		}
		return ByProxy
	}
	client := limit.Addr(nc.RemoteAddr())
	c.Conn, c.source = nc, limit.Source(client)
	c.exempt = g.config.Trusted(client) || g.isProxy(client)
	return g.enter(c)
}

func (g *Gate) isProxy(addr netip.Addr) bool {
	return slices.ContainsFunc(g.config.Proxies, func(n netip.Prefix) bool { return n.Contains(addr) })
}

// enter lets a connection wait, or returns why it may not. A connection over its
// address's limit may still wait, marked as crowded.
func (g *Gate) enter(c *Conn) (why Reason) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.config.Now()
	if why := g.check(c, now); why != "" {
		g.config.TurnedAway(c.source, why)
		return why
	}
	used := g.usage[c.source]
	if used == nil {
		used = new(usage)
		g.usage[c.source] = used
	}
	used.waiting++
	if !c.exempt {
		if c.crowded = used.waiting+used.admitted > g.config.PerAddress; c.crowded {
			g.config.TurnedAway(c.source, ByCrowd)
		}
		if used.waiting > g.config.UnauthenticatedPerAddress {
			g.evict(used)
		}
	}
	if len(g.queue) >= g.config.Unauthenticated {
		g.evict(nil)
	}
	c.usage = used
	if c.since.IsZero() {
		c.since = now
	}
	g.queue = append(g.queue, c)
	return ""
}

// check returns why a connection may not even wait, or "".
func (g *Gate) check(c *Conn, now time.Time) Reason {
	switch {
	case g.closed:
		return ByClosing
	case c.exempt:
		return ""
	case g.penalties.Blocked(c.source, now):
		g.penalties.Add(c.source, forFlood, now)
		return ByPenalty
	case !g.logins.Allow(1, now, c.source):
		g.penalties.Add(c.source, forFlood, now)
		return ByRate
	}
	return ""
}

// evict closes one of the waiting connections: of one source, or of all if of is nil.
func (g *Gate) evict(of *usage) {
	now := g.config.Now()
	var worst *Conn
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
	g.config.TurnedAway(worst.source, ByEviction)
	_ = worst.Conn.Close()
}

func (g *Gate) penalise(c *Conn, much time.Duration) {
	if !c.exempt {
		g.penalties.Add(c.source, much, g.config.Now())
	}
}

// remove takes a connection out of the waiting ones. It reports whether it was one of
// them.
func (g *Gate) remove(c *Conn) bool {
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
func (g *Gate) forget(c *Conn) {
	if *c.usage == (usage{}) && g.usage[c.source] == c.usage {
		delete(g.usage, c.source)
	}
}

// Waiting returns the number of waiting connections.
func (g *Gate) Waiting() int {
	g.mu.Lock()
	defer g.mu.Unlock()
	return len(g.queue)
}

// Close closes all waiting connections and lets no more in.
func (g *Gate) Close() {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.closed = true
	for len(g.queue) > 0 {
		c := g.queue[0]
		g.remove(c)
		_ = c.Conn.Close()
	}
}
