package machine

import (
	"errors"
	"net/netip"
	"testing"
)

// There are not more of them than most, nor more than mostNetwork by players of one network.
func TestThereAreSoManyPlayers(t *testing.T) {
	ps := New(Config{Exempt: func(from netip.Addr) bool { return !from.IsValid() }})
	fills := func(from netip.Addr, most int) (leave []func()) {
		t.Helper()
		for range most {
			_, l, err := ps.take(from)
			if err != nil {
				t.Fatal(err)
			}
			leave = append(leave, l)
		}
		if _, _, err := ps.take(from); !errors.Is(err, ErrNone) {
			t.Errorf("there is one more than %d: %v", most, err)
		}
		return leave
	}
	for range 2 { // they can be had again
		for _, leave := range fills(netip.MustParseAddr("192.0.2.1"), mostNetwork) {
			leave()
		}
	}
	all := fills(netip.Addr{}, most)
	for _, leave := range all {
		leave()
	}
	ps.Close()
	if _, _, err := ps.take(netip.Addr{}); !errors.Is(err, ErrNone) {
		t.Errorf("there is one after the end: %v", err)
	}
}
