package sshtest

import (
	"context"
	"errors"
	"net"
	"sync"
	"testing"
	"time"
)

// stopLimit is how long a server has to stop when its test is over.
const stopLimit = time.Minute

// A Server is what Serve runs.
type Server interface {
	Serve(net.Listener) error
	Shutdown(context.Context) error
}

// Serve runs a server on the loopback until the end of the test, and returns its address
// when it accepts connections. Its Serve must end with the error closed.
func Serve(t testing.TB, s Server, closed error) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	accepts := make(chan struct{})
	listener := &acceptListener{Listener: l, accepts: sync.OnceFunc(func() { close(accepts) })}
	ended := make(chan error, 1)
	go func() { ended <- s.Serve(listener) }()
	select {
	case <-accepts:
	case err := <-ended:
		t.Fatalf("Serve = %v", err)
	}
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), stopLimit)
		defer cancel()
		if err := s.Shutdown(ctx); err != nil {
			t.Errorf("Shutdown: %v", err)
		}
		if err := <-ended; !errors.Is(err, closed) {
			t.Errorf("Serve = %v, want %v", err, closed)
		}
	})
	return l.Addr().String()
}

// An acceptListener is a listener that calls accepts before each Accept.
type acceptListener struct {
	net.Listener
	accepts func()
}

// Accept implements net.Listener.
func (l *acceptListener) Accept() (net.Conn, error) {
	l.accepts()
	return l.Listener.Accept()
}
