package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"

	"boardwalk/server/limit"
)

// The limits of the pages. Players come first, so they are small; a page is remembered
// anyway (see cache).
const (
	connections           = 256 // at once
	connectionsPerAddress = 16
	requests              = 64 // at once
	requestsBurst         = 60 // of one address
	requestsSecond        = 10 // of one address, after that
	working               = 2  // pages that are made at once
)

// A crowd is a listener of which each address has few connections at once, and all together
// not many. Those beyond are closed. Proxies have as many as all.
type crowd struct {
	net.Listener
	isProxy func(netip.Addr) bool

	mu     sync.Mutex
	all    int
	counts map[netip.Prefix]int
}

// Accept implements net.Listener.
func (c *crowd) Accept() (net.Conn, error) {
	for {
		conn, err := c.Listener.Accept()
		if err != nil {
			return nil, err
		}
		from := limit.Addr(conn.RemoteAddr())
		if guest := (&guest{Conn: conn, crowd: c, from: limit.Source(from)}); c.enter(guest.from, c.isProxy(from)) {
			return guest, nil
		}
		_ = conn.Close()
	}
}

// enter counts a connection, unless there are too many.
func (c *crowd) enter(from netip.Prefix, proxy bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.all >= connections || !proxy && c.counts[from] >= connectionsPerAddress {
		return false
	}
	c.all++
	c.counts[from]++
	return true
}

// leave counts a connection no more.
func (c *crowd) leave(from netip.Prefix) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.all--
	if c.counts[from]--; c.counts[from] == 0 {
		delete(c.counts, from)
	}
}

// A guest is a connection of a crowd.
type guest struct {
	net.Conn
	crowd *crowd
	from  netip.Prefix
	once  sync.Once
}

// Close implements net.Conn.
func (g *guest) Close() error {
	g.once.Do(func() { g.crowd.leave(g.from) })
	return g.Conn.Close()
}

// isProxy reports whether an address speaks for others: one of this machine, where a web
// server forwards to the pages, or of a proxy that the host has named.
func (s *Site) isProxy(from netip.Addr) bool {
	return from.IsLoopback() || slices.ContainsFunc(s.config.Proxies, func(p netip.Prefix) bool { return p.Contains(from) })
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
