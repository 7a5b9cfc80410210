package gate

import (
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"testing"
	"time"

	"boardwalk/server/limit"
)

// A gateTest is a gate with a clock, and the connections that come to it.
type gateTest struct {
	*Gate
	now time.Time
}

func newGateTest() *gateTest {
	s := &gateTest{now: time.Unix(1000, 0)}
	s.Gate = New(Config{
		Limits: Limits{}.WithDefaults(), Trusted: trusted.Contains, TurnedAway: func(netip.Prefix, Reason) {},
		Now: func() time.Time { return s.now }, Logger: slog.New(slog.DiscardHandler),
	})
	return s
}

// trusted is the network that a gateTest trusts.
var trusted = netip.MustParsePrefix("203.0.113.0/24")

// passes lets time pass.
func (s *gateTest) passes(d time.Duration) { s.now = s.now.Add(d) }

// comes returns a new connection from an address, or why it is refused.
func (s *gateTest) comes(ip netip.Addr) (*Conn, Reason) {
	return s.Enter(nowhere{from: ip}, false)
}

// logsIn tries to log in, and hangs up.
func (s *gateTest) logsIn(ip netip.Addr) (why Reason) {
	c, why := s.comes(ip)
	if why == "" {
		c.spoke.Store(true)
		c.Admit()
		c.End(false)
	}
	return why
}

// fails connects so many times without logging in, each time as how does it.
func (s *gateTest) fails(ip netip.Addr, times int, how func(*Conn) (refused bool)) {
	for range times {
		if c, why := s.comes(ip); why == "" {
			c.End(how(c))
		}
	}
}

// waits reports whether a connection still waits at the gate.
func (s *gateTest) waits(c *Conn) bool {
	for _, o := range s.queue {
		if o == c {
			return true
		}
	}
	return false
}

// nowhere is a connection from an address, without another end.
type nowhere struct {
	net.Conn
	from netip.Addr
}

func (c nowhere) RemoteAddr() net.Addr { return net.TCPAddrFromAddrPort(netip.AddrPortFrom(c.from, 1)) }
func (nowhere) Close() error           { return nil }

// attackers returns the n-th of many addresses, each in its own network.
func attackers(n int) netip.Addr { return netip.AddrFrom4([4]byte{10, byte(n >> 8), byte(n), 1}) }

func honest(n int) netip.Addr { return netip.AddrFrom4([4]byte{192, 0, byte(n >> 8), byte(n)}) }

// The attack: 10,000 connections, 1,000 a second, from 50 and then from 500 addresses,
// which either send nothing or begin as a client would and then fall silent. Meanwhile
// ten people a second log in, the slow ones over lines that take two seconds. None of
// them may lose their place.
//
//abuse:case 7
func TestHonestLoginsBesideASilentFlood(t *testing.T) {
	for _, flood := range []struct {
		from  int
		speak bool
		takes time.Duration // an honest login
	}{
		{50, false, 2 * time.Second},
		{500, false, 2 * time.Second},
		{50, true, 2 * time.Second},
		{500, true, 150 * time.Millisecond}, // only their progress tells them from attackers
	} {
		t.Run(fmt.Sprintf("%d addresses, begin %v", flood.from, flood.speak), func(t *testing.T) {
			s := newGateTest()
			type login struct {
				conn  *Conn
				began time.Time
			}
			var logins []login
			var lost, done int
			for i := range 10_000 {
				if c, why := s.comes(attackers(i % flood.from)); why == "" {
					c.spoke.Store(flood.speak)
				}
				if i%100 == 0 {
					c, why := s.comes(honest(i / 100))
					if why != "" {
						t.Fatalf("an honest connection is refused: %s", why)
					}
					logins = append(logins, login{c, s.now})
				}
				s.passes(time.Millisecond)
				if n := s.Waiting(); n > 200 {
					t.Fatalf("%d connections wait", n)
				}
				for len(logins) > 0 && s.now.Sub(logins[0].began) >= flood.takes {
					if !s.waits(logins[0].conn) {
						lost++
					}
					logins[0].conn.Admit()
					logins = logins[1:]
					done++
				}
				for _, l := range logins { // slow clients are heard from late
					if s.now.Sub(l.began) >= 80*time.Millisecond {
						l.conn.spoke.Store(true)
					}
				}
			}
			if lost > 0 || done < 75 {
				t.Errorf("%d of %d honest logins lost their place", lost, done)
			}
		})
	}
}

// The attack: 1,000 logins a second, from one address and from ever new addresses of one
// IPv6 network. 95 of 100 must be refused before the key exchange, soon all of them, and
// after the flood the address is blocked for at most ten minutes.
//
//abuse:case 9
func TestAFloodOfLoginsIsRefusedBeforeKeyExchange(t *testing.T) {
	one := netip.MustParseAddr("198.51.100.7")
	for name, from := range map[string]func(int) netip.Addr{
		"one /32": func(int) netip.Addr { return one },
		"one /64": func(n int) netip.Addr {
			ip := netip.MustParseAddr("2001:db8:1:2::").As16()
			ip[14], ip[15] = byte(n>>8), byte(n)
			return netip.AddrFrom16(ip)
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newGateTest()
			in := 0
			for n := range 20_000 {
				if s.logsIn(from(n)) == "" {
					in++
				}
				s.passes(time.Millisecond)
			}
			if in > 400 {
				t.Errorf("%d of 20000 were let in", in)
			}
			if why := s.logsIn(honest(1)); why != "" {
				t.Errorf("somebody else is refused: %s", why)
			}
			s.passes(limit.PenaltyMax)
			if why := s.logsIn(from(0)); why != "" {
				t.Errorf("ten minutes later the address is refused: %s", why)
			}
		})
	}
}

// The attack: one address logs in again and again and stays, to take all places of the
// server.
func TestOneAddressCannotTakeAllPlaces(t *testing.T) {
	s := newGateTest()
	var in []*Conn
	for range 3 * s.config.PerAddress {
		s.passes(time.Second)
		c, why := s.comes(attackers(1))
		if why != "" {
			break
		}
		c.spoke.Store(true)
		if c.Crowded() {
			c.End(true)
			continue
		}
		c.Admit()
		in = append(in, c)
	}
	if len(in) != s.config.PerAddress {
		t.Errorf("%d connections of one address were let in, want %d", len(in), s.config.PerAddress)
	}
	if c, why := s.comes(honest(1)); why != "" || c.Crowded() {
		t.Errorf("somebody else is refused: %s", why)
	}
	in[0].End(false)
	if c, why := s.comes(attackers(1)); why != "" || c.Crowded() {
		t.Errorf("a place that is free again cannot be taken: %s", why)
	}
	sessions := 0
	for _, c := range in[1:5] {
		for c.Acquire() {
			sessions++
		}
	}
	if sessions != s.config.PerAddress {
		t.Errorf("%d sessions of one address were let in, want %d", sessions, s.config.PerAddress)
	}
	in[1].Release()
	if !in[4].Acquire() {
		t.Error("a session's place that is free again cannot be taken")
	}
}

// Clients that mean no harm must not be shut out, nor the neighbours of one that does.
func TestWhoIsNotShutOut(t *testing.T) {
	me := honest(1)
	t.Run("after five names mistyped", func(t *testing.T) {
		s := newGateTest()
		s.fails(me, 5, func(c *Conn) bool { c.spoke.Store(true); return true })
		if why := s.logsIn(me); why != "" {
			t.Error(why)
		}
	})
	t.Run("after five lines that dropped", func(t *testing.T) {
		s := newGateTest()
		s.fails(me, 5, func(*Conn) bool { s.passes(s.config.Handshake); return false })
		if why := s.logsIn(me); why != "" {
			t.Error(why)
		}
	})
	t.Run("in a class of sixty behind one address", func(t *testing.T) {
		s := newGateTest()
		for range 60 {
			c, why := s.comes(me)
			if why != "" || c.Crowded() {
				t.Fatalf("refused: %q", why)
			}
			c.spoke.Store(true)
			s.passes(20 * time.Millisecond)
			c.Admit()
		}
	})
	t.Run("in a class of sixty who all press Enter at once", func(t *testing.T) {
		s := newGateTest()
		for range 60 {
			if _, why := s.comes(me); why != "" {
				t.Fatalf("refused: %q", why)
			}
		}
		if why := s.logsIn(me); why != "" {
			t.Error(why)
		}
	})
	t.Run("by a health check every other second", func(t *testing.T) {
		s := newGateTest()
		for range 1000 {
			s.fails(me, 1, func(*Conn) bool { return false })
			s.passes(2 * time.Second)
		}
		if why := s.logsIn(me); why != "" {
			t.Error(why)
		}
	})
	t.Run("for longer by trying again", func(t *testing.T) {
		s := newGateTest()
		s.fails(me, 20, func(c *Conn) bool { c.spoke.Store(true); return true })
		tries := 0
		for s.logsIn(me) != "" {
			s.passes(time.Second)
			tries++
		}
		if tries == 0 || tries > 60 {
			t.Errorf("let in after %d tries, one a second", tries)
		}
	})
	t.Run("from a trusted network", func(t *testing.T) {
		s := newGateTest()
		for range 1000 {
			if c, why := s.comes(trusted.Addr()); why != "" || c.Crowded() {
				t.Fatalf("refused: %q", why)
			}
		}
		if n := s.Waiting(); n > s.config.Unauthenticated {
			t.Errorf("%d wait, which is more than are allowed in all", n)
		}
	})
}

// Anyone can have as many addresses of an IPv6 network as they like.
//
//abuse:case 9
func TestAnIPv6NetworkCountsAsOneAddress(t *testing.T) {
	s := newGateTest()
	first, second, other := netip.MustParseAddr("2001:db8:1:2::1"), netip.MustParseAddr("2001:db8:1:2:ffff::2"), netip.MustParseAddr("2001:db8:1:3::1")
	mine, _ := s.comes(other)
	for i := range 2 * s.config.UnauthenticatedPerAddress {
		from := first
		if i%2 == 1 {
			from = second
		}
		if _, why := s.comes(from); why != "" {
			t.Fatal(why)
		}
	}
	if n := s.Waiting(); n != s.config.UnauthenticatedPerAddress+1 || !s.waits(mine) {
		t.Errorf("%d wait, want %d and the one of another network", n, s.config.UnauthenticatedPerAddress)
	}
	s.fails(first, 20, func(*Conn) bool { return true })
	for from, want := range map[netip.Addr]Reason{first: ByPenalty, second: ByPenalty, other: ""} {
		if got := s.logsIn(from); got != want {
			t.Errorf("%s is refused by %q, want %q", from, got, want)
		}
	}
}
