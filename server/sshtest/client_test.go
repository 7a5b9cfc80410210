package sshtest

import (
	"net"
	"testing"

	"golang.org/x/crypto/ssh"
)

// A server may end a session at any moment, such as when it refuses a terminal.
func TestATerminalThatIsRefused(t *testing.T) {
	t.Parallel()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	config := &ssh.ServerConfig{NoClientAuth: true}
	config.AddHostKey(NewKey())
	go func() {
		conn, err := l.Accept()
		if err != nil {
			return
		}
		_, channels, requests, err := ssh.NewServerConn(conn, config)
		if err != nil {
			return
		}
		go ssh.DiscardRequests(requests)
		for c := range channels {
			ch, requests, err := c.Accept()
			if err != nil {
				return
			}
			go ssh.DiscardRequests(requests) // refuses them
			defer ch.Close()
		}
	}()
	client, err := Dial(l.Addr().String(), "ann")
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if term, err := OpenTerminal(client, "xterm"); err == nil {
		t.Errorf("a terminal that was refused is %v", term)
	}
}
