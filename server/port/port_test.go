package port

import (
	"bytes"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"path/filepath"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/data"
	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/engine/search"
	"boardwalk/server/cost"
	"boardwalk/server/deal"
	"boardwalk/server/hub"
	"boardwalk/server/machine"
	"boardwalk/server/peers/peerstest"
	"boardwalk/server/race"
)

var noon = time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC)

// A testArcade is an arcade at noon on a data file, on this machine alone.
type testArcade struct {
	*Arcade
	db  *data.DB
	now time.Time
	log bytes.Buffer
}

// A testStore is a data file as a Store.
type testStore struct{ *data.DB }

func (s testStore) Player(c arcade.Credential) (Player, error) { return s.DB.Player(c) }

func open(t *testing.T, policy Policy) *testArcade {
	t.Helper()
	db, err := data.Open(filepath.Join(t.TempDir(), "boardwalk.db"), data.Games(catalog.Library()))
	if err != nil {
		t.Fatal(err)
	}
	a := &testArcade{db: db, now: noon}
	log, now, nobody := slog.New(slog.NewTextHandler(&a.log, nil)), func() time.Time { return a.now }, func(netip.Addr) bool { return false }
	code := func() engine.Code { return "R1" }
	deals := deal.Config{
		Searches: search.Places{Turns: make(chan struct{}, 1), Limit: make(chan struct{}, 1)},
		Code:     code, Sessions: func() int { return 0 }, Log: log,
	}
	a.Arcade = New(Config{
		Policy: policy, Store: testStore{db}, Games: catalog.Library(), Now: now, Deal: code, Log: log,
		Hub: hub.New(hub.Config{
			Sessions: 100, Now: now, Watched: func(arcade.Event) bool { return false }, Sealed: func(arcade.Event) bool { return true },
			Regards: func(arcade.PlayerID, arcade.PlayerID) (follows, ignores bool) { return false, false },
		}),
		Races: race.New(race.Config{Store: db, Now: now, Log: log}), Machines: machine.New(machine.Config{AnswerDuels: db.AnswerDuels, Log: log}),
		Week: deal.NewWeek(deals, nil, nil, now), Deals: deal.NewPool(deals), Mine: deal.NewMine(deals), Dailies: deal.NewDailies(deals, db, nil, now),
		Costs: cost.NewLedger(nobody, time.Now, deals.Searches.Limit), Searches: deals.Searches,
		About: func() arcade.About { return arcade.About{} }, Exempt: nobody,
		Joined: func(*hub.Session) {}, WrongCode: func(netip.Addr) {}, Finished: func(string) {}, Saved: func(time.Duration, error) {},
	})
	t.Cleanup(func() {
		a.Close()
		if err := db.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return a
}

// comes returns the user of a new session with a key from an address.
func (a *testArcade) comes(t *testing.T, key, from string) *User {
	t.Helper()
	id := hub.Identity{Credential: arcade.KeyCredential("SHA256:" + key), Login: key, Name: key}
	addr := net.TCPAddrFromAddrPort(netip.AddrPortFrom(netip.MustParseAddr(from), 1))
	sess := hub.NewSession(id, hub.Screen, "", addr, a.Now())
	if why := a.Hub.Enter(sess); why != "" {
		t.Fatal(why)
	}
	t.Cleanup(func() { a.Hub.Leave(sess) })
	u, err := a.Open(t.Context(), sess, func() *slog.Logger { return a.Log })
	if err != nil {
		t.Fatal(err)
	}
	u.Guesses = new(Guesses)
	sess.Change(func(st *hub.State) { st.Player = u })
	return u
}

// opened returns an open game that began at noon.
func opened() arcade.Saved {
	r := engine.NewRound(catalog.All()[0], "R1")
	if err := r.Play(r.State().Moves()[0]); err != nil {
		panic(err)
	}
	s := arcade.Save(r)
	s.Started = noon.UnixMilli()
	return s
}

// begins returns the error of a newcomer's first save from an address.
func (a *testArcade) begins(t *testing.T, key, from string) error {
	t.Helper()
	_, err := a.comes(t, key, from).Save(opened(), 0)
	return err
}

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

// The attack: a program ends games in a loop, 600 a second in one session. Each is stored
// for good, and the disk would be full the next day.
//
//abuse:case 18
func TestGamesDoNotEndFasterThanTheyArePlayed(t *testing.T) {
	a := open(t, Policy{})
	u := a.comes(t, "mallory", "192.0.2.1")
	u.Player = ending{u.Player}
	end := func() error { _, err := u.Finish(arcade.Result{}, 1); return err }
	for i := range finishesAtOnce {
		if err := end(); err != nil {
			t.Fatalf("round %d: %v", i+1, err)
		}
	}
	if err := end(); !errors.Is(err, errTooFast) {
		t.Errorf("one too many: %v", err)
	}
	a.now = a.now.Add(time.Second)
	if err := end(); err != nil {
		t.Errorf("a second later: %v", err)
	}
}

// An ending player's rounds all end, and are not stored.
type ending struct{ Player }

func (ending) Finish(r arcade.Result, _ arcade.Rev) (arcade.Result, error) { return r, nil }

// The attack: one key creates an account, gives it to another key and is removed from it.
// It is new again, in a session that had already been allowed to create an account. In a
// loop, that would create endless accounts from one network.
func TestEachAccountOfASessionIsCounted(t *testing.T) {
	a := open(t, Policy{NewAccounts: 1})
	first, second := a.comes(t, "mallory", "192.0.2.1"), a.comes(t, "mallory", "192.0.2.1")
	if _, err := first.Save(opened(), 0); err != nil {
		t.Fatal(err)
	}
	// The save is let through and loses, because the other session's game is stored.
	if _, err := second.Save(opened(), 0); err == nil {
		t.Fatal("two games are one")
	}
	code, _, err := first.Link(a.now)
	if err != nil {
		t.Fatal(err)
	}
	other := a.comes(t, "other", "192.0.2.1").Ports().Accounts
	if err := other.Join(code); err != nil {
		t.Fatal(err)
	}
	if err := other.RemoveKey("SHA256:mallory"); err != nil {
		t.Fatal(err)
	}
	if _, err := second.Save(opened(), 0); !errors.Is(err, errNewcomers) {
		t.Errorf("one account more than a network may begin: %v", err)
	}
}

// An account that is joined into another takes along what was to be told of it: its nick is nobody's any more.
func TestNobodyIsToldOfAJoinedAccount(t *testing.T) {
	a := open(t, Policy{NewAccounts: 3})
	users, ids := make([]*User, 3), make([]arcade.PlayerID, 3)
	for i, name := range []string{"ann", "goes", "stays"} {
		users[i] = a.comes(t, name, "192.0.2.1")
		if _, err := users[i].Save(opened(), 0); err != nil {
			t.Fatal(err)
		}
		me, err := users[i].Ports().Accounts.Account()
		if err != nil {
			t.Fatal(err)
		}
		ids[i] = me.ID
		a.Hub.Notes.Tell(ids[0], me.ID, arcade.ChallengeNote{From: name, Code: name})
	}
	code, _, err := users[2].Link(a.now)
	if err == nil {
		err = users[1].Ports().Accounts.Join(code)
	}
	if err != nil {
		t.Fatal(err)
	}
	if told := users[0].Ports().Challenges.Notes(); len(told) != 2 || told[0].From != "stays" {
		t.Errorf("ann is told %+v", told)
	}
}

// The attack: a fresh key for each day's deal. Where the host requires an age, an account
// must have it before it begins a daily.
func TestDailiesNeedAnAge(t *testing.T) {
	a := open(t, Policy{NewAccounts: 1, DailyAge: 3 * day})
	u := a.comes(t, "ann", "192.0.2.1")
	events := u.Ports().Events
	begins := func() error {
		today, _ := events.Today()
		_, _, err := events.Begin(catalog.All()[0], arcade.DailyEvent(today))
		return err
	}
	const old = "3 days old"
	if err := begins(); err == nil || !strings.Contains(err.Error(), old) {
		t.Errorf("without an account: %v", err)
	}
	if _, err := u.Save(opened(), 0); err != nil {
		t.Fatal(err)
	}
	a.now = a.now.Add(2 * day)
	if err := begins(); err == nil || !strings.Contains(err.Error(), old+": play other games, and dailies from 2026-11-25 on") {
		t.Errorf("after two days: %v", err)
	}
	a.now = a.now.Add(day + time.Minute)
	if err := begins(); err != nil {
		t.Errorf("after three days: %v", err)
	}
}

// The players of one network can make the host read only so much.
//
//abuse:case 60
func TestReportsOfANetworkAreBounded(t *testing.T) {
	a := open(t, Policy{NewAccounts: -1})
	named := func(key, nick, from string) *User {
		u := a.comes(t, key, from)
		if _, err := u.Save(opened(), 0); err != nil {
			t.Fatal(err)
		}
		if err := u.Player.SetNick(nick); err != nil {
			t.Fatal(err)
		}
		return u
	}
	stored := 0
	for i := range 2 * reportsHour {
		named(fmt.Sprint("rude", i), fmt.Sprint("rude", i), "198.51.100.1")
		ann := named(fmt.Sprint("ann", i), fmt.Sprint("ann", i), fmt.Sprint("192.0.2.", i))
		switch err := ann.Ports().Company.Report(fmt.Sprint("rude", i), "is rude"); {
		case err == nil:
			stored++
		case !errors.Is(err, errManyReports):
			t.Errorf("report %d: %v", i+1, err)
		}
	}
	if stored != reportsHour {
		t.Errorf("%d reports of one network are stored, want %d", stored, reportsHour)
	}
}

// The attack: change an account until the log that admins read has lost all others.
func TestChangesOfAccountsAreBounded(t *testing.T) {
	a := open(t, Policy{NewAccounts: -1})
	accounts := a.comes(t, "ann", "192.0.2.1").Ports().Accounts
	if _, err := a.comes(t, "ann", "192.0.2.1").Save(opened(), 0); err != nil {
		t.Fatal(err)
	}
	keys, err := accounts.Keys()
	if err != nil {
		t.Fatal(err)
	}
	for i := range changesHour + 9 {
		err := []func() error{
			func() error { return accounts.SetNick(fmt.Sprint("ann", i)) },
			func() error { return accounts.SetPrivacy(i%2 == 0, false) },
			func() error { return accounts.NameKey(keys[0].Credential.String(), fmt.Sprint("key ", i)) },
		}[i%3]()
		if errors.Is(err, errManyChanges) != (i >= changesHour) || err != nil && i < changesHour {
			t.Errorf("change %d: %v", i+1, err)
		}
	}
	if err := accounts.SetNick(""); !errors.Is(err, errManyChanges) {
		t.Errorf("a change more: %v", err)
	}
	if n := strings.Count(a.log.String(), "account changed"); n != changesHour {
		t.Errorf("%d changes are logged, want %d", n, changesHour)
	}
	if err := a.comes(t, "bob", "198.51.100.1").Ports().Accounts.SetNick("bob"); err != nil {
		t.Errorf("of another network: %v", err)
	}
}

// A host sets how many players may be new behind one address, and learns when that was
// not enough.
func TestHowManyAccountsBeginIsASetting(t *testing.T) {
	a := open(t, Policy{NewAccounts: 2})
	for i := range 4 {
		err := a.begins(t, fmt.Sprint("key", i), fmt.Sprintf("198.51.100.%d", i+1))
		if want := i >= 2; errors.Is(err, errNewcomers) != want {
			t.Errorf("newcomer %d: %v", i+1, err)
		}
	}
	if log := a.log.String(); strings.Count(log, "no more new accounts") != 1 || !strings.Contains(log, "network=198.51.100.0/24 limit=2") {
		t.Errorf("the log is %s", log)
	}
	late := a.comes(t, "late", "198.51.100.9")
	if err := late.SetSettings([]byte(`{}`)); !errors.Is(err, errNewcomers) {
		t.Errorf("a newcomer who sets a theme: %v", err)
	}
	if err := late.Ports().Accounts.SetNick("late"); !errors.Is(err, errNewcomers) {
		t.Errorf("a newcomer who chooses a nick: %v", err)
	}
	events := late.Ports().Events
	day, _ := events.Today()
	if _, _, err := events.Begin(catalog.All()[0], arcade.DailyEvent(day)); !errors.Is(err, errNewcomersEvent) {
		t.Errorf("a newcomer who begins a daily: %v", err)
	}
	a = open(t, Policy{NewAccounts: -1})
	for i := range 25 {
		if err := a.begins(t, fmt.Sprint("key", i), "198.51.100.7"); err != nil {
			t.Fatalf("newcomer %d without a limit: %v", i+1, err)
		}
	}
}

// An account can have few unfinished races, and a subnet can open few an hour.
func TestRacesAreFew(t *testing.T) {
	a := open(t, Policy{NewAccounts: 1})
	races, hop45 := a.comes(t, "ann", "192.0.2.1").Ports().Races, catalog.All()[0]
	opened := 0
	for ; opened < 10; opened++ {
		if _, err := races.Open(hop45, arcade.RaceTerms{Limit: time.Minute}); err != nil {
			if !strings.Contains(err.Error(), "too many open races") {
				t.Errorf("race %d: %v", opened, err)
			}
			break
		}
	}
	if opened != 3 {
		t.Errorf("ann opens %d", opened)
	}
	var err error
	for n := opened + 1; err == nil; n++ {
		if n > racesHour {
			t.Fatalf("%d races of one subnet", n)
		}
		var r *arcade.Race
		if r, err = races.Open(hop45, arcade.RaceTerms{Limit: time.Minute}); r != nil {
			err = races.Leave(r.Code)
		} else if strings.Contains(err.Error(), "too many open races") {
			err = nil
		}
	}
	if !errors.Is(err, errManyRaces) {
		t.Errorf("it ends with %v", err)
	}
}

// A day is a UTC day of the server, whatever time zone its clock is set to.
//
//abuse:case 24
func TestTheDayIsTheServers(t *testing.T) {
	for at, want := range map[string]string{
		"2026-11-22T23:59:59Z":      "2026-11-22 1s",
		"2026-11-23T00:00:00Z":      "2026-11-23 24h0m0s",
		"2026-11-23T01:30:00+05:00": "2026-11-22 3h30m0s",
		"2026-11-22T20:00:00-08:00": "2026-11-23 20h0m0s",
	} {
		now, err := time.Parse(time.RFC3339, at)
		if err != nil {
			t.Fatal(err)
		}
		day, left := Today(now)
		if got := day + " " + left.String(); got != want {
			t.Errorf("at %s it is %s, want %s", at, got, want)
		}
		for other, secret := range map[string]bool{"2026-11-21": false, day: true, "2099-01-01": true} {
			if got := data.Sealed(arcade.DailyEvent(other), now); got != secret {
				t.Errorf("at %s the daily of %s is a secret: %v", at, other, got)
			}
		}
	}
}

// A player who looks at many deals is known to have seen the first of them still.
func TestManySeenDealsAreRemembered(t *testing.T) {
	var s seenDeals
	s.join(nil)
	ann := arcade.KeyCredential("SHA256:ann")
	deal := func(i int) arcade.Deal { return arcade.Deal{Game: "hop", Code: engine.Code(fmt.Sprint(i))} }
	for i := range seenEach {
		s.note(ann, deal(i))
	}
	if !s.has(ann, deal(0)) || s.has(ann, deal(seenEach)) {
		t.Error("what ann has seen is not what is remembered")
	}
	if s.note(ann, deal(seenEach)); s.has(ann, deal(0)) || !s.has(ann, deal(seenEach)) {
		t.Error("more than the bound is remembered, or not the latest")
	}
}
