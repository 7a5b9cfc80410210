package server

import (
	"net/netip"
	"slices"
	"sync"

	"boardwalk/engine/arcade"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
)

// newAccounts is the default of Config.NewAccounts.
const newAccounts = 20

// An accountGuard runs a write that may create an account. It returns the write's error,
// or errNewcomers if no account may be created.
type accountGuard func(write func() error) error

// isExempt reports whether an address has no hourly limits: it is in a trusted network,
// or it is invalid, which means the host itself.
func (s *Server) isExempt(from netip.Addr) bool {
	return !from.IsValid() || s.isTrusted(from)
}

// isTrusted reports whether an address is in a trusted network.
func (s *Server) isTrusted(addr netip.Addr) bool {
	return slices.ContainsFunc(s.keyLists.Load().trusted, func(n netip.Prefix) bool { return n.Contains(addr) })
}

// guardFor returns the accountGuard of a session. Only an account that exists after the
// write counts toward its network's limit, whatever the session has tried. It checks on
// each call whether the account exists, as an account can be deleted during its session.
func (s *Server) guardFor(sess *hub.Session) accountGuard {
	return func(write func() error) error {
		if s.isExempt(sess.Addr) || s.config.NewAccounts < 0 {
			return write()
		}
		known, err := s.config.Store.Known(sess.State().ID.Credential)
		switch {
		case err != nil:
			return err
		case known:
			return write()
		}
		at := s.config.Now()
		if !s.newcomers.Allow(sess.Addr, at) {
			s.logNewcomers(sess.Addr)
			return errNewcomers
		}
		err = write()
		if known, unsure := s.config.Store.Known(sess.State().ID.Credential); unsure == nil && !known {
			s.newcomers.Cancel(sess.Addr, at)
		}
		return err
	}
}

// logNewcomers tells the host, once an hour per network, that no more accounts can be
// created from it.
func (s *Server) logNewcomers(from netip.Addr) {
	if s.limitLogged.Allow(from, s.config.Now()) {
		s.config.Logger.Info("no more new accounts from this network for up to an hour; new-accounts-per-hour is the limit, trusted lifts it",
			"network", limit.Subnet(from).String(), "limit", s.config.NewAccounts)
	}
}

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
	many := len(o.players) >= singleAddressMin
	if o.from != from || !from.IsPrivate() && !from.IsLoopback() {
		o.done, o.players = true, nil
		return false
	}
	if many {
		o.done, o.players = true, nil
	}
	return many
}

// noticeSingleAddress warns the host if all players come from one private address.
func (s *Server) noticeSingleAddress(sess *hub.Session) {
	if s.isExempt(sess.Addr) || !s.singleAddress.notice(sess.Addr, sess.State().ID.Credential) {
		return
	}
	s.config.Logger.Warn("all players come from one private address, so they share its limits and bans; if it is a proxy, let it send the PROXY protocol and name it in proxies, or else name the address in trusted",
		"addr", sess.Addr.String(), "players", singleAddressMin)
}
