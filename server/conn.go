package server

import (
	"errors"
	"net"
	"net/netip"
	"sync"
	"sync/atomic"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"
)

const (
	channelsMax = 4        // open session channels of one connection
	refusedMax  = 64       // channels refused before the connection is closed
	sendBuffer  = 32 << 10 // what the kernel holds for a client that stalls

	readAtOnce = 8 << 20   // bytes of all kinds from one connection: a file to import, twice;
	readSecond = 128 << 10 // and each second after that

	readBurst = 16 << 10         // bytes behind which reading rests for a moment:
	readRest  = time.Millisecond // the library queues 32 packets, of 32 KiB each, for who is to look at them
)

// tooMany is what people read whose address has as many connections as it may.
const tooMany = "Your address has too many connections here. Please end one, or come back in a while."

// errFlow ends a connection.
var errFlow = errors.New("the client sends more than any needs to")

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
	exempt bool   // no bound on a single address is for it
	limits Limits
	spoke  atomic.Bool // the client has sent something
	flow   *bucket     // bytes; only who reads uses it
	burst  int         // bytes since reading rested; likewise

	// The gate's.
	source  *source
	since   time.Time
	in      bool // it has authenticated
	crowded bool

	// Only the handshake uses these.
	banned    string // why the client may not log in
	handshake gossh.ServerPreAuthConn
	keyTold   bool // the client has read why a key of it is refused

	mu       sync.Mutex // guards what follows
	channels int
	refused  int
	running  int
	tried    bool        // to log in, in vain so far
	guesses  int         // codes tried
	lonely   *time.Timer // runs while no session does
	gone     bool        // it was closed
}

// accept is where a connection comes in. It returns nil where it must go.
func (s *Server) accept(ctx ssh.Context, nc net.Conn) net.Conn {
	c := &conn{
		Conn:   nc,
		gate:   s.gate,
		meters: s.meters,
		limits: s.config.Limits,
		flow:   newBucket(readAtOnce, readSecond, time.Now()),
	}
	_, c.local = nc.(localConn)
	if tcp, ok := nc.(*net.TCPConn); ok {
		_ = tcp.SetWriteBuffer(sendBuffer)
	}
	if why := s.enter(c); why != "" {
		s.config.Logger.Debug("turned away", "addr", c.RemoteAddr().String(), "reason", string(why))
		return nil
	}
	c.guest = guestAccount()
	if c.crowded {
		c.banned = tooMany
	}
	ctx.SetValue(connKey{}, c)
	return c
}

// enter lets a connection into the gate, as that of the client where it comes
// from a proxy. What an address may not, a proxy may, or all clients behind it
// would share that.
func (s *Server) enter(c *conn) refusal {
	peer := addrOf(c.RemoteAddr())
	proxy := among(s.config.Proxies, peer)
	c.from = networkOf(peer)
	c.exempt = c.local || proxy || among(s.lists.Load().trusted, peer)
	if why := s.gate.enter(c); why != "" || !proxy {
		return why
	}
	nc, err := s.forwarded(c.Conn)
	switch {
	case !s.gate.leave(c):
		return byEviction
	case errors.Is(err, errProxyCheck):
		return byProxy
	case err != nil:
		s.meters.turnAway(byProxy)
		if s.gate.told.take(peer, s.config.Now()) {
			s.config.Logger.Warn("a proxy does not say whose its connections are", "addr", peer.String(), "err", err)
		}
		return byProxy
	}
	client := addrOf(nc.RemoteAddr())
	c.Conn, c.from = nc, networkOf(client)
	c.exempt = among(s.lists.Load().trusted, client) || among(s.config.Proxies, client)
	return s.gate.enter(c)
}

// Read also takes note that the client has said something. It fails, and closes the
// connection, where that is more than any client says: what belongs to no session,
// such as requests of the connection and new keys, has no other bound. Who sends much
// is read in bursts, each of which is looked at before the next: what is to be refused
// does not pile up.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.meters.received.Add(float64(n))
	if n > 0 && !c.flow.take(n, time.Now()) {
		_ = c.Conn.Close()
		return 0, errFlow
	}
	if n > 0 && !c.spoke.Load() {
		c.spoke.Store(true)
	}
	if c.burst += n; c.burst > readBurst {
		c.burst = 0
		time.Sleep(readRest)
	}
	return n, err
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
	c.mu.Lock()
	c.gone = true
	if c.lonely != nil {
		c.lonely.Stop()
	}
	refused := c.tried
	if refused {
		c.tried = false
		c.meters.refused.Inc()
	}
	c.mu.Unlock()
	c.gate.end(c, refused)
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

// refuseKey tells the client why a key of it is not accepted, once: it may have
// others, or go on as a guest.
func (c *conn) refuseKey(why string) {
	if c.keyTold || c.local {
		return
	}
	c.keyTold = true
	_ = c.handshake.SendAuthBanner(why + "\n") // the login goes on, or fails, without it
}

// authenticated takes the connection out of the gate. It must begin a session
// soon.
func (c *conn) authenticated(method string) {
	if !c.gate.admit(c) {
		return // it went for another one at this moment
	}
	c.meters.login(method, c.local)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.tried = false
	if c.gone { // a timer would keep it
		return
	}
	c.lonely = time.AfterFunc(c.limits.Lonely, func() { _ = c.Conn.Close() })
}

// guess counts a code that is tried. It returns false where there were enough.
func (c *conn) guess() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.guesses++
	return c.guesses <= guessesMax
}

// forgive takes back a code that was not a wrong one.
func (c *conn) forgive() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.guesses--
}

// open takes one of the connection's channels, if one is left.
func (c *conn) open() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.channels < channelsMax && c.gate.sit(c) {
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
	c.gate.rise(c)
}

// begin says that a session has begun.
func (c *conn) begin() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running++
	if c.lonely != nil {
		c.lonely.Stop()
	}
}

// end says that one has ended. Its channel may stay open for as long as the
// client likes, but that does not keep the connection.
func (c *conn) end() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running--; c.running == 0 && !c.gone { // a timer would keep what is gone
		c.lonely.Reset(c.limits.Lonely)
	}
}
