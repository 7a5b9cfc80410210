package server

import "net"

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
