package server

import (
	"errors"
	"net"
	"net/netip"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/search"
	"boardwalk/server/gate"
	"boardwalk/server/hub"
	"boardwalk/server/limit"
	"boardwalk/server/sshtest"
	"boardwalk/tui/play"
)

// meterFrom returns the meter of a session from an address.
func meterFrom(c *costs, from string) *meter {
	addr := net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(from), 1))
	return &meter{
		costs: c, sess: hub.NewSession(hub.Identity{}, hub.Command, "", addr, time.Now()),
		account: func() (arcade.Account, error) { return arcade.Account{}, nil },
	}
}

// The attack: many sessions on many keys of one address, or of one /64, walk long histories.
//
// An address has one of the few places, whoever its sessions are, and another address the next.
//
//abuse:case 48
func TestAnAddressHasOnePlace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		places := make(chan struct{}, 2)
		c := newCosts(func(netip.Addr) bool { return false }, time.Now, places)
		release := make(chan struct{})
		began := make(chan string, 10)
		walk := func(from string) {
			_ = meterFrom(c, from).work(func(func()) error { began <- from; <-release; return nil })
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
		if len(began) != 9 || len(places) != 0 || len(c.turn) != 0 {
			t.Errorf("%d walk after them, %d places and %d turns are left", len(began), len(places), len(c.turn))
		}
	})
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
		c := newCosts(func(netip.Addr) bool { return false }, time.Now, make(chan struct{}, 1))
		p := importing{began: make(chan struct{}, 5), release: make(chan struct{})}
		for range 5 {
			go func() { _, _ = (&user{Player: p, meter: meterFrom(c, "192.0.2.1")}).Import(nil, time.Now(), nil) }()
		}
		synctest.Wait()
		if len(p.began) != 1 {
			t.Errorf("%d imports are under way", len(p.began))
		}
		other := make(chan error, 1)
		go func() { other <- meterFrom(c, "192.0.2.2").work(func(func()) error { return nil }) }()
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
		if len(p.began) != 5 || len(c.turn) != 0 {
			t.Errorf("%d imports were made, %d turns are left", len(p.began), len(c.turn))
		}
	})
}

//abuse:case 48
func TestWhoHasUsedUpTheBudgetWaits(t *testing.T) {
	a := open(t, nil)
	client := a.dial(t, "mallory")
	run := func(command string) (out string, err error) {
		sess, err := client.NewSession()
		if err != nil {
			t.Fatal(err)
		}
		both, err := sess.CombinedOutput(command)
		return string(both), err
	}
	if out, err := run("version"); err != nil {
		t.Fatalf("%s, %v", out, err)
	}
	a.Server.costs.charge(netip.MustParseAddr("127.0.0.1"), costAtOnce+time.Second)
	if out, err := run("version"); err == nil || !strings.HasPrefix(unfolded(out), "You or others at your address have used up their share of this machine: please wait ") {
		t.Errorf("beyond the budget it reads %q, %v", out, err)
	}
	from := limit.Source(netip.MustParseAddr("127.0.0.1"))
	if wait := a.Server.costs.budget.Wait(a.config.Now().Add(time.Minute), from); wait != 0 {
		t.Errorf("a minute later it waits for %v", wait)
	}
}

// The attack: one account comes from many addresses, each of which has a budget.
//
//abuse:case 48
func TestAnAccountHasOneBudget(t *testing.T) {
	c := newCosts(func(netip.Addr) bool { return false }, time.Now, nil)
	for i := range 12 {
		m := meterFrom(c, netip.AddrFrom4([4]byte{192, 0, 2, byte(i)}).String())
		m.account = func() (arcade.Account, error) { return arcade.Account{Known: true, ID: "mallory"}, nil }
		if i < 11 {
			m.charge(time.Second)
		} else if m.mayBegin() == nil {
			t.Error("from a twelfth address the account may go on")
		}
	}
	if err := meterFrom(c, "192.0.2.1").mayBegin(); err != nil {
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
		c := newCosts(func(netip.Addr) bool { return false }, time.Now, nil)
		mallory, ann := meterFrom(c, "192.0.2.1"), meterFrom(c, "192.0.2.2")
		limit := make(chan struct{}, 1)
		search := func(m *meter, long time.Duration) {
			_, _ = play.Position{State: farSighted{long: long}}.DeadEnd(t.Context(), search.Places{Limit: limit, Payer: m})
		}
		search(mallory, time.Hour)
		if left := mallory.left(); left != 0 || mallory.mayBegin() != nil || ann.left() == 0 {
			t.Errorf("after an hour %v is left of hers, %v of another, and %v", left, ann.left(), mallory.mayBegin())
		}
		order := make(chan string, 3)
		go search(ann, time.Millisecond) // takes the place
		synctest.Wait()
		for name, m := range map[string]*meter{"mallory": mallory, "ann": ann} {
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

// The attack: log in, and exchange keys again and again.
//
//abuse:case 49
func TestKeysAreNotExchangedWithoutEnd(t *testing.T) {
	a := open(t, nil)
	client, err := sshtest.DialConfig(a.addr, gossh.ClientConfig{
		Config: gossh.Config{RekeyThreshold: 256}, User: "mallory", Auth: []gossh.AuthMethod{asGuest()},
	})
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	requests := 0
	for ; err == nil && requests < 100*exchangesAtOnce; requests++ {
		_, _, err = client.SendRequest("nothing", true, make([]byte, 300))
	}
	if err == nil {
		t.Errorf("%d requests with a key exchange each are answered", requests)
	}
}

// Who opens a channel too many now and then, for days, keeps the connection; who does it again
// and again is cut off, and the log says why.
//
//abuse:case 49
func TestHarmlessRefusalsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		near, far := net.Pipe()
		defer far.Close()
		c := &conn{Conn: &gate.Conn{Conn: near}, refusals: limit.NewBucket(refusedMax, refusedRate, time.Now())}
		for range 10 * refusedMax {
			c.refuseChannel()
			time.Sleep(time.Minute)
		}
		if why := c.cutReason(); why != "" {
			t.Fatalf("the connection is closed: %s", why)
		}
		for range refusedMax + 1 {
			c.refuseChannel()
		}
		if why := c.cutReason(); why != cutForChannels {
			t.Errorf("the connection is closed for %q", why)
		}
	})
}

// The attack: join a race and leave it again and again.
//
// Who has used up the budget joins no race, and can leave one.
func TestJoiningRacesIsCharged(t *testing.T) {
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(time.Minute)
	bob.joins(code)
	address := netip.MustParseAddr("127.0.0.1")
	s.Server.costs.charge(address, costAtOnce+time.Second)
	if err := bob.env.Races.Leave(code); err != nil {
		t.Error(err)
	}
	if _, err := bob.env.Races.Join(code); !errors.As(err, new(*arcade.Refusal)) {
		t.Errorf("with nothing left, one who joins reads %v", err)
	}
	s.Server.costs.charge(address, -time.Minute)
	bob.joins(code)
}
