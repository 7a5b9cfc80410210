package server

import (
	"net/netip"
	"sync"
)

// newAccounts is how many accounts one neighbourhood can begin in an hour, where the
// host says nothing else.
const newAccounts = 20

// A beginning runs a write that may be the first of an account, and returns its error,
// or errCrowd instead where no account may begin.
type beginning func(write func() error) error

// isExempt reports whether no hourly limit is for an address: that of a trusted
// network, or none, which is the host itself.
func (s *Server) isExempt(from netip.Addr) bool {
	return !from.IsValid() || among(s.lists.Load().trusted, from)
}

// beginner returns the beginning of a session. Only an account that is there after the
// write counts as one of the network's, whatever the session has tried. It asks each
// time, as an account can go while its session goes on.
func (s *Server) beginner(here *session) beginning {
	return func(write func() error) error {
		if s.isExempt(here.from) || s.config.NewAccounts < 0 {
			return write()
		}
		known, err := s.config.Store.Known(here.now().who.account)
		switch {
		case err != nil:
			return err
		case known:
			return write()
		}
		at := s.config.Now()
		if !s.newcomers.take(here.from, at) {
			s.logCrowd(here.from)
			return errCrowd
		}
		err = write()
		if known, unsure := s.config.Store.Known(here.now().who.account); unsure == nil && !known {
			s.newcomers.giveBack(here.from, at)
		}
		return err
	}
}

// logCrowd tells the host, once an hour for each network, that no more accounts begin
// from it.
func (s *Server) logCrowd(from netip.Addr) {
	if s.crowded.take(from, s.config.Now()) {
		s.config.Logger.Info("no more new accounts from this network for up to an hour; new-accounts-per-hour is the limit, trusted lifts it",
			"network", neighbourhood(from).String(), "limit", s.config.NewAccounts)
	}
}

// onePlaceMin is how many players must come from one private address, and nobody from
// elsewhere, before the log says so.
const onePlaceMin = 8

// A onePlace notices that all players come from one private address. Then that is
// likely a proxy's, or that of a router or container that hides theirs, and they share
// all limits and bans. Its zero value is ready.
type onePlace struct {
	mu      sync.Mutex
	settled bool // there is no more to notice
	from    netip.Addr
	players map[string]bool // by account
}

// notice takes note of a player, and reports whether it is time to tell the host: once
// at most.
func (o *onePlace) notice(from netip.Addr, account string) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.settled:
		return false
	case o.players == nil:
		o.from, o.players = from, make(map[string]bool)
	}
	o.players[account] = true
	many := len(o.players) >= onePlaceMin
	if o.from != from || !from.IsPrivate() && !from.IsLoopback() {
		o.settled, o.players = true, nil
		return false
	}
	if many {
		o.settled, o.players = true, nil
	}
	return many
}

// noticePlace warns the host where all players come from one private address.
func (s *Server) noticePlace(here *session) {
	if s.isExempt(here.from) || !s.onePlace.notice(here.from, here.now().who.account) {
		return
	}
	s.config.Logger.Warn("all players come from one private address, so they share the limits and bans of one; where a proxy is there, let it send the PROXY protocol and name it in proxies, and else name the address in trusted",
		"addr", here.from.String(), "players", onePlaceMin)
}
