package web

import (
	"cmp"
	"context"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"boardwalk/server/limit"
)

// The limits of the pages, besides the budget of each address. Players come first, so they are
// small; a page is remembered anyway (see cache).
const (
	connections           = 128      // at once
	connectionsPerAddress = 8        // a browser opens 6
	connectionsBurst      = 1024     // of all addresses
	connectionsSecond     = 512      // of all addresses, after that
	unread                = 64 << 10 // bytes that the system keeps for a client that does not read
	openedBurst           = 60       // of one address
	openedSecond          = 10       // of one address, after that
	allBurst              = 512      // of all addresses
	allSecond             = 200      // of all addresses, after that
	working               = 1        // pages that are made at once
	waiting               = 64       // pages that are made or wait for it
)

// answerCost is what an address is charged for an answer besides what it takes to make it: for
// reading the request, and for sending.
const answerCost = 500 * time.Microsecond

// A crowd is a listener of which each address has few connections at once and opens few a
// second, and all together not many. Those beyond are closed. An address that has fewer than
// others takes the place of the oldest connection of one that has the most. Proxies have as
// many as all.
type crowd struct {
	net.Listener
	isProxy func(netip.Addr) bool
	now     func() time.Time
	rate    *limit.Rate

	mu     sync.Mutex
	begun  *limit.Bucket
	guests []*guest // the oldest first
	counts map[netip.Prefix]int
}

func (s *Site) crowd(l net.Listener) *crowd {
	return &crowd{
		Listener: l, isProxy: s.isProxy, now: s.config.Now, rate: limit.NewRate(openedBurst, openedSecond),
		begun: limit.NewBucket(connectionsBurst, connectionsSecond, s.config.Now()), counts: make(map[netip.Prefix]int),
	}
}

// Accept implements net.Listener.
func (c *crowd) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(unread)
		}
		from := limit.Addr(conn.RemoteAddr())
		g := &guest{Conn: conn, crowd: c, from: limit.Source(from), proxy: c.isProxy(from)}
		evicted, ok := c.enter(g)
		if evicted != nil {
			_ = evicted.Close()
		}
		if ok {
			return g, nil
		}
		_ = conn.Close()
	}
}

// enter counts a connection, unless its address has too many. evicted is one that must be
// closed for it, or nil.
func (c *crowd) enter(g *guest) (evicted *guest, ok bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.now()
	if !g.proxy && (c.counts[g.from] >= connectionsPerAddress || !c.rate.Allow(g.from, now)) || !c.begun.Allow(1, now) {
		return nil, false
	}
	if len(c.guests) >= connections {
		most := slices.MaxFunc(c.guests, func(a, b *guest) int { return cmp.Compare(c.share(a), c.share(b)) }) // the first of them
		if c.share(most) <= c.share(g)+1 {
			return nil, false
		}
		evicted = most
		c.remove(most)
	}
	c.guests = append(c.guests, g)
	c.counts[g.from]++
	return evicted, true
}

// share returns how many connections an address has. A proxy's are of as many others.
func (c *crowd) share(g *guest) int {
	if g.proxy {
		return 0
	}
	return c.counts[g.from]
}

// leave counts a connection no more.
func (c *crowd) leave(g *guest) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.remove(g)
}

// remove removes a connection, if it is still counted.
func (c *crowd) remove(g *guest) {
	at := slices.Index(c.guests, g)
	if at < 0 {
		return
	}
	c.guests = slices.Delete(c.guests, at, at+1)
	if c.counts[g.from]--; c.counts[g.from] == 0 {
		delete(c.counts, g.from)
	}
}

// A guest is a connection of a crowd.
type guest struct {
	net.Conn
	crowd *crowd
	from  netip.Prefix
	proxy bool
}

// Close implements net.Conn.
func (g *guest) Close() error {
	g.crowd.leave(g)
	return g.Conn.Close()
}

// A pace has all requests take turns, allSecond a second after a burst of allBurst. Each
// connection has one request at a time, so none waits for long, and a flood is as slow as
// its turns.
type pace struct {
	mu   sync.Mutex
	next time.Time // the turn of the next request
}

// wait waits for a turn, or until ctx ends.
func (p *pace) wait(ctx context.Context) {
	const each = time.Second / allSecond
	p.mu.Lock()
	now := time.Now()
	if rested := now.Add(-allBurst * each); p.next.Before(rested) {
		p.next = rested
	}
	turn := p.next
	p.next = turn.Add(each)
	p.mu.Unlock()
	if turn.After(now) {
		select {
		case <-time.After(turn.Sub(now)):
		case <-ctx.Done():
		}
	}
}

// thisMachine holds the addresses from which a web server on this machine forwards.
var thisMachine = []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()}

// isProxy reports whether an address speaks for others: this machine's, or that of a proxy
// which the host has named.
func (s *Site) isProxy(from netip.Addr) bool {
	return slices.Contains(thisMachine, from) || slices.ContainsFunc(s.config.Proxies, func(p netip.Prefix) bool { return p.Contains(from) })
}

// client returns the address that a request counts for. A proxy names it in the last part
// of X-Forwarded-For; nobody else is believed.
func (s *Site) client(r *http.Request) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	from := peer.Addr().Unmap().WithZone("")
	if forwarded := r.Header.Values("X-Forwarded-For"); len(forwarded) > 0 && s.isProxy(from) {
		all := strings.Split(forwarded[len(forwarded)-1], ",")
		if client, err := netip.ParseAddr(strings.TrimSpace(all[len(all)-1])); err == nil {
			return client.Unmap().WithZone("")
		}
	}
	return from
}
