package main

import (
	"math/rand/v2"
	"net/netip"
	"sync/atomic"
)

// A networks hands out addresses to connect from. The server limits logins by address and
// new accounts by /24. The loopback of Linux is all of 127.0.0.0/8, so there everyone
// connects from a /24 of their own. Elsewhere the system chooses the address, and
// everyone shares the limits of one network.
type networks struct {
	spread   bool
	base     uint32 // different in each run: the server remembers networks for an hour
	honest   atomic.Uint32
	attacker atomic.Uint32
}

// The first values of the second byte of addresses, and how many values there are, for
// honest players and for attackers.
const (
	honestBlock, honestBlocks = 1, 199
	attackBlock, attackBlocks = 200, 55
)

func newNetworks(target netip.Addr) *networks {
	return &networks{spread: target.Is4() && target.IsLoopback(), base: rand.Uint32()}
}

// forHonest returns an address in a network that nobody else has.
func (n *networks) forHonest() netip.Addr {
	return n.in(honestBlock, honestBlocks, n.honest.Add(1))
}

// forAttacker returns an address in a network of an attacker's own, apart from those of
// all honest players.
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

// neighbour returns an address in the same /24 as a, whose last byte, 1 to 254, depends
// on number.
func neighbour(a netip.Addr, number int) netip.Addr {
	if !a.Is4() {
		return a
	}
	b := a.As4()
	b[3] = byte(1 + number%254)
	return netip.AddrFrom4(b)
}
