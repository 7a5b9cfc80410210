package port

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/server/cost"
	"boardwalk/server/hub"
	"boardwalk/server/peers/peerstest"
)

// A player reads how to reach the host also where a quota of the network refuses something.
func TestAQuotaNamesTheHostsContact(t *testing.T) {
	a := New(Config{
		About:  func() arcade.About { return arcade.About{Contact: "host@example.org"} },
		Exempt: func(netip.Addr) bool { return false }, Now: time.Now,
	})
	names := func(doing string, err error) {
		t.Helper()
		if err == nil || strings.Count(err.Error(), "To reach the host: host@example.org") != 1 {
			t.Errorf("%s: %v", doing, err)
		}
	}
	u := &User{Session: &hub.Session{Addr: netip.MustParseAddr("192.0.2.1")}, arcade: a}
	for range racesHour {
		if err := u.mayOpenRace(); err != nil {
			t.Fatal(err)
		}
	}
	names("one race too many", u.mayOpenRace())
	full := func() error { return a.appealIfFull(data.ErrFull) }
	err := u.hourly(a.quotas.variations, errManyVariations, full)
	names("a full file", err)
	if !errors.Is(err, data.ErrFull) {
		t.Errorf("a full file is %v", err)
	}
}

// What a player has seen of a deal on one node is known on all, also if that was lost at first.
func TestSeenDealsAreKnownOnAllNodes(t *testing.T) {
	var memory peerstest.Memory
	var nodes [2]seenDeals
	for i := range nodes {
		nodes[i].join(memory.Join(fmt.Sprint("node", i+1), i+1))
	}
	ann := arcade.KeyCredential("SHA256:ann")
	nodes[0].note(ann, arcade.Deal{Game: "hop", Code: "ONE"})
	memory.Lose(func(_, _, subject string) bool { return subject == seenSubject })
	nodes[0].note(ann, arcade.Deal{Game: "hop", Code: "TWO"})
	memory.Lose(nil)
	for range seenTold {
		nodes[0].repeat()
	}
	for _, code := range []engine.Code{"ONE", "TWO"} {
		if !nodes[1].has(ann, arcade.Deal{Game: "hop", Code: code}) {
			t.Errorf("the other node does not know that ann has seen %s", code)
		}
	}
	if len(nodes[0].again) > 0 {
		t.Error("it is told for ever")
	}
}

// An importing player takes as long as the test likes for each of two parts.
type importing struct {
	Player
	began, release chan struct{}
}

func (p importing) Import(_ []arcade.Result, _ time.Time, pause func()) (int, error) {
	p.began <- struct{}{}
	<-p.release
	pause()
	<-p.release
	return 0, nil
}

// Imports of an address come one after another too, and let another address work between parts.
//
//abuse:case 48
func TestImportsAreInTheTurnOfTheirAddress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := cost.NewLedger(func(netip.Addr) bool { return false }, time.Now, make(chan struct{}, 1))
		from := func(address string) *cost.Meter {
			return l.Meter(netip.MustParseAddr(address), func() (arcade.Account, error) { return arcade.Account{}, nil })
		}
		p := importing{began: make(chan struct{}, 5), release: make(chan struct{})}
		for range 5 {
			go func() { _, _ = (&User{Player: p, Meter: from("192.0.2.1")}).Import(nil, time.Now(), nil) }()
		}
		synctest.Wait()
		if len(p.began) != 1 {
			t.Errorf("%d imports are under way", len(p.began))
		}
		other := make(chan error, 1)
		go func() { other <- from("192.0.2.2").Work(func(func()) error { return nil }) }()
		synctest.Wait()
		if len(other) != 0 {
			t.Error("another address works during a part")
		}
		p.release <- struct{}{}
		if err := <-other; err != nil {
			t.Error(err)
		}
		close(p.release)
		synctest.Wait()
		if len(p.began) != 5 {
			t.Errorf("%d imports were made", len(p.began))
		}
	})
}
