package server

import (
	"bytes"
	"cmp"
	"crypto/rand"
	"io"
	"sync"
	"time"

	"charm.land/ssh"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine/arcade"
	"boardwalk/server/gate"
	"boardwalk/server/limit"
	"boardwalk/server/port"
)

const (
	channelsMax = 4           // open session channels per connection
	channelWait = time.Second // how long one more waits for one of them to end
	refusedMax  = 64          // refused channels in a burst until the connection is closed,
	refusedRate = 1           // and per second after that
	sendBuffer  = 32 << 10    // bytes the kernel buffers for a client that stalls

	strayAtOnce = 256 << 10            // bytes of an address that belong to no session's input, or have not come to it yet;
	straySecond = 32 << 10             // and per second after that: dragging a corner of the window makes 14 KiB
	strayRest   = 5 * time.Millisecond // how long reading pauses beyond that
	packetExtra = 64                   // bytes of a packet besides the input in it
)

// How many key exchanges a client may begin on a connection at once, and per second after that.
// Clients begin one an hour or a gigabyte; each is a signature of ours.
const (
	exchangesAtOnce = 16
	exchangesSecond = 1
)

// Why a connection was closed, for the log of its sessions.
const (
	cutForChannels  = "the client opens channels again and again that are refused"
	cutForExchanges = "the client exchanges keys again and again"
)

// tooMany is shown to people whose address has as many connections as it may.
const tooMany = "Your address has too many connections here. Please end one, or come back in a while."

// tooManyTries is shown to people whose client tries as many keys as authTries.
const tooManyTries = "Your client tries too many keys. Tell it which to use: ssh -o IdentitiesOnly=yes -i ~/.ssh/KEY HOST"

// connKey is the key of the conn in a connection's context.
type connKey struct{}

// connOf returns the conn of a connection's or a session's context.
func connOf(ctx ssh.Context) *conn { return ctx.Value(connKey{}).(*conn) }

// A conn is one client's connection. It is closed when the client stops reading, and when
// it has had no session for a while.
type conn struct {
	*gate.Conn
	server  *Server
	guest   arcade.Credential // of a client without a key
	local   bool              // it came through the local socket
	guesses port.Guesses
	open    chan struct{} // holds an element for each open session channel

	announce sync.Once // of the host keys
	proved   bool      // used only by the handler of global requests

	// Only the handshake uses these.
	hello        []byte      // the beginning of the client's first line
	why          gate.Reason // why the client would have failed to log in if it hung up now
	tries        int         // attempts that failed
	offered      bool        // the client has offered a key that would have let it in
	refused      []string    // the fingerprints of keys that another player or no list has, refusedKeys at most
	refusal      string      // why the client may not log in, or ""; see auth.checkNetwork
	handshake    gossh.ServerPreAuthConn
	keyExplained bool // the client has been told why one of its keys is refused
	guestRefused bool // the client has been told why it may not come in without a key

	mu          sync.Mutex    // guards what follows
	stray       any           // whom strays counts for: the guest, and once it is authenticated its address unless that is exempt
	refusals    *limit.Bucket // of session channels, and of those that wait
	exchanges   *limit.Bucket // of keys
	cut         string        // why the server has closed the connection, "" if it has not
	running     int
	loginFailed bool        // has failed to log in so far
	noSession   *time.Timer // runs while no session does
	closed      bool        // closed
}

// Read pauses while the clients of the address have sent much that belongs to no session's input,
// such as global requests and messages to ignore. So a flood of these is as slow as that, and what the server
// has not handled yet does not pile up. Input belongs to a session once that has read it.
func (c *conn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.server.metrics.received.Add(float64(n))
	if len(c.hello) < helloMax && !bytes.HasSuffix(c.hello, []byte{'\n'}) {
		c.hello = append(c.hello, p[:min(n, helloMax-len(c.hello))]...)
	}
	for may := c.spendStray(n); !may; may = c.spendStray(0) {
		time.Sleep(strayRest)
	}
	return n, err
}

// spendStray counts bytes that belong to no session's input, as far as is known, and reports
// whether more may be read. A negative n takes back bytes that were a session's input.
func (c *conn) spendStray(n int) bool {
	c.mu.Lock()
	user, closed := c.stray, c.closed
	c.mu.Unlock()
	return c.server.strays.Spend(n, time.Now(), user) || closed
}

// An ownInput is the input of one of a connection's sessions.
type ownInput struct {
	io.Reader
	conn *conn
}

// Read implements io.Reader.
func (r ownInput) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	if n > 0 {
		r.conn.spendStray(-n - packetExtra)
	}
	return n, err
}

// Write fails, and closes the connection, if the kernel cannot take the bytes in time.
// The library would go on reading from a connection that has failed.
func (c *conn) Write(p []byte) (int, error) {
	_ = c.SetWriteDeadline(time.Now().Add(c.server.config.Limits.WriteTimeout))
	n, err := c.Conn.Write(p)
	c.server.metrics.sent.Add(float64(n))
	if err != nil {
		_ = c.Conn.Close()
	}
	return n, err
}

// Close closes the connection and with it all its sessions.
func (c *conn) Close() error {
	c.mu.Lock()
	c.closed = true
	if c.noSession != nil {
		c.noSession.Stop()
	}
	refused := c.loginFailed
	if refused {
		c.loginFailed = false
		c.server.metrics.logins.WithLabelValues("refused").Inc()
	}
	c.mu.Unlock()
	c.End(refused)
	return c.Conn.Close()
}

// attempted notes that an SSH authentication method did not let the client in.
func (c *conn) attempted(method string) {
	if method == "none" {
		return // clients use it to ask for the other methods
	}
	if c.tries++; c.tries == authTries {
		_ = c.handshake.SendAuthBanner(tooManyTries + "\n") // an error ends the login as well
	}
	orDefault(&c.why, byLogin)
	c.mu.Lock()
	defer c.mu.Unlock()
	c.loginFailed = true
}

// refusedKey notes why a key is not accepted, and which.
func (c *conn) refusedKey(why gate.Reason, key arcade.Credential) {
	if c.why = why; len(c.refused) < refusedKeys {
		c.refused = append(c.refused, key.String())
	}
}

// refuseKey tells the client, once, why one of its keys is not accepted. It may have
// others, or go on as a guest.
func (c *conn) refuseKey(why string) {
	c.why = byOldKey
	if c.keyExplained || c.local {
		return
	}
	c.keyExplained = true
	_ = c.handshake.SendAuthBanner(why + "\n") // on an error the login goes on, or fails, without the banner
}

// authenticated takes the connection out of the gate. From now on its client must begin a
// session within Limits.NoSession.
func (c *conn) authenticated(method string) {
	if !c.Admit() {
		return // evicted at this very moment
	}
	outcome := "guest"
	switch {
	case c.local:
		outcome = "host"
	case method == "publickey":
		outcome = "key"
	}
	c.server.metrics.logins.WithLabelValues(outcome).Inc()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.loginFailed = false
	if from := limit.Addr(c.RemoteAddr()); !c.server.auth.isExempt(from) {
		c.stray = limit.Source(from)
	}
	if c.closed { // a timer would keep the conn alive
		return
	}
	c.noSession = time.AfterFunc(c.server.config.Limits.NoSession, func() { _ = c.Conn.Close() })
}

// acquireChannel reserves one of the connection's channels and reports whether one was
// left. If none is, it waits a moment for one to end: a client that has seen the end of a
// session may begin the next before the server has cleared the old one away.
func (c *conn) acquireChannel() bool {
	select {
	case c.open <- struct{}{}:
	default:
		c.refuseChannel() // while it waits it counts as refused, so that few can wait
		select {
		case c.open <- struct{}{}:
			c.mu.Lock()
			c.refusals.Spend(-1, time.Now())
			c.mu.Unlock()
		case <-time.After(channelWait):
			return false
		}
	}
	if !c.Acquire() {
		<-c.open
		c.refuseChannel()
		return false
	}
	return true
}

// refuseChannel counts a refused channel. It closes the connection after too many.
func (c *conn) refuseChannel() { c.spend(c.refusals, cutForChannels) }

// spend takes a token out of a bucket. If there is none it closes the connection, for a reason that the log of its
// sessions gives.
func (c *conn) spend(of *limit.Bucket, why string) {
	c.mu.Lock()
	allowed := of.Allow(1, time.Now())
	if !allowed {
		c.cut = cmp.Or(c.cut, why)
	}
	c.mu.Unlock()
	if !allowed {
		_ = c.Conn.Close()
	}
}

// cutReason returns why the server has closed the connection, "" if it has not.
func (c *conn) cutReason() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.cut
}

// A cookies is the randomness of a connection. The library has no hook for key exchanges, but
// each begins with a cookie, which is an array of that size; the padding of packets is read
// into parts of larger ones.
type cookies struct{ conn *conn }

const cookieSize = 16

// Read implements io.Reader.
func (r cookies) Read(p []byte) (int, error) {
	if len(p) == cookieSize && cap(p) == cookieSize {
		r.conn.spend(r.conn.exchanges, cutForExchanges)
	}
	return rand.Read(p)
}

// sessionBegan notes that a session has begun.
func (c *conn) sessionBegan() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.running++
	if c.noSession != nil {
		c.noSession.Stop()
	}
}

// sessionEnded notes that a session has ended. The client may keep its channel open, but
// that does not keep the connection.
func (c *conn) sessionEnded() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.running--; c.running == 0 && !c.closed { // a timer would keep a closed conn alive
		c.noSession.Reset(c.server.config.Limits.NoSession)
	}
}
