package server

import (
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/sshtest"
)

// stallTime is longer than an unstalled write takes on a busy machine.
const stallTime = 4 * time.Second

func TestClientThatTakesNothing(t *testing.T) {
	t.Parallel()
	a := open(t, func(c *Config) { c.Limits.WriteTimeout = stallTime })
	client := a.dial(t, "ann")
	ch := openChannel(t, client) // nobody reads from it
	if !asks(t, ch, "pty-req", &ptyRequest{"xterm-256color", 200, 60, 0, 0, ""}) || !asks(t, ch, "shell", nil) {
		t.Fatal("no program")
	}
	app := a.nextApp(t)
	if _, err := ch.Write([]byte("W")); err != nil {
		t.Fatal(err)
	}
	waits(t, client)
	receive(t, app.closed, "Close of the app")
}

// The same, but here the kernel cannot send the bytes.
func TestClientThatReadsNothing(t *testing.T) {
	t.Parallel()
	a := open(t, func(c *Config) { c.Limits.WriteTimeout = stallTime })
	nc := a.connect(t)
	if err := nc.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	conn := &stalledConn{Conn: nc, stalled: make(chan struct{}), over: make(chan struct{})}
	t.Cleanup(func() { close(conn.over) })
	client, err := sshtest.Login(conn, gossh.ClientConfig{User: "ann"})
	if err != nil {
		t.Fatal(err)
	}
	term := a.play(t, client)
	close(conn.stalled)
	term.types("W")
	receive(t, term.app.closed, "Close of the app")
}

// A stalledConn stops reading once it is stalled, until the end of the test.
type stalledConn struct {
	net.Conn
	stalled, over chan struct{}
	wrote         atomic.Int64
}

func (c *stalledConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.wrote.Add(int64(n))
	return n, err
}

func (c *stalledConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	select {
	case <-c.stalled:
		<-c.over
		return 0, io.EOF
	default:
		return n, err
	}
}
