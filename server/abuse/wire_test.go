package abuse_test

import (
	"context"
	"net"
	"net/netip"
	"sync/atomic"
	"time"
)

// A Wire is a TCP connection that can be made to stop reading.
type Wire struct {
	net.Conn

	heard   atomic.Bool     // the server has sent something
	life    context.Context // ends when the wire is closed
	end     context.CancelFunc
	stalled atomic.Bool
}

// DialFrom connects to a server from an address, within a minute. The system chooses
// the address if from is not valid. The wire is closed when ctx ends.
func DialFrom(ctx context.Context, to string, from netip.Addr) (*Wire, error) {
	dialer := net.Dialer{Timeout: time.Minute}
	if from.IsValid() {
		dialer.LocalAddr = net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))
	}
	conn, err := dialer.DialContext(ctx, "tcp", to)
	if err != nil {
		return nil, err
	}
	w := &Wire{Conn: conn}
	w.life, w.end = context.WithCancel(ctx)
	context.AfterFunc(w.life, func() { _ = conn.Close() })
	return w, nil
}

// Life returns a context that ends when the wire is closed.
func (w *Wire) Life() context.Context { return w.life }

// Silent reports whether the server has sent nothing yet.
func (w *Wire) Silent() bool { return !w.heard.Load() }

// Stall makes the wire stop reading. It makes the kernel's buffer small, so that little
// more is taken from the server.
func (w *Wire) Stall() {
	if tcp, ok := w.Conn.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(4 << 10)
	}
	w.stalled.Store(true)
}

// Read implements net.Conn.
func (w *Wire) Read(p []byte) (int, error) {
	if w.stalled.Load() {
		<-w.life.Done()
		return 0, net.ErrClosed
	}
	n, err := w.Conn.Read(p)
	if n > 0 {
		w.heard.Store(true)
	}
	return n, err
}

// Close implements net.Conn.
func (w *Wire) Close() error {
	w.end()
	return w.Conn.Close()
}
