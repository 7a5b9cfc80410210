package load

import (
	"math/rand/v2"
	"net/netip"
	"testing"
	"time"

	"boardwalk/engine/catalog"
)

func TestQuantiles(t *testing.T) {
	t.Parallel()
	const ms = time.Millisecond
	upTo := func(n int) (times []time.Duration) { // in no order
		for _, i := range rand.New(rand.NewPCG(1, 1)).Perm(n) {
			times = append(times, time.Duration(i+1)*ms)
		}
		return times
	}
	for name, test := range map[string]struct {
		times []time.Duration
		want  Quantiles
	}{
		"none":       {nil, Quantiles{}},
		"one":        {[]time.Duration{7 * ms}, Quantiles{1, 7, 7, 7, 7}},
		"two":        {[]time.Duration{9 * ms, 3 * ms}, Quantiles{2, 3, 9, 9, 9}},
		"three":      {upTo(3), Quantiles{3, 2, 3, 3, 3}},
		"twenty":     {upTo(20), Quantiles{20, 10, 19, 20, 20}},
		"a hundred":  {upTo(100), Quantiles{100, 50, 95, 99, 100}},
		"one more":   {upTo(101), Quantiles{101, 51, 96, 100, 101}},
		"a thousand": {upTo(1000), Quantiles{1000, 500, 950, 990, 1000}},
		"all alike":  {[]time.Duration{4 * ms, 4 * ms, 4 * ms}, Quantiles{3, 4, 4, 4, 4}},
		"rounded":    {[]time.Duration{ms / 3}, Quantiles{1, 0.333, 0.333, 0.333, 0.333}},
	} {
		if got := QuantilesOf(test.times); got != test.want {
			t.Errorf("%s: %+v, want %+v", name, got, test.want)
		}
	}
}

func TestParseProcess(t *testing.T) {
	t.Parallel()
	const line = "4711 (an odd) name) S 1 4711 4711 0 -1 4194560 9012 0 0 0 150 50 0 0 20 0 9 0 100 1275068416 2500 18446744073709551615 1 1 0\n"
	if got, err := parseProcess(line); err != nil || got != 2*time.Second {
		t.Errorf("parseProcess = %v, %v, want 2s", got, err)
	}
	for _, line := range []string{"", "1 (x) S 1 2", "1 (x) S 1 4711 4711 0 -1 4194560 9012 0 0 0 a 50 0 0 20 0 9 0 100 1 2 3"} {
		if got, err := parseProcess(line); err == nil {
			t.Errorf("parseProcess(%q) = %v", line, got)
		}
	}
}

func TestNetworksAreApart(t *testing.T) {
	t.Parallel()
	const players, attackers = 5000, 500
	to := netip.MustParseAddr("127.0.0.1")
	honest, attack := HonestNetworks(to), AttackerNetworks(to)
	seen := map[netip.Prefix]bool{}
	for range players {
		a := honest.Next()
		p, _ := a.Prefix(24)
		if !a.IsLoopback() || seen[p] || a == to {
			t.Fatalf("%v is no network of its own", a)
		}
		seen[p] = true
	}
	for range attackers {
		a := attack.Next()
		p, _ := a.Prefix(24)
		if !a.IsLoopback() || seen[p] {
			t.Fatalf("%v is no network of an attacker's own", a)
		}
		seen[p] = true
		if b := Neighbour(a, 300); !p.Contains(b) {
			t.Fatalf("%v is no neighbour of %v", b, a)
		}
	}
	for _, to := range []string{"::1", "192.0.2.1"} {
		if a := HonestNetworks(netip.MustParseAddr(to)).Next(); a.IsValid() {
			t.Errorf("from %v to %s", a, to)
		}
	}
}

func TestPlanIsLegalAndOfTheSeed(t *testing.T) {
	t.Parallel()
	for _, g := range catalog.All() {
		code, moves := plan(g, rand.New(rand.NewPCG(3, 4)))
		again, same := plan(g, rand.New(rand.NewPCG(3, 4)))
		if code != again || len(moves) != len(same) || len(moves) == 0 || len(moves) > PlanMoves {
			t.Errorf("%s: %s with %d moves, then %s with %d", g.Info().ID, code, len(moves), again, len(same))
		}
	}
}
