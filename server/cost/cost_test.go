package cost

import (
	"net/netip"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
	"boardwalk/tui/play"
)

// newLedger returns a ledger that charges everybody.
func newLedger(places chan struct{}) *Ledger {
	return NewLedger(func(netip.Addr) bool { return false }, time.Now, places)
}

// meterFrom returns the meter of a session from an address.
func meterFrom(l *Ledger, from string) *Meter {
	return l.Meter(netip.MustParseAddr(from), func() (arcade.Account, error) { return arcade.Account{}, nil })
}

// The attack: many sessions on many keys of one address, or of one /64, walk long histories.
//
// An address has one of the few places, whoever its sessions are, and another address the next.
//
//abuse:case 48
func TestAnAddressHasOnePlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := make(chan struct{}, 2)
		l := newLedger(places)
		release := make(chan struct{})
		began := make(chan string, 10)
		walk := func(from string) {
			_ = meterFrom(l, from).Work(func(func()) error { began <- from; <-release; return nil })
		}
		for range 5 {
			go walk("2001:db8::1")
			go walk("2001:db8::2")
		}
		synctest.Wait()
		go walk("192.0.2.1")
		synctest.Wait()
		if len(began) != 2 || !strings.HasPrefix(<-began, "2001:") || <-began != "192.0.2.1" {
			t.Errorf("%d more walk at once", len(began))
		}
		close(release)
		synctest.Wait()
		if len(began) != 9 || len(places) != 0 || len(l.turn) != 0 {
			t.Errorf("%d walk after them, %d places and %d turns are left", len(began), len(places), len(l.turn))
		}
	})
}

// The attack: one account comes from many addresses, each of which has a budget.
//
//abuse:case 48
func TestAnAccountHasOneBudget(t *testing.T) {
	l := newLedger(nil)
	for i := range 12 {
		m := meterFrom(l, netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}).String())
		m.account = func() (arcade.Account, error) { return arcade.Account{Known: true, ID: "mallory"}, nil }
		if i < 11 {
			m.charge(time.Second)
		} else if m.MayBegin() == nil {
			t.Error("from a twelfth address the account may go on")
		}
	}
	if err := meterFrom(l, "192.0.2.1").MayBegin(); err != nil {
		t.Errorf("another account at one of the addresses reads %v", err)
	}
}

// A farSighted state takes so long to look for a dead end.
type farSighted struct {
	engine.State
	long time.Duration
}

// DeadEnd implements engine.DeadEnder.
func (s farSighted) DeadEnd() (dead, known bool) {
	time.Sleep(s.long)
	return false, false
}

// Searches take from the budget, and leave a part of it for commands. A payer who has none left
// searches only where nobody else waits, and goes on once there is some.
//
//abuse:case 48
func TestSearchesAreCharged(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := newLedger(nil)
		mallory, ann := meterFrom(l, "192.0.2.1"), meterFrom(l, "192.0.2.2")
		limit := make(chan struct{}, 1)
		search := func(m *Meter, long time.Duration) {
			_, _ = play.Position{State: farSighted{long: long}}.DeadEnd(t.Context(), search.Places{Limit: limit, Payer: m})
		}
		search(mallory, time.Hour)
		if left := mallory.left(); left != 0 || mallory.MayBegin() != nil || ann.left() == 0 {
			t.Errorf("after an hour %v is left of hers, %v of another, and %v", left, ann.left(), mallory.MayBegin())
		}
		order := make(chan string, 3)
		go search(ann, time.Millisecond) // takes the place
		synctest.Wait()
		for name, m := range map[string]*Meter{"mallory": mallory, "ann": ann} {
			go func() {
				search(m, time.Millisecond)
				order <- name
			}()
		}
		if first, second := <-order, <-order; first != "ann" || second != "mallory" {
			t.Errorf("%s searches before %s", first, second)
		}
		time.Sleep(time.Minute)
		if mallory.Spent() {
			t.Error("a minute later nothing is left")
		}
	})
}

// Who is charged more than there is waits until that is paid off, and so does who pays together with somebody else
// who has to.
//
//abuse:case 48
func TestBudget(t *testing.T) {
	now := time.Unix(1000, 0)
	l := NewLedger(nil, func() time.Time { return now }, nil)
	mallory, ann := []any{netip.MustParsePrefix("192.0.2.1/32")}, []any{netip.MustParsePrefix("192.0.2.2/32")}
	for i, step := range []struct {
		after, used, want time.Duration
	}{
		{0, 0, 0}, {0, 5 * time.Second, 0}, {0, 6 * time.Second, 5 * time.Second},
		{time.Second, 0, 4 * time.Second}, {4 * time.Second, 0, 0}, {time.Hour, 10 * time.Second, time.Second},
	} {
		now = now.Add(step.after)
		l.charge(mallory, step.used)
		if got := l.wait(mallory); got != step.want {
			t.Errorf("step %d: it waits %v, want %v", i, got, step.want)
		}
	}
	if wait := l.wait(ann); wait != 0 {
		t.Errorf("another network waits %v", wait)
	}
	carol := []any{"carol"}
	both := slices.Concat(ann, carol)
	l.charge(both, time.Second)
	if left := l.left(both); left != atOnce-time.Second {
		t.Errorf("of two who pay, %v is left", left)
	}
	l.charge(carol, atOnce)
	if alone, together := l.wait(ann), l.wait(both); alone != 0 || together != 5*time.Second {
		t.Errorf("one waits %v, and with a debtor %v", alone, together)
	}
}
