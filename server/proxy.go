package server

import (
	"errors"
	"net"
	"net/netip"
	"slices"

	"github.com/pires/go-proxyproto"
)

// errProxyCheck is a proxy that looks whether the server is there.
var errProxyCheck = errors.New("a health check of the proxy")

// forwarded is the connection of the client that a proxy speaks for, which it
// must say before anything else (the PROXY protocol, version 1 or 2), and in time.
// It returns once it has. Only who is in Config.Proxies may be asked: anyone can
// say it, and is believed.
func (s *Server) forwarded(nc net.Conn) (net.Conn, error) {
	pc := proxyproto.NewConn(nc, proxyproto.WithPolicy(proxyproto.REQUIRE), proxyproto.SetReadHeaderTimeout(s.config.Limits.Handshake))
	header := pc.ProxyHeader()
	if header == nil {
		_, err := pc.Read(nil) // it failed, and does so again
		return nil, err
	}
	if header.Command.IsLocal() {
		return nil, errProxyCheck
	}
	if !addrOf(header.SourceAddr).IsValid() { // of a socket, or of UDP
		return nil, errors.New("what it forwards is no TCP connection")
	}
	return pc, nil
}

// among tells whether an address is in one of some networks.
func among(networks []netip.Prefix, ip netip.Addr) bool {
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(ip) })
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
