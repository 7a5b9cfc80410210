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
// segments it came: the parser refuses one that is not whole.
type wholeHeader struct {
	net.Conn
	read bool
}

// headerMax is the most bytes of a header of version 1.
const headerMax = 107

// Read implements net.Conn.
func (c *wholeHeader) Read(p []byte) (n int, err error) {
	for more := true; more && err == nil; {
		var got int
		got, err = c.Conn.Read(p[n:])
		n += got
		more = !c.read && n > 0 && p[0] == 'P' && n < min(headerMax, len(p)) && !bytes.Contains(p[:n], []byte("\n"))
	}
	c.read = true
	return n, err
}
