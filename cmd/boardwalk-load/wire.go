package main

import (
	"context"
	"fmt"
	"net"
	"net/netip"
	"sync/atomic"
	"time"

	"golang.org/x/crypto/ssh"
)

// A wire is a connection that counts its bytes, and can be made to stop reading.
type wire struct {
	net.Conn
	life          context.Context // ends when the wire is closed
	end           context.CancelFunc
	read, written atomic.Int64
	stalled       atomic.Bool
	traffic       *traffic // if not nil, counts the bytes too
}

// A traffic counts the bytes of several wires.
type traffic struct{ read, written atomic.Int64 }

func (t *traffic) sum() Wire { return Wire{Read: t.read.Load(), Written: t.written.Load()} }

// dial connects from an address; the system chooses one if from is not valid. The wire is
// closed when ctx ends.
func dial(ctx context.Context, to netip.AddrPort, from netip.Addr) (*wire, error) {
	dialer := net.Dialer{Timeout: handshakeLimit}
	if from.IsValid() {
		dialer.LocalAddr = net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))
	}
	conn, err := dialer.DialContext(ctx, "tcp", to.String())
	if err != nil {
		return nil, err
	}
	w := &wire{Conn: conn}
	w.life, w.end = context.WithCancel(ctx)
	context.AfterFunc(w.life, func() { _ = conn.Close() })
	return w, nil
}

// Read implements net.Conn.
func (w *wire) Read(p []byte) (int, error) {
	if w.stalled.Load() {
		<-w.life.Done()
		return 0, net.ErrClosed
	}
	n, err := w.Conn.Read(p)
	w.read.Add(int64(n))
	if w.traffic != nil {
		w.traffic.read.Add(int64(n))
	}
	return n, err
}

// stall makes the wire stop reading. It makes the kernel's buffer small, so that little
// more is taken from the server.
func (w *wire) stall() {
	if tcp, ok := w.Conn.(*net.TCPConn); ok {
		_ = tcp.SetReadBuffer(4 << 10)
	}
	w.stalled.Store(true)
}

// Write implements net.Conn.
func (w *wire) Write(p []byte) (int, error) {
	n, err := w.Conn.Write(p)
	w.written.Add(int64(n))
	if w.traffic != nil {
		w.traffic.written.Add(int64(n))
	}
	return n, err
}

// Close implements net.Conn.
func (w *wire) Close() error {
	w.end()
	return w.Conn.Close()
}

// login logs in on a wire, and closes the wire if that fails. It accepts any host key,
// because nothing secret is sent.
func login(w *wire, key ssh.Signer) (*ssh.Client, error) {
	_ = w.SetDeadline(time.Now().Add(handshakeLimit))
	conn, channels, requests, err := ssh.NewClientConn(w, w.RemoteAddr().String(), &ssh.ClientConfig{
		User: user, Auth: []ssh.AuthMethod{ssh.PublicKeys(key)}, HostKeyCallback: ssh.InsecureIgnoreHostKey(),
	})
	if err != nil {
		_ = w.Close()
		return nil, fmt.Errorf("log in: %w", err)
	}
	_ = w.SetDeadline(time.Time{})
	return ssh.NewClient(conn, channels, requests), nil
}
