package gate

import (
	"bytes"
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
	pc := proxyproto.NewConn(&wholeHeader{Conn: nc}, proxyproto.WithPolicy(proxyproto.REQUIRE), proxyproto.SetReadHeaderTimeout(within))
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

// A wholeHeader is a connection whose first Read returns all of a header of version 1, in however many
// segments its at most 107 bytes came: the parser refuses one that is not whole.
type wholeHeader struct {
	net.Conn
	read bool
}

// Read implements net.Conn.
func (c *wholeHeader) Read(p []byte) (n int, err error) {
	n, err = c.Conn.Read(p)
	if c.read {
		return n, err
	}
	c.read = true
	for err == nil && n < min(107, len(p)) && p[0] == 'P' && !bytes.Contains(p[:n], []byte("\n")) {
		var more int
		more, err = c.Conn.Read(p[n:])
		n += more
	}
	return n, err
}
