package gate

import (
	"errors"
	"net"
	"time"

	"github.com/pires/go-proxyproto"

	"boardwalk/server/limit"
)

// errProxyCheck means that a proxy only checks whether the server is up.
var errProxyCheck = errors.New("a health check of the proxy")

// forwarded returns the connection of the client for which a proxy speaks. The proxy must
// name the client before it sends anything else (the PROXY protocol, version 1 or 2),
// within a time; forwarded blocks until then. If the proxy only checks whether the server
// is up, the error is errProxyCheck. forwarded must be called only for the proxies of a
// Config: anyone can send the header, and it is believed.
func forwarded(nc net.Conn, within time.Duration) (net.Conn, error) {
	pc := proxyproto.NewConn(nc, proxyproto.WithPolicy(proxyproto.REQUIRE), proxyproto.SetReadHeaderTimeout(within))
	header := pc.ProxyHeader()
	if header == nil {
		_, err := pc.Read(nil) // returns the header's error again
		return nil, err
	}
	if header.Command.IsLocal() {
		return nil, errProxyCheck
	}
	if !limit.Addr(header.SourceAddr).IsValid() { // a socket, or UDP
		return nil, errors.New("the forwarded connection is not TCP")
	}
	return pc, nil
}
