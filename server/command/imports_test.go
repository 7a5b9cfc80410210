package command

import (
	"net/netip"
	"testing"
	"time"
)

// The slowest file gives way, once it was safe for a while, and one that is whole never
// does. Where nobody waits all may take their time.
func TestTheSlowestFileGivesWay(t *testing.T) {
	now := time.Now()
	clock := func() time.Time { return now }
	l := NewImports(func(netip.Addr) bool { return false })
	begin := func(network int) *Delivery {
		d := l.Expect(netip.AddrFrom4([4]byte{203, 0, byte(network), 1}), clock)
		d.Grow(ImportFree + 1)
		return d
	}
	whole := begin(0)
	whole.complete()
	late := begin(1)
	now = now.Add(time.Minute)
	slow, fast := begin(2), begin(3)
	late.Grow(ImportFree + 60<<10) // 1 KiB a second
	now = now.Add(ImportSafe - 1)
	slow.Grow(ImportFree + 20<<10) // 4
	fast.Grow(ImportFree + 1<<20)
	wants := func(when string, d *Delivery, want string) {
		t.Helper()
		if got := d.refused; got != want {
			t.Errorf("%s reads %q, want %q", when, got, want)
		}
		select {
		case <-d.evicted:
			if want != importSlow {
				t.Errorf("%s has lost its place", when)
			}
		default:
			if want == importSlow {
				t.Errorf("%s is not told", when)
			}
		}
	}

	wants("the slowest, where nobody waits", late, "")
	wants("the first newcomer", begin(4), "")
	wants("the slowest", late, importSlow)
	late.Grow(ImportFree + 1<<20)
	wants("the slowest that goes on", late, importSlow)
	wants("one more newcomer, while all are safe,", begin(5), importsBusy)
	wants("a file that is safe", slow, "")
	now = now.Add(1)
	for range ImportsHour {
		l.hourly.Allow(netip.AddrFrom4([4]byte{203, 0, 6, 1}), now)
	}
	wants("who has sent enough for an hour", begin(6), importsEnough)
	wants("the slower of two", slow, "")
	wants("the second newcomer", begin(7), "")
	wants("the slower of two", slow, importSlow)
	wants("the third newcomer", begin(8), "")
	wants("the faster of two", fast, importSlow)
	wants("a newcomer where one is whole and the others are safe", begin(9), importsBusy)
	wants("a file that is whole", whole, "")
}

// One address has one place, unless it is exempt, as a school's can be.
func TestOneAddressHasOnePlace(t *testing.T) {
	for _, trusted := range []bool{false, true} {
		l := NewImports(func(netip.Addr) bool { return trusted })
		ann, bob := netip.MustParseAddr("198.51.100.7"), netip.MustParseAddr("198.51.100.8")
		first := l.Expect(ann, time.Now)
		first.Grow(ImportFree + 1)
		second, other := l.Expect(ann, time.Now), l.Expect(bob, time.Now)
		second.Grow(ImportFree + 1)
		other.Grow(ImportFree + 1)
		if first.refused != "" || other.refused != "" || (second.refused == importsOther) == trusted {
			t.Errorf("trusted %v: %q, %q, %q", trusted, first.refused, second.refused, other.refused)
		}
		first.Release()
		again := l.Expect(ann, time.Now)
		if again.Grow(ImportFree + 1); again.refused != "" {
			t.Errorf("trusted %v: once the first has ended: %q", trusted, again.refused)
		}
	}
}
