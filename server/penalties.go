package server

import (
	"maps"
	"net/netip"
	"slices"
	"time"
)

// What each connection adds to the penalty of its address. Penalties expire as time
// passes, so that nobody is shut out for a mistyped name or a line that drops five times.
const (
	forLateness = 5 * time.Second        // no login within Limits.Handshake
	forRefusal  = 3 * time.Second        // all attempts to log in were refused
	forSilence  = 2 * time.Second        // the client sent nothing
	forLeaving  = time.Second            // any other end before a login, or an eviction
	forFlood    = 250 * time.Millisecond // a connection refused at once, or almost
)

const (
	penaltyMin   = 30 * time.Second // an address with less is not blocked
	penaltyMax   = 10 * time.Minute
	penaltiesMax = 16 << 10 // addresses remembered
)

// penalties holds the penalties of addresses, after OpenSSH's PerSourcePenalties.
// Penalties add up; from penaltyMin on the address is blocked, until its penalty has
// expired. An address that keeps trying while it is blocked stays blocked longer, but
// only if it tries more than four times a second, so that a client that retries now and
// then does not keep its neighbours out. It is not safe for concurrent use.
type penalties map[netip.Prefix]penalty

// A penalty is the penalty of one address.
type penalty struct {
	until   time.Time
	blocked bool
}

// blocked reports whether an address is blocked.
func (p penalties) blocked(from netip.Prefix, now time.Time) bool {
	had := p[from]
	return had.blocked && now.Before(had.until)
}

// add adds to the penalty of an address.
func (p penalties) add(from netip.Prefix, much time.Duration, now time.Time) {
	had, ok := p[from]
	switch {
	case !ok:
		p.forget(now)
		fallthrough
	case !now.Before(had.until):
		had = penalty{until: now}
	}
	left := min(had.until.Sub(now)+much, penaltyMax)
	p[from] = penalty{now.Add(left), had.blocked || left >= penaltyMin}
}

// forget makes room for one more address. It drops the expired ones and, if that is not
// enough, the half that expires soonest, so that a crowd of new addresses does not
// displace the ones with long penalties.
func (p penalties) forget(now time.Time) {
	if len(p) < penaltiesMax {
		return
	}
	maps.DeleteFunc(p, func(_ netip.Prefix, had penalty) bool { return !now.Before(had.until) })
	if len(p) <= penaltiesMax/2 {
		return
	}
	all := slices.SortedFunc(maps.Keys(p), func(a, b netip.Prefix) int { return p[a].until.Compare(p[b].until) })
	for _, from := range all[:len(all)-penaltiesMax/2] {
		delete(p, from)
	}
}
