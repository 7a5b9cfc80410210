package main

import (
	"math/rand/v2"
	"net/netip"
	"sync/atomic"
)

// Networks gives out addresses to connect from. The server bounds logins by the
// address and new accounts by the /24, so on the loopback of Linux, which is all
// of 127.0.0.0/8, everyone comes from a /24 of their own. Elsewhere the system
// chooses, and everyone shares the bounds of one network.
type networks struct {
	spread   bool
	base     uint32 // anew each run: the server remembers networks for an hour
	honest   atomic.Uint32
	attacker atomic.Uint32
}

// The second byte of addresses: those of honest people begin here, those of
// attackers there.
const (
	honestBlock, honestBlocks = 1, 199
	attackBlock, attackBlocks = 200, 55
)

func newNetworks(target netip.Addr) *networks {
	return &networks{spread: target.Is4() && target.IsLoopback(), base: rand.Uint32()}
}

// forHonest is an address in a network that no one else has.
func (n *networks) forHonest() netip.Addr {
	return n.in(honestBlock, honestBlocks, n.honest.Add(1))
}

// forAttacker is the same, apart from all honest people.
func (n *networks) forAttacker() netip.Addr {
	return n.in(attackBlock, attackBlocks, n.attacker.Add(1))
}

func (n *networks) in(first, blocks, number uint32) netip.Addr {
	if !n.spread {
		return netip.Addr{}
	}
	at := uint32((uint64(n.base) + uint64(number)) % uint64(blocks<<8))
	return netip.AddrFrom4([4]byte{127, byte(first + at>>8), byte(at), 1})
}

// neighbour is the address in the same /24 with another last byte, 1 to 254.
func neighbour(a netip.Addr, number int) netip.Addr {
	if !a.Is4() {
		return a
	}
	b := a.As4()
	b[3] = byte(1 + number%254)
	return netip.AddrFrom4(b)
}
