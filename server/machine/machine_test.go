package machine

import (
	"context"
	"errors"
	"log/slog"
	"net/netip"
	"strings"
	"testing"

	"boardwalk/engine/arcade"
	"boardwalk/tui/session"
)

// There are not more of them than most, nor more than mostNetwork by players of one network, nor do more than
// mostWaiting wait for the starts of races, mostNetworkWaiting of one network, whom the others do not wait for. The log tells once that all play.
func TestThereAreSoManyPlayers(t *testing.T) {
	var log strings.Builder
	ps := New(Config{
		Exempt: func(from netip.Addr) bool { return !from.IsValid() }, Log: slog.New(slog.NewTextHandler(&log, nil)),
	})
	fills := func(from netip.Addr, waits bool, most int) (begins, leave []func()) {
		t.Helper()
		for range most {
			_, b, l, err := ps.take(from, waits)
			if err != nil {
				t.Fatal(err)
			}
			begins, leave = append(begins, b), append(leave, l)
		}
		if _, _, _, err := ps.take(from, waits); !errors.Is(err, ErrNone) {
			t.Errorf("there is one more than %d: %v", most, err)
		}
		return begins, leave
	}
	each := func(do []func()) {
		for _, do := range do {
			do()
		}
	}
	for range 2 { // they can be had again
		_, leave := fills(netip.MustParseAddr("2001:db8::1"), false, mostNetwork)
		_, _, _, err := ps.take(netip.MustParseAddr("2001:db8:0:7::1"), false)
		if !errors.Is(err, ErrNone) {
			t.Errorf("there is one more for another /64: %v", err)
		}
		each(leave)
		_, waiting := fills(netip.MustParseAddr("2001:db8::1"), true, mostNetworkWaiting)
		_, others := fills(netip.Addr{}, true, mostWaiting-mostNetworkWaiting)
		each(waiting)
		each(others)
	}
	for range 2 {
		_, waiting := fills(netip.Addr{}, true, mostWaiting)
		_, leave := fills(netip.Addr{}, false, most-mostWaiting)
		each(waiting)
		each(leave)
	}
	begins, waited := fills(netip.Addr{}, true, mostWaiting)
	each(begins)
	_, waiting := fills(netip.Addr{}, true, mostWaiting)
	each(waited)
	each(waiting)

	_, leave := fills(netip.Addr{}, false, most)
	each(leave)
	if ps.waiting != 0 || len(ps.of) > 0 || len(ps.wait) > 0 {
		t.Errorf("with nobody left %d wait, and there are players of %v", ps.waiting, ps.of)
	}
	if n := strings.Count(log.String(), "all of the arcade's players are at tables"); n != 1 {
		t.Errorf("that all play is told %d times:\n%s", n, log.String())
	}
	ps.Close()
	if _, _, _, err := ps.take(netip.Addr{}, false); !errors.Is(err, ErrNone) {
		t.Errorf("there is one after the end: %v", err)
	}
}

// A player whose race was left, or whom a host has deleted, has not failed; one that cannot play has.
func TestTheLogTellsOfFailuresAlone(t *testing.T) {
	for err, fails := range map[error]bool{
		nil: false, arcade.ErrNotFound.Saying("you are not in that race"): false, arcade.ErrConflict.Saying("it is gone"): false, errors.New("the disk"): true,
	} {
		var log strings.Builder
		ps := New(Config{
			Ports:  func(context.Context, arcade.Level, *slog.Logger) (session.Ports, error) { return session.Ports{}, nil },
			Exempt: func(netip.Addr) bool { return true },
		})
		nothing := func(session.Ports) error { return nil }
		logger := slog.New(slog.NewTextHandler(&log, nil))
		if bad := ps.seat(1, netip.Addr{}, false, logger, nothing, func(player) error { return err }); bad != nil {
			t.Fatal(bad)
		}
		ps.seated.Wait()
		if got := strings.Contains(log.String(), "level=ERROR"); got != fails {
			t.Errorf("after %v the log is %q", err, log.String())
		}
	}
}
