package limit

import (
	"fmt"
	"net"
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
		{time.Hour, 4, false}, {0, 2, true},
		{-time.Hour, 1, true}, {0, 1, false}, {500 * time.Millisecond, 1, true}, // the clock is set back
	} {
		now = now.Add(step.after)
		if got := b.Allow(step.take, now); got != step.want {
			t.Errorf("step %d: Allow = %v, want %v", i, got, step.want)
		}
	}
}

func TestRateForgetsNetworks(t *testing.T) {
	r := NewRate(3, 1)
	for i := range 3 * networksMax {
		ip := netip.AddrFrom4([4]byte{10, byte(i >> 16), byte(i >> 8), byte(i)})
		r.Allow(1, time.Now(), netip.PrefixFrom(ip, 32))
	}
	if n := len(r.buckets); n > networksMax {
		t.Errorf("%d networks are remembered, want at most %d", n, networksMax)
	}
}

func TestAddr(t *testing.T) {
	for addr, want := range map[string]string{
		"192.0.2.7:22":          "192.0.2.7",
		"[::ffff:192.0.2.7]:22": "192.0.2.7",
		"[2001:db8:1:2::4]:22":  "2001:db8:1:2::4",
		"[fe80::1%eth0]:22":     "fe80::1",
	} {
		if got := Addr(net.TCPAddrFromAddrPort(netip.MustParseAddrPort(addr))); got.String() != want {
			t.Errorf("%s is from %s, want %s", addr, got, want)
		}
	}
	if got := Addr(&net.UnixAddr{}); got.IsValid() {
		t.Errorf("a socket is from %s", got)
	}
}

func TestSource(t *testing.T) {
	for addr, want := range map[string]string{
		"192.0.2.7":          "192.0.2.7/32",
		"::ffff:192.0.2.7":   "192.0.2.7/32",
		"2001:db8:1:2:3::4":  "2001:db8:1:2::/64",
		"fe80::1%eth0":       "fe80::/64",
		"2001:db8:1:2:ff::9": "2001:db8:1:2::/64",
	} {
		if got := Source(netip.MustParseAddr(addr)); got.String() != want {
			t.Errorf("%s counts as %s, want %s", addr, got, want)
		}
	}
	if got := Source(netip.Addr{}); got.IsValid() {
		t.Errorf("no address counts as %s", got)
	}
}

//abuse:case 10
func TestSubnets(t *testing.T) {
	const most = 20
	now := time.Now()
	h := NewHourly(most)
	allow := func(addr netip.Addr) bool { return h.Allow(Subnet(addr), now, 0) }
	fill := func(text string) (took int) {
		for i := range 2 * most {
			if allow(netip.MustParseAddr(fmt.Sprintf(text, i))) {
				took++
			}
		}
		return took
	}
	for _, text := range []string{"192.0.2.%d", "198.51.100.%d", "2001:db8:0:%x::1", "2001:db8:1:1:%x::"} {
		if got := fill(text); got != most {
			t.Errorf("%s was allowed %d events, want %d", text, got, most)
		}
	}
	if allow(netip.MustParseAddr("::ffff:192.0.2.200")) {
		t.Error("an address in another form was allowed one more")
	}
	for i := range 3 * networksMax { // must not grow without end
		allow(netip.AddrFrom4([4]byte{10, byte(i >> 8), byte(i), 1}))
	}
	if len(h.events) > networksMax {
		t.Errorf("%d subnets are remembered", len(h.events))
	}
}

func TestCancel(t *testing.T) {
	h, addr := NewHourly(2), netip.MustParsePrefix("192.0.2.0/24")
	first := time.Unix(1000, 0)
	second := first.Add(time.Minute)
	if !h.Allow(addr, first, 0) || !h.Allow(addr, second, 0) || !h.Exhausted(addr, second) || h.Allow(addr, second, 0) {
		t.Error("a limit of two is not one of two")
	}
	h.Cancel(addr, first.Add(time.Second)) // there is no such event
	if !h.Exhausted(addr, second) {
		t.Error("an event that never was is taken back")
	}
	h.Cancel(addr, second)
	if h.Exhausted(addr, second) || !h.Allow(addr, second, 0) {
		t.Error("an event that was taken back still counts")
	}
	if later := first.Add(time.Hour); !h.Exhausted(addr, later.Add(-1)) || h.Exhausted(addr, later) {
		t.Error("an event does not count for an hour")
	}
}

// Each user does so many things in any hour, with pauses, and only so many users are remembered: the
// idle ones are forgotten first.
func TestPace(t *testing.T) {
	const most, pause = 100, 5 * time.Second
	begun := time.Unix(1000, 0)
	p := NewPace(2, most)
	for _, event := range []struct {
		user  string
		after time.Duration
		want  bool
	}{
		{"ann", 0, true}, {"bob", 0, true}, {"ann", pause - 1, false}, {"ann", pause, true}, {"ann", 2 * pause, false},
		{"ann", time.Hour - 1, false}, {"ann", time.Hour, true}, {"ann", time.Hour + pause - 1, false}, {"ann", time.Hour + pause, true},
	} {
		if got := p.Allow(event.user, begun.Add(event.after), pause); got != event.want {
			t.Errorf("%s after %v: %v, want %v", event.user, event.after, got, event.want)
		}
	}
	later := begun.Add(time.Hour + 2*pause)
	for i := range 3 * most {
		if !p.Allow(i, later, pause) || len(p.events) > most {
			t.Fatalf("user %d: %d are remembered", i, len(p.events))
		}
		if i == most-2 && (p.events["bob"] != nil || p.events["ann"] == nil) { // one too many came
			t.Errorf("the one who was idle for an hour is not forgotten first")
		}
	}
}
