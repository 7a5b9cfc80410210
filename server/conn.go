package server

import (
	"net"
	"net/netip"
	"sync"
	"time"

	"charm.land/ssh"
)

const (
	channelsMax = 4        // open session channels of one connection
	refusedMax  = 64       // channels refused before the connection is closed
	sendBuffer  = 32 << 10 // what the kernel holds for a client that stalls
)

// connKey is where a connection's context keeps its conn.
type connKey struct{}

// connOf is the conn of a connection's or a session's context.
func connOf(ctx ssh.Context) *conn { return ctx.Value(connKey{}).(*conn) }

// A conn is one client's connection. It is closed when the client takes no
// bytes, and when it has had no session for a while.
type conn struct {
	net.Conn
	gate   *gate
	meters *meters
	from   netip.Prefix
	guest  string // the account of a client without a key
	local  bool   // it came through the local socket
	limits Limits

	banned string // why the client may not log in; only the handshake uses it

	mu       sync.Mutex // guards what follows
	channels int
	refused  int
	running  int
	tried    bool        // to log in, in vain so far
	guesses  int         // codes tried
	lonely   *time.Timer // runs while no session does
}

// accept is where a connection comes in. It returns nil where it must go.
func (s *Server) accept(ctx ssh.Context, nc net.Conn) net.Conn {
	c := &conn{
		Conn:   nc,
		gate:   s.gate,
		meters: s.meters,
		from:   network(nc.RemoteAddr()),
		guest:  guestAccount(),
		limits: s.config.Limits,
	}
	_, c.local = nc.(localConn)
	if tcp, ok := nc.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
	if !s.gate.enter(c) {
		s.meters.turnedAway.Inc()
		return nil
	}
	ctx.SetValue(connKey{}, c)
	return c
}

// Write fails where the kernel cannot take the bytes in time. The connection
// is of no use after that, but the library would go on reading from it.
func (c *conn) Write(p []byte) (int, error) {
	_ = c.SetWriteDeadline(time.Now().Add(c.limits.Stall))
	n, err := c.Conn.Write(p)
	c.meters.sent.Add(float64(n))
	if err != nil {
		_ = c.Conn.Close()
	}
	return n, err
}

// Close closes the connection, and with it all its sessions.
func (c *conn) Close() error {
	c.gate.leave(c)
	c.mu.Lock()
	if c.lonely != nil {
		c.lonely.Stop()
	}
	if c.tried {
		c.tried = false
		c.meters.refused.Inc()
	}
	c.mu.Unlock()
	return c.Conn.Close()
}

// attempted hears of a method of ssh that did not let the client in.
func (c *conn) attempted(method string) {
	if method == "none" {
		return // with which clients ask for the others
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tried = true
}

// authenticated takes the connection out of the gate. It must begin a session
// soon.
func (c *conn) authenticated(method string) {
	c.gate.leave(c)
	c.meters.login(method, c.local)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tried = false
	c.lonely = time.AfterFunc(c.limits.Lonely, func() { _ = c.Conn.Close() })
}

// guess counts a code that is tried. It returns false where there were enough.
func (c *conn) guess() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.guesses++
	return c.guesses <= guessesMax
}

// open takes one of the connection's channels, if one is left.
func (c *conn) open() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.channels < channelsMax {
		c.channels++
		return true
	}
	if c.refused++; c.refused > refusedMax {
		_ = c.Conn.Close()
	}
	return false
}

// shut gives a channel back.
func (c *conn) shut() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.channels--
}

// begin says that a session has begun.
func (c *conn) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running++
	c.lonely.Stop()
}

// end says that one has ended. Its channel may stay open for as long as the
// client likes, but that does not keep the connection.
func (c *conn) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running--; c.running == 0 {
		c.lonely.Reset(c.limits.Lonely)
	}
}
