package server

import (
	"errors"
	"net"
	"net/netip"
	"slices"

	"github.com/pires/go-proxyproto"
)

// errProxyCheck means that a proxy only checks whether the server is up.
var errProxyCheck = errors.New("a health check of the proxy")

// forwarded returns the connection of the client for which a proxy speaks. The proxy must
// name the client before it sends anything else (the PROXY protocol, version 1 or 2),
// within Limits.Handshake; forwarded blocks until then. If the proxy only checks whether
// the server is up, the error is errProxyCheck. forwarded must be called only for proxies
// in Config.Proxies: anyone can send the header, and it is believed.
func (s *Server) forwarded(nc net.Conn) (net.Conn, error) {
	pc := proxyproto.NewConn(nc, proxyproto.WithPolicy(proxyproto.REQUIRE), proxyproto.SetReadHeaderTimeout(s.config.Limits.Handshake))
	header := pc.ProxyHeader()
	if header == nil {
		_, err := pc.Read(nil) // returns the header's error again
		return nil, err
	}
	if header.Command.IsLocal() {
		return nil, errProxyCheck
	}
	if !addrOf(header.SourceAddr).IsValid() { // a socket, or UDP
		return nil, errors.New("the forwarded connection is not TCP")
	}
	return pc, nil
}

// among reports whether an address is in one of the networks.
func among(networks []netip.Prefix, ip netip.Addr) bool {
	return slices.ContainsFunc(networks, func(n netip.Prefix) bool { return n.Contains(ip) })
}
