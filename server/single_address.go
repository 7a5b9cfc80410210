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

// noticeSingleAddress notes a player, and warns the host, at most once, if all players come from one private address.
func (s *Server) noticeSingleAddress(sess *hub.Session) {
	o, from := &s.single, sess.Addr
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.done || s.auth.isExempt(from) {
		return
	}
	if o.players == nil {
		o.from, o.players = from, make(map[arcade.Credential]bool)
	}
	o.players[sess.State().ID.Credential] = true
	private := o.from == from && (from.IsPrivate() || from.IsLoopback())
	if private && len(o.players) < singleAddressMin {
		return
	}
	o.done, o.players = true, nil
	if private {
		s.config.Logger.Warn("all players come from one private address, so they share its limits and bans; if it is a proxy, have it send the PROXY protocol and add it to proxies; otherwise add the address to trusted",
			"addr", from.String(), "players", singleAddressMin)
	}
}
