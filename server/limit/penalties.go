package limit

import (
	"maps"
	"net/netip"
	"slices"
	"time"
)

const (
	PenaltyMin = 30 * time.Second // a network with a smaller penalty is not blocked
	PenaltyMax = 10 * time.Minute // penalties do not grow beyond this

	penaltiesMax = 16 << 10 // networks remembered
)

// Penalties holds the penalties of networks that misbehave, after OpenSSH's
// PerSourcePenalties. A penalty is a time that runs out by itself, and penalties add up.
// Once a network's reaches [PenaltyMin] the network is blocked, until the penalty has run
// out. The zero value holds none and is ready to use. It is not safe for concurrent use.
type Penalties struct {
	networks map[netip.Prefix]penalty
}

// A penalty is the penalty of one network.
type penalty struct {
	until   time.Time
	blocked bool
}

// Blocked reports whether a network is blocked.
func (p *Penalties) Blocked(from netip.Prefix, now time.Time) bool {
	had := p.networks[from]
	return had.blocked && now.Before(had.until)
}

// Add adds to the penalty of a network. If that is blocked already it stays blocked for
// longer.
func (p *Penalties) Add(from netip.Prefix, much time.Duration, now time.Time) {
	had, ok := p.networks[from]
	switch {
	case !ok:
		p.forget(now)
		fallthrough
	case !now.Before(had.until):
		had = penalty{until: now}
	}
	left := min(had.until.Sub(now)+much, PenaltyMax)
	p.networks[from] = penalty{now.Add(left), had.blocked || left >= PenaltyMin}
}

// forget makes room for one more network. It drops the penalties that have run out and,
// if that is not enough, the half that runs out soonest, so that a crowd of new networks
// does not displace the ones with long penalties.
func (p *Penalties) forget(now time.Time) {
	if p.networks == nil {
		p.networks = make(map[netip.Prefix]penalty)
	}
	if len(p.networks) < penaltiesMax {
		return
	}
	maps.DeleteFunc(p.networks, func(_ netip.Prefix, had penalty) bool { return !now.Before(had.until) })
	if len(p.networks) <= penaltiesMax/2 {
		return
	}
	soonest := slices.SortedFunc(maps.Keys(p.networks), func(a, b netip.Prefix) int {
		return p.networks[a].until.Compare(p.networks[b].until)
	})
	for _, from := range soonest[:len(soonest)-penaltiesMax/2] {
		delete(p.networks, from)
	}
}
