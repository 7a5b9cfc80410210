package limit_test

import (
	"fmt"
	"net/netip"
	"time"

	"boardwalk/server/limit"
)

// Each network may do something twice an hour. An address of another network is not
// affected.
func ExamplePace() {
	hourly := limit.NewHourly(2)
	now := time.Date(2026, 7, 1, 20, 0, 0, 0, time.UTC)
	for _, addr := range []string{"192.0.2.1", "192.0.2.2", "192.0.2.3", "198.51.100.1"} {
		fmt.Println(addr, hourly.Allow(limit.Subnet(netip.MustParseAddr(addr)), now, 0))
	}
	fmt.Println("an hour later", hourly.Allow(limit.Subnet(netip.MustParseAddr("192.0.2.3")), now.Add(time.Hour), 0))
	// Output:
	// 192.0.2.1 true
	// 192.0.2.2 true
	// 192.0.2.3 false
	// 198.51.100.1 true
	// an hour later true
}

// A server blocks addresses that fail to log in again and again.
func ExamplePenalties() {
	var penalties limit.Penalties
	from := limit.Source(netip.MustParseAddr("2001:db8:1:2::7"))
	now := time.Date(2026, 7, 1, 20, 0, 0, 0, time.UTC)
	failures := 0
	for !penalties.Blocked(from, now) {
		penalties.Add(from, 5*time.Second, now)
		failures++
	}
	fmt.Println(from, "is blocked after", failures, "failures")
	fmt.Println("half a minute later:", penalties.Blocked(from, now.Add(30*time.Second)))
	// Output:
	// 2001:db8:1:2::/64 is blocked after 6 failures
	// half a minute later: false
}
