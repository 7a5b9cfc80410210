package server

import (
	"maps"
	"net/netip"
	"slices"
	"time"
)

// What is held against an address, for each of its connections. Time pays it off,
// a second for a second, so that nobody is shut out for a name mistyped or a line
// that drops five times.
const (
	forLateness = 5 * time.Second        // no login within Limits.Handshake
	forRefusal  = 3 * time.Second        // logins that were refused
	forSilence  = 2 * time.Second        // not one byte
	forLeaving  = time.Second            // any other end before a login, or a place taken by another
	forFlood    = 250 * time.Millisecond // one that was refused at once, or nearly so
)

const (
	penaltyMin  = 30 * time.Second // less is only remembered
	penaltyMax  = 10 * time.Minute
	penaltyKept = 16 << 10 // addresses
)

// Penalties is how long addresses must keep away, as OpenSSH's
// PerSourcePenalties: what is held against one adds up, and holds from penaltyMin
// on until it is paid off. Who knocks on meanwhile prolongs it, but only where it is
// more than four times a second: a client that tries again now and then does not keep
// its neighbours out. It is not safe for more than one goroutine.
type penalties map[netip.Prefix]penalty

// A penalty is what is held against one address.
type penalty struct {
	until time.Time
	holds bool
}

// hold tells whether an address must keep away.
func (p penalties) hold(from netip.Prefix, now time.Time) bool {
	had := p[from]
	return had.holds && now.Before(had.until)
}

// add holds so much more against an address.
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
	p[from] = penalty{now.Add(left), had.holds || left >= penaltyMin}
}

// forget makes room for one more address: those that have paid off go, and the
// half that would next where that does not do. So a crowd of new ones does not push
// out who has earned much.
func (p penalties) forget(now time.Time) {
	if len(p) < penaltyKept {
		return
	}
	maps.DeleteFunc(p, func(_ netip.Prefix, had penalty) bool { return !now.Before(had.until) })
	if len(p) <= penaltyKept/2 {
		return
	}
	all := slices.SortedFunc(maps.Keys(p), func(a, b netip.Prefix) int { return p[a].until.Compare(p[b].until) })
	for _, from := range all[:len(all)-penaltyKept/2] {
		delete(p, from)
	}
}
