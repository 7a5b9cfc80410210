package server

import (
	"net/netip"
	"sync"

	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
)

// singleAddressMin is the number of players from one private address, with nobody from
// elsewhere, after which the log warns.
const singleAddressMin = 8

// A singleAddress notices that all players come from one private address. Such an address
// is probably that of a proxy, or of a router or container that hides theirs, and the
// players share all limits and bans. Its zero value is ready to use.
type singleAddress struct {
	mu      sync.Mutex
	done    bool // there is nothing more to notice
	from    netip.Addr
	players map[arcade.Credential]bool
}

// notice notes a player, and reports whether it is time to warn the host, which it is at
// most once.
func (o *singleAddress) notice(from netip.Addr, c arcade.Credential) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.done:
		return false
	case o.players == nil:
		o.from, o.players = from, make(map[arcade.Credential]bool)
	}
	o.players[c] = true
	private := o.from == from && (from.IsPrivate() || from.IsLoopback())
	many := private && len(o.players) >= singleAddressMin
	if many || !private {
		o.done, o.players = true, nil
	}
	return many
}

// noticeSingleAddress warns the host if all players come from one private address.
func (s *Server) noticeSingleAddress(sess *hub.Session) {
	if s.auth.isExempt(sess.Addr) || !s.single.notice(sess.Addr, sess.State().ID.Credential) {
		return
	}
	s.config.Logger.Warn("all players come from one private address, so they share its limits and bans; if it is a proxy, have it send the PROXY protocol and add it to proxies; otherwise add the address to trusted",
		"addr", sess.Addr.String(), "players", singleAddressMin)
}
