package abuse_test

import (
	"math/rand/v2"
	"net/netip"
	"sync/atomic"
	"testing"
)

// A Networks hands out addresses to connect from. The server limits logins by address and
// new accounts by /24. The loopback of Linux is all of 127.0.0.0/8, so there everyone
// connects from a /24 of their own. Elsewhere the system chooses the address, and
// everyone shares the limits of one network. It may be used from any goroutine.
type Networks struct {
	spread bool
	first  uint32 // value of the second byte of the addresses
	blocks uint32 // how many values that byte has
	base   uint32 // different in each run: the server remembers networks for an hour
	number atomic.Uint32
}

// HonestNetworks returns networks from which honest players connect to a server.
func HonestNetworks(server netip.Addr) *Networks { return newNetworks(server, 1, 199) }

// AttackerNetworks returns networks that no honest player has.
func AttackerNetworks(server netip.Addr) *Networks { return newNetworks(server, 200, 55) }

func newNetworks(server netip.Addr, first, blocks uint32) *Networks {
	return &Networks{spread: server.Is4() && server.IsLoopback(), first: first, blocks: blocks, base: rand.Uint32()}
}

// Next returns an address in a network that was not handed out before, or no valid one if
// the system is to choose.
func (n *Networks) Next() netip.Addr {
	if !n.spread {
		return netip.Addr{}
	}
	at := uint32((uint64(n.base) + uint64(n.number.Add(1))) % uint64(n.blocks<<8))
	return netip.AddrFrom4([4]byte{127, byte(n.first + at>>8), byte(at), 1})
}

// Neighbour returns an address in the same /24 as a, whose last byte, 1 to 254, depends
// on number.
func Neighbour(a netip.Addr, number int) netip.Addr {
	if !a.Is4() {
		return a
	}
	b := a.As4()
	b[3] = byte(1 + number%254)
	return netip.AddrFrom4(b)
}

func TestNetworksAreApart(t *testing.T) {
	t.Parallel()
	const players, attackers = 5000, 500
	to := netip.MustParseAddr("127.0.0.1")
	honest, attack := HonestNetworks(to), AttackerNetworks(to)
	seen := map[netip.Prefix]bool{}
	for range players {
		a := honest.Next()
		p, _ := a.Prefix(24)
		if !a.IsLoopback() || seen[p] || a == to {
			t.Fatalf("%v is no network of its own", a)
		}
		seen[p] = true
	}
	for range attackers {
		a := attack.Next()
		p, _ := a.Prefix(24)
		if !a.IsLoopback() || seen[p] {
			t.Fatalf("%v is no network of an attacker's own", a)
		}
		seen[p] = true
		if b := Neighbour(a, 300); !p.Contains(b) {
			t.Fatalf("%v is no neighbour of %v", b, a)
		}
	}
	for _, to := range []string{"::1", "192.0.2.1"} {
		if a := HonestNetworks(netip.MustParseAddr(to)).Next(); a.IsValid() {
			t.Errorf("from %v to %s", a, to)
		}
	}
}
