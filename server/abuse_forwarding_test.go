package server

import (
	"fmt"
	"net"
	"testing"

	gossh "golang.org/x/crypto/ssh"
)

// Abuse case 16: whatever a client asks to be forwarded, the server connects it to
// nothing.
//
//abuse:case 16
func TestNothingIsForwarded(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "ann")
	target, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer target.Close()
	port := uint32(target.Addr().(*net.TCPAddr).Port)
	type forward struct {
		Host       string
		Port       uint32
		OriginHost string
		OriginPort uint32
	}
	refused := 0
	for _, host := range []string{"127.0.0.1", "localhost", "::ffff:127.0.0.1"} {
		for _, kind := range []string{"direct-tcpip", "forwarded-tcpip", "direct-streamlocal@openssh.com", "tun@openssh.com", "x11", "auth-agent@openssh.com"} {
			if ch, _, err := client.OpenChannel(kind, gossh.Marshal(&forward{host, port, "127.0.0.1", 4711})); err == nil {
				ch.Close()
				t.Errorf("a channel of %s to %s was opened", kind, host)
			}
			refused++
		}
		for _, name := range []string{"tcpip-forward", "streamlocal-forward@openssh.com"} {
			if ok, _, err := client.SendRequest(name, true, gossh.Marshal(&struct {
				Host string
				Port uint32
			}{host, 0})); ok || err != nil {
				t.Errorf("%s at %s: %v, %v", name, host, ok, err)
			}
			refused++
		}
	}
	for _, name := range []string{"auth-agent-req@openssh.com", "x11-req", "subsystem"} {
		if asks(t, openChannel(t, client), name, &textRequest{"sftp"}) {
			t.Errorf("%s was granted", name)
		}
		refused++
	}
	own, err := net.Dial("tcp", target.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	first, err := target.Accept()
	if err != nil {
		t.Fatal(err)
	}
	defer first.Close()
	if first.RemoteAddr().String() != own.LocalAddr().String() {
		t.Errorf("%v came before the test itself", first.RemoteAddr())
	}
	t.Attr("reached", fmt.Sprintf("%d refused, 0 connections made", refused))
}

// Abuse case 24: a jump of the wall clock does not change how long a game took, because
// the times that tables get carry a monotonic reading.
//
//abuse:case 24
func TestTablesHaveAMonotonicClock(t *testing.T) {
	a := open(t, nil)
	term := a.play(t, a.dial(t, "ann"))
	now := term.app.env.Now()
	if now == now.Round(0) { // it has no monotonic reading
		t.Errorf("%v has no monotonic reading", now)
	}
}
