package server

import (
	"io"
	"net"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/server/gate"
)

// connect opens a connection that never authenticates.
func (a *testServer) connect(t *testing.T) net.Conn {
	t.Helper()
	c, err := net.DialTimeout("tcp", a.addr, guardTime)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.SetDeadline(time.Now().Add(guardTime)); err != nil {
		t.Fatal(err)
	}
	return c
}

// greeted connects and waits until the server has let the connection in.
func (a *testServer) greeted(t *testing.T) net.Conn {
	t.Helper()
	c := a.connect(t)
	var greeting [4]byte
	if _, err := io.ReadFull(c, greeting[:]); err != nil || string(greeting[:]) != "SSH-" {
		t.Fatalf("greeting %q, %v", greeting, err)
	}
	return c
}

// closes waits until the server closes a connection.
func closes(t *testing.T, c net.Conn) {
	t.Helper()
	if _, err := io.Copy(io.Discard, c); err != nil {
		if e, ok := err.(net.Error); ok && e.Timeout() {
			t.Fatal("the connection stays open")
		}
	}
}

func TestSilentConnection(t *testing.T) {
	a := open(t, func(c *Config) { c.Limits.Handshake = 20 * time.Millisecond })
	closes(t, a.connect(t))
}

//abuse:case 8
func TestSlowHandshake(t *testing.T) {
	a := open(t, func(c *Config) { c.Limits.Handshake = 50 * time.Millisecond })
	c := a.connect(t)
	go func() { // a byte now and then does not buy more time
		for range time.Tick(5 * time.Millisecond) {
			if _, err := c.Write([]byte("S")); err != nil {
				return
			}
		}
	}()
	closes(t, c)
}

//abuse:case 7
func TestUnauthenticatedEvictsTheOldest(t *testing.T) {
	t.Run("from all addresses", func(t *testing.T) {
		a := open(t, func(c *Config) { c.Limits.Unauthenticated = 3 })
		oldest := a.greeted(t)
		for range 3 {
			a.greeted(t)
		}
		closes(t, oldest)
		whoami(t, a.dial(t, "ann")) // the newest still gets in
	})
	t.Run("from one address", func(t *testing.T) {
		a := open(t, func(c *Config) { c.Limits.UnauthenticatedPerAddress = 3 })
		oldest := a.greeted(t)
		for range 3 {
			a.greeted(t)
		}
		closes(t, oldest)
		whoami(t, a.dial(t, "ann"))
	})
	t.Run("but no connection that has authenticated", func(t *testing.T) {
		a := open(t, func(c *Config) { c.Limits.Unauthenticated = 3 })
		client := a.dial(t, "ann")
		for range 10 {
			a.greeted(t)
		}
		whoami(t, client)
	})
}

func TestLoginRate(t *testing.T) {
	a := open(t, func(c *Config) {
		c.Limits.Logins, c.Limits.LoginsSecond = 3, 1
		c.Now = newWatch(time.Unix(1000, 0)).time
	})
	for range 3 {
		a.greeted(t)
	}
	got, err := io.ReadAll(a.connect(t))
	if len(got) > 0 {
		t.Errorf("a fourth connection at once got %q, %v", got, err)
	}
}

// An address with its maximum of connections gets no more connections and no more
// sessions. Admins still get in.
func TestAnAddressWithManyConnections(t *testing.T) {
	boss, _ := newKey(t)
	a := open(t, func(c *Config) {
		c.Limits.PerAddress, c.Admins = 2, writeFile(t, authorized(boss))
	})
	get := watched(t, a.Server)
	first, second := a.dial(t, "ann"), a.dial(t, "bob")
	key, _ := newKey(t)
	a.denied(t, "eve", gossh.PublicKeys(key))
	a.denied(t, "eve")
	a.dial(t, "boss", gossh.PublicKeys(boss))
	openChannel(t, first)
	openChannel(t, second)
	if _, _, err := first.OpenChannel("session", nil); err == nil {
		t.Error("a third session of the address began")
	}
	_, body := get("/metrics")
	counts(t, body, `boardwalk_turned_away_total{reason="crowd"} 4`, `boardwalk_turned_away_total{reason="rate"} 0`)
}

//abuse:case 6
func TestConnectionWithoutASession(t *testing.T) {
	t.Parallel()
	a := open(t, func(c *Config) { c.Limits.NoSession = 4 * time.Second })
	t.Run("that never had a session", func(t *testing.T) {
		t.Parallel()
		waits(t, a.dial(t, "ann"))
	})
	t.Run("whose session has ended", func(t *testing.T) {
		t.Parallel()
		client := a.dial(t, "ann")
		whoami(t, client)
		waits(t, client)
	})
	t.Run("but not while a session runs", func(t *testing.T) {
		t.Parallel()
		client := a.dial(t, "ann")
		term := a.play(t, client)
		waits(t, a.dial(t, "bob")) // blocks as long as the server does
		term.types("k")
		term.sees("key k")
	})
}

func TestConnThatTakesNothingIsClosed(t *testing.T) {
	near, far := net.Pipe()
	if err := far.SetDeadline(time.Now().Add(guardTime)); err != nil {
		t.Fatal(err)
	}
	s := &Server{metrics: newMetrics(nil)}
	s.config.Limits.WriteTimeout = time.Millisecond
	c := &conn{Conn: &gate.Conn{Conn: near}, server: s}
	if _, err := c.Write([]byte("x")); err == nil {
		t.Fatal("the write did not fail")
	}
	closes(t, far)
}
