package limit

import (
	"net/netip"
	"testing"
	"time"
)

func TestPenaltiesGrowAndArePaidOff(t *testing.T) {
	var p Penalties
	now := time.Unix(1000, 0)
	from, other := netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("192.0.2.8/32")
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
		{PenaltyMax - time.Second, 0, true},
		{time.Second, 0, false}, // never longer than the maximum
	} {
		now = now.Add(step.after)
		if step.add > 0 {
			p.Add(from, step.add, now)
		}
		if got := p.Blocked(from, now); got != step.want {
			t.Errorf("step %d: the penalty holds: %v, want %v", i, got, step.want)
		}
	}
	if p.Blocked(other, now) {
		t.Error("somebody else is shut out")
	}
}

// The attack: with many addresses, let each misbehave once, so that the one with the long
// penalty is forgotten.
func TestPenaltiesKeepWhoHasEarnedMost(t *testing.T) {
	var p Penalties
	now := time.Unix(1000, 0)
	worst := netip.MustParsePrefix("192.0.2.7/32")
	p.Add(worst, PenaltyMax, now)
	for i := range 3 * penaltiesMax {
		p.Add(Source(netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})), 2*time.Second, now)
	}
	if len(p.networks) > penaltiesMax {
		t.Errorf("%d networks are remembered, want at most %d", len(p.networks), penaltiesMax)
	}
	if !p.Blocked(worst, now) {
		t.Error("the longest penalty is forgotten")
	}
}
