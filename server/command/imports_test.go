package command

import (
	"context"
	"net/netip"
	"testing"
	"time"

	"boardwalk/server/limit"
)

// refusal returns why a file is refused, or nil.
func (d *Delivery) refusal() error { return context.Cause(d.welcome) }

// The file that came first gives way, once it was safe for a while, and one that is whole never
// does. Where nobody waits all may take their time.
func TestTheOldestFileGivesWay(t *testing.T) {
	now := time.Now()
	clock := func() time.Time { return now }
	l := NewImports(func(netip.Addr) bool { return false })
	begin := func(network int) *Delivery {
		d := l.Expect(netip.AddrFrom4([4]byte{203, 0, byte(network), 1}), clock)
		d.Grow(ImportFree + 1)
		return d
	}
	wants := func(when string, d *Delivery, want error) {
		t.Helper()
		if got := d.refusal(); got != want {
			t.Errorf("%s reads %v, want %v", when, got, want)
		}
	}
	whole := begin(0)
	if err := whole.complete(); err != nil {
		t.Fatal(err)
	}
	late := begin(1)
	now = now.Add(time.Minute)
	second, third := begin(2), begin(3)
	now = now.Add(ImportSafe - 1)
	wants("the oldest, where nobody waits,", late, nil)
	wants("the first newcomer", begin(4), nil)
	wants("the oldest", late, errImportSlow)
	late.Grow(ImportFree + 1<<20)
	wants("the oldest that goes on", late, errImportSlow)
	wants("one more newcomer, while all are safe,", begin(5), errImportsBusy)
	wants("a file that is safe", second, nil)
	now = now.Add(1)
	for range ImportsHour {
		l.hourly.Allow(limit.Subnet(netip.AddrFrom4([4]byte{203, 0, 6, 1})), now, 0)
	}
	wants("who has sent enough for an hour", begin(6), errImportsEnough)
	wants("the older of two", second, nil)
	wants("the second newcomer", begin(7), nil)
	wants("the older of two", second, errImportSlow)
	wants("the third newcomer", begin(8), nil)
	wants("the next", third, errImportSlow)
	wants("a newcomer where one is whole and the others are safe", begin(9), errImportsBusy)
	now = now.Add(time.Hour)
	for _, d := range l.placed {
		_ = d.complete()
	}
	wants("a newcomer where all are whole", begin(10), errImportsBusy)
	wants("a file that is whole", whole, nil)
	if n := l.Held(); n != ImportsAtOnce {
		t.Errorf("%d files have a place", n)
	}
}

// One address has one place, unless it is exempt, as a school's can be. A newer file takes it, once the
// one that has it is no longer safe, and not if that is whole.
func TestOneAddressHasOnePlace(t *testing.T) {
	for _, trusted := range []bool{false, true} {
		now := time.Now()
		l := NewImports(func(netip.Addr) bool { return trusted })
		begin := func(from string) *Delivery {
			d := l.Expect(netip.MustParseAddr(from), func() time.Time { return now })
			d.Grow(ImportFree + 1)
			return d
		}
		first, second, other := begin("2001:db8::7"), begin("2001:db8::8"), begin("198.51.100.8")
		if first.refusal() != nil || other.refusal() != nil || (second.refusal() == errImportsBusy) == trusted {
			t.Errorf("trusted %v: %v, %v, %v", trusted, first.refusal(), second.refusal(), other.refusal())
		}
		second.Release()
		now = now.Add(ImportSafe)
		again := begin("2001:db8::9")
		if again.refusal() != nil || (first.refusal() == errImportSlow) == trusted || other.refusal() != nil {
			t.Errorf("trusted %v: later %v, %v, %v", trusted, again.refusal(), first.refusal(), other.refusal())
		}
		_ = again.complete()
		now = now.Add(ImportSafe)
		if last := begin("2001:db8::a"); (last.refusal() == errImportsBusy) == trusted || again.refusal() != nil {
			t.Errorf("trusted %v: while one is whole %v, %v", trusted, last.refusal(), again.refusal())
		}
	}
}
