package server

import (
	"net"
	"sync"
)

// A starts keeps Serve and Shutdown in order: the library must not be shut down while it is
// about to learn of a listener. The zero value lets Serve begin.
type starts struct {
	mu      sync.Mutex
	ended   bool
	running sync.WaitGroup // grows only under mu, and not once ended is set
}

// begin reports whether the library may learn of a listener. Serve calls started, once or
// more, when the library accepts its first connection or has failed to.
func (s *starts) begin() (started func(), ok bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return nil, false
	}
	s.running.Add(1)
	return sync.OnceFunc(s.running.Done), true
}

// end waits for each Serve that has begun to have started, and lets no other begin.
func (s *starts) end() {
	s.mu.Lock()
	s.ended = true
	s.mu.Unlock()
	s.running.Wait()
}

// A firstAccept is a listener that says when it is first used: its user knows of it then.
type firstAccept struct {
	net.Listener
	used func()
}

// Accept implements net.Listener.
func (l *firstAccept) Accept() (net.Conn, error) {
	l.used()
	return l.Listener.Accept()
}
