package limit

import "net/netip"

// Subnet returns the network in which one customer of a provider can have many addresses:
// an IPv4 /24 or an IPv6 /64. It returns the zero Prefix for the zero Addr.
func Subnet(addr netip.Addr) netip.Prefix { return network(addr, 24) }

// Source returns the network that counts as one address: an IPv4 address alone, or an
// IPv6 /64, all of which belongs to one customer. It returns the zero Prefix for the zero
// Addr.
func Source(addr netip.Addr) netip.Prefix { return network(addr, 32) }

// network returns the network of an address, with so many bits if it is an IPv4 one. An
// IPv4 address in IPv6 form is an IPv4 address.
func network(addr netip.Addr, bits int) netip.Prefix {
	addr = addr.Unmap()
	if addr.Is6() {
		bits = 64
	}
	p, _ := addr.Prefix(bits) // without the zone
	return p
}
