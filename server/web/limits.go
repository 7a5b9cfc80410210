package web

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

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
	waiting               = 64       // pages that are made or wait for it
)

// answerCost is what an address is charged for an answer besides what it takes to make it: for
// reading the request, and for sending.
const answerCost = 500 * time.Microsecond

// A crowd is the connections of a server, of which each address has few at once and opens few a
// second, and all together not many. Those beyond are closed. An address that has fewer than
// others takes the place of one of those that have the most: a bound on the number alone would
// let a few addresses hold all places. Proxies have as many as all.
type crowd struct {
	isProxy func(netip.Addr) bool
	opened  *limit.Rate   // of each address
	begun   *rate.Limiter // of all

	mu   sync.Mutex
	from map[net.Conn]netip.Prefix // the zero Prefix for a proxy's
}

// changed is the ConnState of an http.Server.
func (c *crowd) changed(conn net.Conn, state http.ConnState) {
	c.mu.Lock()
	defer c.mu.Unlock()
	switch state {
	case http.StateNew:
		if tcp, ok := conn.(*net.TCPConn); ok {
			_ = tcp.SetWriteBuffer(unread)
		}
		if excess := c.enter(conn); excess != nil {
			_ = excess.Close()
		}
	case http.StateClosed:
		delete(c.from, conn)
	}
}

// enter counts a connection. excess is the one that must be closed for it, which is itself if
// its address has too many, or nil. The caller holds c.mu.
func (c *crowd) enter(conn net.Conn) (excess net.Conn) {
	var from netip.Prefix
	if addr := limit.Addr(conn.RemoteAddr()); !c.isProxy(addr) {
		from = limit.Source(addr)
	}
	counts := make(map[netip.Prefix]int)
	for _, other := range c.from {
		counts[other]++
	}
	if from.IsValid() && (counts[from] >= connectionsPerAddress || !c.opened.Allow(1, time.Now(), from)) || !c.begun.Allow() {
		return conn
	}
	c.from[conn] = from
	if len(c.from) <= connections {
		return nil
	}
	counts[netip.Prefix{}] = 0 // a proxy's are each of somebody else
	excess, most := conn, counts[from]+1
	for other, of := range c.from {
		if counts[of] > most {
			excess, most = other, counts[of]
		}
	}
	delete(c.from, excess)
	return excess
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
