package server

import (
	"net/netip"
	"testing"
	"time"

	"boardwalk/server/limit"
)

func TestPenaltiesGrowAndArePaidOff(t *testing.T) {
	p, now, from := make(penalties), time.Unix(1000, 0), limit.Source(honest(1))
	for i, step := range []struct {
		after, add time.Duration
		want       bool
	}{
		{0, 0, false},
		{0, 29 * time.Second, false}, // below the minimum
		{10 * time.Second, 10 * time.Second, false},
		{0, time.Second, true}, // 30 s
		{29 * time.Second, 0, true},
		{0, 9 * time.Second, true}, // adds to the second that is left
		{9 * time.Second, 0, true},
		{time.Second, 0, false},
		{0, 29 * time.Second, false}, // starts afresh
		{time.Hour, time.Hour, true},
		{0, time.Hour, true},
		{penaltyMax - time.Second, 0, true},
		{time.Second, 0, false}, // never longer than the maximum
	} {
		now = now.Add(step.after)
		if step.add > 0 {
			p.add(from, step.add, now)
		}
		if got := p.blocked(from, now); got != step.want {
			t.Errorf("step %d: the penalty holds: %v, want %v", i, got, step.want)
		}
	}
	if p.blocked(limit.Source(honest(2)), now) {
		t.Error("somebody else is shut out")
	}
}

// The attack: with many addresses, let each misbehave once, so that the one with the long
// penalty is forgotten.
func TestPenaltiesKeepWhoHasEarnedMost(t *testing.T) {
	p, now := make(penalties), time.Unix(1000, 0)
	worst := limit.Source(honest(1))
	p.add(worst, penaltyMax, now)
	for i := range 3 * penaltiesMax {
		p.add(limit.Source(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})), forSilence, now)
	}
	if len(p) > penaltiesMax {
		t.Errorf("%d addresses are remembered, want at most %d", len(p), penaltiesMax)
	}
	if !p.blocked(worst, now) {
		t.Error("the longest penalty is forgotten")
	}
}

// Anyone can have as many addresses of an IPv6 network as they like.
func TestAnIPv6NetworkCountsAsOneAddress(t *testing.T) {
	s := newGateTest()
	first, second, other := netip.MustParseAddr("2001:db8:1:2::1"), netip.MustParseAddr("2001:db8:1:2:ffff::2"), netip.MustParseAddr("2001:db8:1:3::1")
	mine, _ := s.comes(other)
	for i := range 2 * s.limits.UnauthenticatedPerAddress {
		from := first
		if i%2 == 1 {
			from = second
		}
		if _, why := s.comes(from); why != "" {
			t.Fatal(why)
		}
	}
	if n := s.waiting(); n != s.limits.UnauthenticatedPerAddress+1 || !s.waits(mine) {
		t.Errorf("%d wait, want %d and the one of another network", n, s.limits.UnauthenticatedPerAddress)
	}
	s.fails(first, 20, func(*conn) bool { return true })
	for from, want := range map[netip.Addr]refusalReason{first: byPenalty, second: byPenalty, other: ""} {
		if got := s.logsIn(from); got != want {
			t.Errorf("%s is refused by %q, want %q", from, got, want)
		}
	}
}
