package server

import (
	"fmt"
	"net/netip"
	"regexp"
	"strconv"
	"strings"

	"boardwalk/server/limit"
)

// keyPattern matches the fingerprints of keys.
var keyPattern = regexp.MustCompile(`^SHA256:[A-Za-z0-9+/]{43}$`)

// The widest networks that can be banned, as IPv4 and IPv6 prefix lengths, so that a slip
// of the finger does not lock everyone out.
const widest4, widest6 = 8, 16

// find returns a function that picks the sessions WHO means. A login name means nobody,
// because anyone can use any.
func (a *admin) find(who string) (func(*session) bool, error) {
	if number, ok := strings.CutPrefix(who, "@"); ok {
		n, err := strconv.Atoi(number)
		return func(s *session) bool { return s.number == n }, a.badWho(who, err)
	}
	if strings.HasPrefix(who, "SHA256:") {
		return func(s *session) bool { return s.state().id.account == who }, nil
	}
	if net, ok := parseNetwork(who); ok {
		return func(s *session) bool { return net.Contains(s.addr) }, nil
	}
	exists, _, err := a.config.Store.Holds(who, "")
	switch {
	case err != nil:
		return nil, adminFailure(err)
	case !exists:
		return nil, refusalf("Nobody has the nick %s. %s", who, whoHelp)
	}
	return func(s *session) bool {
		_, holds, err := a.config.Store.Holds(who, s.state().id.account)
		return err == nil && holds
	}, nil
}

// badWho returns a usage error about WHO, or nil if err is nil.
func (a *admin) badWho(who string, err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%q is nobody. %s", who, strings.TrimSuffix(whoHelp, "."))
}

// banTarget returns what a ban on WHO applies to: a nick, a key or a network.
func (a *admin) banTarget(who string) (string, error) {
	switch net, isNet := parseNetwork(who); {
	case strings.HasPrefix(who, "@"):
		return a.banTargetOf(who)
	case isNet:
		if net.Bits() < widest4 || net.Addr().Is6() && net.Bits() < widest6 {
			return "", refusalf("%s is too much of the world: at most a /%d can be banned, or a /%d of IPv6.", who, widest4, widest6)
		}
		return net.String(), nil
	case strings.HasPrefix(who, "SHA256:"):
		if !keyPattern.MatchString(who) {
			return "", a.badWho(who, strconv.ErrSyntax)
		}
	}
	for key := range a.server.keyLists.Load().admins {
		_, holds, err := a.config.Store.Holds(who, key)
		if err != nil {
			return "", adminFailure(err)
		}
		if holds || key == who {
			return "", refusalf("%s runs this arcade: take the key out of the file of admins first.", who)
		}
	}
	return who, nil
}

// banTargetOf returns what a ban on a session applies to: its key or, for a guest, the
// network.
func (a *admin) banTargetOf(number string) (string, error) {
	which, err := a.find(number)
	if err != nil {
		return "", err
	}
	for _, s := range a.server.hub.sessions() {
		if !which(s) {
			continue
		}
		id := s.state().id
		switch {
		case id.account == local:
			return "", refusalf("%s is on the host itself.", number)
		case id.guest && s.addr.IsLoopback():
			return "", refusalf("%s is a guest from %s, which may be a proxy that everyone comes through; ban that address if you mean it.", number, s.addr)
		case id.guest:
			return limit.Source(s.addr).String(), nil
		}
		return a.banTarget(id.account)
	}
	return "", refusalf("%s is not here.", number)
}

// parseNetwork parses a network, or an address as a network of one.
func parseNetwork(text string) (netip.Prefix, bool) {
	if net, err := netip.ParsePrefix(text); err == nil {
		if net.Addr().Is4In6() { // players' addresses are unmapped
			net = netip.PrefixFrom(net.Addr().Unmap(), max(net.Bits()-96, 0))
		}
		return net.Masked(), true
	}
	addr, err := netip.ParseAddr(text)
	if err != nil {
		return netip.Prefix{}, false
	}
	addr = addr.Unmap().WithZone("")
	return netip.PrefixFrom(addr, addr.BitLen()), true
}
