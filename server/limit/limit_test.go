package limit

import (
	"net/netip"
	"testing"
	"time"
)

func TestBucket(t *testing.T) {
	now := time.Unix(1000, 0)
	b := NewBucket(3, 2, now)
	for i, step := range []struct {
		after time.Duration
		take  int
		want  bool
	}{
		{0, 3, true}, {0, 1, false}, {400 * time.Millisecond, 1, false}, {100 * time.Millisecond, 1, true},
		{time.Hour, 4, false}, {0, 3, true},
	} {
		now = now.Add(step.after)
		if got := b.Allow(step.take, now); got != step.want {
			t.Errorf("step %d: Allow = %v, want %v", i, got, step.want)
		}
	}
}

func TestRateForgetsNetworks(t *testing.T) {
	r := NewRate(3, 1)
	for i := range 3 * rateSourcesMax {
		ip := netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
		r.Allow(netip.PrefixFrom(ip, 32), time.Now())
	}
	if n := len(r.buckets); n > rateSourcesMax {
		t.Errorf("%d networks are remembered, want at most %d", n, rateSourcesMax)
	}
}
