package server

import (
	"io"
	"net"
	"net/netip"
	"testing"
	"time"

	"github.com/pires/go-proxyproto"
	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/server/sshtest"
)

// behindProxies returns an arcade that takes this machine for a proxy.
func behindProxies(t *testing.T, change func(*Config)) (*testServer, *data.DB) {
	t.Helper()
	return openData(t, func(c *Config) {
		c.Proxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
		if change != nil {
			change(c)
		}
	})
}

// header returns a PROXY header for a client, in a version of the protocol.
func header(t *testing.T, version byte, client string) string {
	t.Helper()
	from := net.TCPAddrFromAddrPort(netip.MustParseAddrPort(client))
	to := &net.TCPAddr{IP: net.IPv4(192, 0, 2, 1), Port: 22}
	if from.IP.To4() == nil {
		to.IP = net.ParseIP("2001:db8::1")
	}
	text, err := proxyproto.HeaderProxyFromAddrs(version, from, to).Format()
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// forward logs in through a proxy that sends a header first.
func (a *testServer) forward(t *testing.T, header, user string, methods ...gossh.AuthMethod) (client *gossh.Client, banner string, err error) {
	t.Helper()
	c := a.connect(t)
	if _, err := c.Write([]byte(header)); err != nil {
		t.Fatal(err)
	}
	client, err = sshtest.Login(c, gossh.ClientConfig{
		User: user, Auth: append(methods, asGuest()),
		BannerCallback: func(text string) error { banner += text; return nil },
	})
	if err != nil {
		return nil, banner, err
	}
	t.Cleanup(func() { client.Close() })
	return client, banner, nil
}

// letsIn fails the test unless a client behind a proxy can log in and run a command.
func (a *testServer) letsIn(t *testing.T, header, user string) {
	t.Helper()
	client, _, err := a.forward(t, header, user)
	if err != nil {
		t.Fatalf("%s does not get in: %v", user, err)
	}
	whoami(t, client)
}

// from returns the address of the only running session.
func (a *testServer) from(t *testing.T) netip.Addr {
	t.Helper()
	all := a.hub.Sessions()
	if len(all) != 1 {
		t.Fatalf("%d sessions go on, want 1", len(all))
	}
	return all[0].Addr
}

func TestAProxySaysWhoseTheConnectionIs(t *testing.T) {
	for _, version := range []byte{1, 2} {
		for _, client := range []string{"198.51.100.7:4711", "[2001:db8:1:2::7]:4711"} {
			a, _ := behindProxies(t, nil)
			c, _, err := a.forward(t, header(t, version, client), "ann")
			if err != nil {
				t.Errorf("version %d, %s: %v", version, client, err)
				continue
			}
			a.play(t, c)
			if got, want := a.from(t), netip.MustParseAddrPort(client).Addr(); got != want {
				t.Errorf("version %d: the session is from %s, want %s", version, got, want)
			}
		}
	}
}

// Bans apply to the client behind the proxy; a ban on the proxy itself would hit
// everyone.
func TestABanActsOnWhoIsBehindTheProxy(t *testing.T) {
	a, db := behindProxies(t, nil)
	for _, network := range []string{"198.51.100.0/24", "127.0.0.1/32"} {
		if err := db.Ban(data.Ban{Who: network, Since: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	if _, banner, err := a.forward(t, header(t, 2, "198.51.100.7:1"), "ann"); err == nil || banner != "You are banned from this arcade.\n" {
		t.Errorf("a banned client logs in with %v and reads %q", err, banner)
	}
	client, banner, err := a.forward(t, header(t, 2, "203.0.113.7:1"), "bob")
	if err != nil || banner != "" {
		t.Fatalf("a neighbour logs in with %v and reads %q", err, banner)
	}
	whoami(t, client)
}

// Limits and penalties apply to the client behind the proxy too; the proxy's own address
// may fail as often as it likes.
func TestPenaltiesActOnWhoIsBehindTheProxy(t *testing.T) {
	a, _ := behindProxies(t, func(c *Config) {
		c.Limits.Logins, c.Limits.LoginsSecond = 3, 1
		c.Now = newWatch(time.Unix(1000, 0)).time
	})
	check, err := (&proxyproto.Header{Version: 2, Command: proxyproto.LOCAL, TransportProtocol: proxyproto.UNSPEC}).Format()
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		for _, says := range []string{string(check), "PROXY UNKNOWN\r\n", "SSH-2.0-nobody\r\n", "PROXY TCP4 1 2 3 4\r\n"} {
			c := a.connect(t)
			if _, err := c.Write([]byte(says)); err != nil {
				t.Fatal(err)
			}
			closes(t, c)
		}
	}
	flooder := header(t, 1, "198.51.100.7:1")
	for range 3 {
		a.letsIn(t, flooder, "eve")
	}
	if _, _, err := a.forward(t, flooder, "eve"); err == nil {
		t.Error("one address makes more connections than it may")
	}
	a.letsIn(t, header(t, 1, "203.0.113.7:1"), "ann") // its neighbour behind the proxy
}

func TestATrustedNetworkBehindAProxy(t *testing.T) {
	a, _ := behindProxies(t, func(c *Config) {
		c.Limits.Logins, c.Limits.LoginsSecond = 1, 1
		c.Trusted = []netip.Prefix{netip.MustParsePrefix("2001:db8:1::/48")}
	})
	for range 5 {
		a.letsIn(t, header(t, 2, "[2001:db8:1:2::7]:1"), "ann")
	}
}

// Connections of a proxy that do not name a client wait at the gate like all others: not
// for ever, and only so many.
func TestASilentProxy(t *testing.T) {
	t.Run("is closed in time", func(t *testing.T) {
		a, _ := behindProxies(t, func(c *Config) { c.Limits.Handshake = 20 * time.Millisecond })
		closes(t, a.connect(t))
	})
	t.Run("makes way for others", func(t *testing.T) {
		a, _ := behindProxies(t, func(c *Config) { c.Limits.Unauthenticated = 3 })
		closed := make(chan struct{}, 4)
		for range 4 {
			c := a.connect(t)
			go func() {
				_, _ = io.Copy(io.Discard, c)
				closed <- struct{}{}
			}()
		}
		receive(t, closed, "the end of the first, once all have come")
		a.letsIn(t, header(t, 2, "203.0.113.7:1"), "ann")
	})
}

// The attack: connect directly and send a proxy's header, to pass for another client in
// bans, limits and logs. It is not believed.
//
//abuse:case 25
func TestForgedProxyHeader(t *testing.T) {
	for _, proxies := range []string{"", "192.0.2.0/24"} {
		for _, version := range []byte{1, 2} {
			a := open(t, func(c *Config) {
				if version == 2 {
					c.Limits.Handshake = 500 * time.Millisecond // the library needs time to fail
				}
				if proxies != "" {
					c.Proxies = []netip.Prefix{netip.MustParsePrefix(proxies)}
				}
			})
			c, _, err := a.forward(t, header(t, version, "198.51.100.7:4711"), "ann")
			if err != nil {
				continue // closed
			}
			a.play(t, c)
			if got := a.from(t); got != netip.MustParseAddr("127.0.0.1") {
				t.Errorf("version %d, proxies %q: the session is from %s", version, proxies, got)
			}
		}
	}
}
