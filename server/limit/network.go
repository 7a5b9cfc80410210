package limit

import (
	"maps"
	"net"
	"net/netip"
)

// Addr returns the IP address of an address that has one, as one of TCP has, without a zone and
// an IPv4 address never in IPv6 form. For other kinds of addresses it returns the zero Addr.
func Addr(addr net.Addr) netip.Addr {
	ip, ok := addr.(interface{ AddrPort() netip.AddrPort })
	if !ok {
		return netip.Addr{}
	}
	return ip.AddrPort().Addr().Unmap().WithZone("")
}

// Subnet returns the network in which one customer of a provider can have many addresses:
// an IPv4 /24 or an IPv6 /48, the most that one gets. It returns the zero Prefix for the zero Addr.
func Subnet(addr netip.Addr) netip.Prefix { return network(addr, 24, 48) }

// Source returns the network that counts as one address: an IPv4 address alone, or an
// IPv6 /64, all of which belongs to one customer. It returns the zero Prefix for the zero
// Addr.
func Source(addr netip.Addr) netip.Prefix { return network(addr, 32, 64) }

// network returns the network of an address, with so many bits for each kind. An IPv4 address in
// IPv6 form is an IPv4 address.
func network(addr netip.Addr, bits, bits6 int) netip.Prefix {
	addr = addr.Unmap()
	if addr.Is6() {
		bits = bits6
	}
	p, _ := addr.Prefix(bits) // without the zone
	return p
}

// networksMax is the number of networks, or other users, that a Rate or a Pace of NewHourly remembers.
const networksMax = 4096

// makeRoom makes room for one more network where there may be so many. It drops the idle ones and, if
// that is not enough, all: a crowd of new networks may forget what old ones did, but not fill the
// memory.
func makeRoom[K comparable, V any](networks map[K]V, most int, idle func(V) bool) {
	if len(networks) < most {
		return
	}
	maps.DeleteFunc(networks, func(_ K, v V) bool { return idle(v) })
	if len(networks) >= most {
		clear(networks)
	}
}
