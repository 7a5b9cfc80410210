package server

import (
	"io"
	"net"
	"sync/atomic"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"
)

// stallTime is longer than an unstalled write takes on a busy machine.
const stallTime = 4 * time.Second

func TestClientThatTakesNothing(t *testing.T) {
	t.Parallel()
	a := open(t, func(c *Config) { c.Limits.Stall = stallTime })
	client := a.dial(t, "ann")
	ch := channel(t, client) // nobody reads from it
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
	a := open(t, func(c *Config) { c.Limits.Stall = stallTime })
	nc := a.connect(t)
	if err := nc.(*net.TCPConn).SetReadBuffer(4 << 10); err != nil {
		t.Fatal(err)
	}
	deaf := &deafConn{Conn: nc, deaf: make(chan struct{}), over: make(chan struct{})}
	t.Cleanup(func() { close(deaf.over) })
	sc, chans, reqs, err := gossh.NewClientConn(deaf, a.addr, &gossh.ClientConfig{
		User: "ann", Auth: []gossh.AuthMethod{asGuest()}, HostKeyCallback: gossh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		t.Fatal(err)
	}
	term := a.play(t, gossh.NewClient(sc, chans, reqs))
	close(deaf.deaf)
	term.types("W")
	receive(t, term.app.closed, "Close of the app")
}

// A deafConn stops reading once it is deaf, until the end of the test.
type deafConn struct {
	net.Conn
	deaf, over chan struct{}
	wrote      atomic.Int64
}

func (c *deafConn) Write(p []byte) (int, error) {
	n, err := c.Conn.Write(p)
	c.wrote.Add(int64(n))
	return n, err
}

func (c *deafConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	select {
	case <-c.deaf:
		<-c.over
		return 0, io.EOF
	default:
		return n, err
	}
}
