package hub

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

// A host is a hub whose clock the test sets.
type host struct {
	*Hub
	t   *testing.T
	now atomic.Int64 // Unix nanoseconds
}

func newHost(t *testing.T) *host {
	h := &host{t: t}
	h.passes(1e18)
	h.Hub = New(Config{Sessions: 500, Now: h.time, Sealed: func(e arcade.Event) bool { return e != "" }, Watched: watched})
	return h
}

// comes returns the company of a new session of a player with a nick, who has an account of
// that name.
func (h *host) comes(nick string, p *fakePlayer) Company {
	h.t.Helper()
	p.account.Nick, p.account.Known, p.id = nick, true, arcade.PlayerID("account of "+nick)
	s := enters(h.t, h.Hub, nick, p)
	s.Touch(h.time())
	return h.Company(s)
}

func (h *host) time() time.Time { return time.Unix(0, h.now.Load()) }

// passes lets time pass.
func (h *host) passes(d time.Duration) { h.now.Add(int64(d)) }

// seen returns the people of a list as text.
func seen(people []arcade.Person) string {
	var rows []string
	for _, p := range people {
		row := p.Nick + " " + string(p.Doing)
		if p.Own {
			row = "you " + string(p.Doing)
		}
		if p.Friend {
			row = "*" + row
		}
		if p.Daily {
			row += " daily"
		}
		if p.Game != "" {
			row += " " + p.Game
		}
		if p.Table != 0 {
			row += fmt.Sprint(" table ", p.Table)
		}
		if p.Watched != "" {
			row += " " + p.Watched
		}
		if p.Idle >= time.Second {
			row += fmt.Sprint(" idle ", p.Idle)
		}
		rows = append(rows, row)
	}
	return strings.Join(rows, "; ")
}

func (h *host) sees(c Company, want string) {
	h.t.Helper()
	if got := seen(c.People()); got != want {
		h.t.Errorf("the people are\n%s, want\n%s", got, want)
	}
}

func TestPeople(t *testing.T) {
	h := newHost(t)
	ann := h.comes("ann", &fakePlayer{follows: []string{"eve", "fay"}})
	bob := h.comes("bob", &fakePlayer{})
	dan := h.comes("dan", &fakePlayer{account: arcade.Account{Private: true}})
	eve := h.comes("eve", &fakePlayer{})
	fay := h.comes("fay", &fakePlayer{account: arcade.Account{Hidden: true}})
	h.passes(90 * time.Second)
	for _, c := range []Company{dan, fay, eve} {
		c.session.SetSlot("chessboard")
		h.Company(c.session).Show(&arcade.Scene{Game: "chessboard"})
	}
	if _, err := h.Company(bob.session).Watch(t.Context(), eve.session.Number()); err != nil {
		t.Fatal(err)
	}
	ann.session.Touch(h.time())
	bob.session.Touch(h.time())
	all := "you here; *eve playing chessboard table 4 idle 1m30s; bob watching eve; dan here idle 1m30s"
	h.sees(ann, all)
	h.passes(time.Second / 2)
	h.sees(ann, all) // the same survey
	h.passes(time.Second)
	h.sees(fay, "ann here idle 1.5s; bob watching eve idle 1.5s; dan here idle 1m31.5s; eve playing chessboard table 4 idle 1m31.5s")
	h.Leave(eve.session)
	h.passes(time.Minute)
	h.sees(ann, "you here idle 1m1.5s; bob watching idle 1m1.5s; dan here idle 2m31.5s")
}

// Of several sessions of a player, the one that was active last says what the player does.
func TestTheSessionThatWasActiveLast(t *testing.T) {
	h := newHost(t)
	player, looks := &fakePlayer{}, h.comes("bob", &fakePlayer{})
	left := h.comes("ann", player)
	left.session.SetSlot("hop-45")
	left.Show(&arcade.Scene{Game: "hop-45"})
	h.passes(20 * time.Minute)
	now := h.comes("ann", player)
	now.session.SetSlot("chessboard")
	now.Show(&arcade.Scene{Game: "chessboard"})
	looks.session.Touch(h.time())
	h.sees(looks, "you here; ann playing chessboard table 3")
	now.session.SetSlot("")
	now.Show(nil)
	h.passes(time.Second)
	h.sees(looks, "you here idle 1s; ann here idle 1s")
	left.session.Touch(h.time())
	h.passes(time.Second)
	h.sees(looks, "you here idle 2s; ann playing hop-45 table 2 idle 1s")
}

// A player is one row, however many sessions there are, and of a sealed deal nothing is told
// but the day.
func TestAPersonIsOneRow(t *testing.T) {
	h := newHost(t)
	player, looks := &fakePlayer{}, h.comes("bob", &fakePlayer{})
	h.comes("ann", player)
	h.passes(time.Minute)
	table := h.comes("ann", player)
	daily := arcade.DailyEvent("2026-11-23")
	table.session.SetSlot(arcade.Slot("chessboard", daily))
	h.Company(table.session).Show(&arcade.Scene{Game: "chessboard", Event: daily})
	h.sees(looks, "you here idle 1m0s; ann playing daily chessboard")
	h.sees(table, "you playing daily chessboard; bob here idle 1m0s")
	race := arcade.RaceEvent("K7Q2M9")
	table.session.SetSlot(arcade.Slot("chessboard", race))
	h.Company(table.session).Show(&arcade.Scene{Game: "chessboard", Event: race})
	h.passes(time.Second)
	h.sees(looks, "you here idle 1m1s; ann racing chessboard idle 1s")
	h.Leave(table.session)
	ctx, leave := context.WithCancel(t.Context())
	looks.InRace(ctx, "K7Q2M9")
	h.passes(time.Second)
	h.sees(looks, "you racing idle 1m2s; ann here idle 1m2s")
	h.config.Sealed = func(arcade.Event) bool { return false }
	h.passes(time.Second)
	h.sees(looks, "you here idle 1m3s; ann here idle 1m3s") // the race is over, and the results are looked at
	h.config.Sealed = func(e arcade.Event) bool { return e != "" }
	leave()
	for looks.session.races.has("K7Q2M9") {
	}
	h.passes(time.Second)
	h.sees(looks, "you here idle 1m4s; ann here idle 1m4s")
}

// Who plays a duel is here for others, followers among them, so that no opponent finds out who it is. Who plays
// another challenge is seen to.
func TestNobodySeesWhoPlaysADuel(t *testing.T) {
	h := newHost(t)
	ann, bob := h.comes("ann", &fakePlayer{}), h.comes("bob", &fakePlayer{follows: []string{"ann"}, played: true})
	for code, want := range map[string]string{
		arcade.DuelCode + "7Q2M9XA": "you here; *ann here", "K7Q2M9XA": "you here; *ann playing chessboard table 1",
	} {
		event := arcade.ChallengeEvent(code)
		ann.session.SetSlot(arcade.Slot("chessboard", event))
		for _, scene := range []*arcade.Scene{{Game: "chessboard", Event: event}, nil} {
			h.Company(ann.session).Show(scene)
			h.passes(2 * surveyAge)
			ann.session.Touch(h.time())
			bob.session.Touch(h.time())
			if scene == nil {
				want = strings.TrimSuffix(want, " table 1")
			}
			h.sees(bob, want)
			if here := bob.news(h.survey()).Here; len(here) != 1 || here[0].InChallenge == event.Duel() {
				t.Errorf("in %s a follower is told %+v", event, here)
			}
		}
	}
}

// A racer who is through and watches another is not only in the room of the race, until the watch
// ends.
func TestARacerWhoWatches(t *testing.T) {
	h := newHost(t)
	ann, bob := h.comes("ann", &fakePlayer{}), h.comes("bob", &fakePlayer{played: true})
	race := arcade.RaceEvent("K7Q2M9")
	ann.InRace(t.Context(), "K7Q2M9")
	bob.InRace(t.Context(), "K7Q2M9")
	ann.session.SetSlot(arcade.Slot("chessboard", race))
	h.Company(ann.session).Show(&arcade.Scene{Game: "chessboard", Event: race})
	h.sees(bob, "you racing; ann racing chessboard table 1")
	ctx, stop := context.WithCancel(t.Context())
	if _, err := h.Company(bob.session).Watch(ctx, ann.session.Number()); err != nil {
		t.Fatal(err)
	}
	h.passes(time.Second)
	h.sees(ann, "you racing chessboard idle 1s; bob watching ann idle 1s")
	stop()
	for len(bob.session.tables.list()) > 0 {
	}
	h.passes(time.Second)
	h.sees(ann, "you racing chessboard idle 2s; bob racing idle 2s")
}

// A watched player who has no nick is not told of.
func TestANamelessPlayerIsWatched(t *testing.T) {
	h := newHost(t)
	bob, nameless := h.comes("bob", &fakePlayer{}), h.comes("", &fakePlayer{})
	nameless.session.SetSlot("chessboard")
	h.Company(nameless.session).Show(&arcade.Scene{Game: "chessboard"})
	if _, err := h.Company(bob.session).Watch(t.Context(), nameless.session.Number()); err != nil {
		t.Fatal(err)
	}
	h.sees(bob, fmt.Sprintf("you watching;  playing chessboard table %d", nameless.session.Number()))
}

// Players without an account are told apart by their keys.
func TestPeopleWithoutAccounts(t *testing.T) {
	h := newHost(t)
	for _, key := range []string{"one", "one", "two"} {
		enters(t, h.Hub, key, &fakePlayer{})
	}
	broken := enters(t, h.Hub, "three", &fakePlayer{err: errors.New("the disk is gone")})
	h.sees(h.Company(broken), " here;  here")
}

// news returns what a reader finds, "" if there is nothing new.
func newsOf(w arcade.Watch[arcade.News]) string {
	return waiting(w, func(n arcade.News) string { return "[" + seen(n.Playing()) + "]" })
}

// waiting returns what waits for a session in a watch as a text, "" if nothing does.
func waiting[T any](w arcade.Watch[T], text func(T) string) string {
	var there atomic.Bool
	w.(arcade.Notifier).Notify(func() { there.Store(true) })
	if !there.Load() {
		return ""
	}
	if view, ok := w.Next(); ok {
		return text(view)
	}
	return "the end"
}

// Whoever follows a player who sits down learns of it once, and nobody else does; whoever
// hides or plays in private is seen by nobody.
func TestNews(t *testing.T) {
	h := newHost(t)
	follower, player := &fakePlayer{follows: []string{"bob", "dan", "fay"}, reads: new(atomic.Int32)}, &fakePlayer{}
	ann, other := h.comes("ann", follower), h.comes("cat", &fakePlayer{})
	bob := h.comes("bob", player)
	dan := h.comes("dan", &fakePlayer{account: arcade.Account{Private: true}})
	fay := h.comes("fay", &fakePlayer{account: arcade.Account{Hidden: true}})
	ctx, leave := context.WithCancel(t.Context())
	reads, err := ann.News(ctx)
	if err != nil {
		t.Fatal(err)
	}
	otherReads, _ := other.News(t.Context())
	wants := func(what, want string) {
		t.Helper()
		h.passes(time.Second)
		h.Beat()
		if got := newsOf(reads); got != want {
			t.Errorf("%s, the news is %q, want %q", what, got, want)
		}
	}
	wants("at first", "[]")
	for _, c := range []Company{dan, fay, other} {
		c.session.SetSlot("chessboard")
		h.Company(c.session).Show(&arcade.Scene{Game: "chessboard"})
	}
	wants("while nobody plays who is seen", "")
	bob.session.SetSlot("chessboard")
	h.Company(bob.session).Show(&arcade.Scene{Game: "chessboard"})
	wants("once bob plays", "[*bob playing chessboard table 3]")
	h.Company(bob.session).Show(&arcade.Scene{Game: "chessboard", Moves: 3})
	wants("while bob plays on", "")
	player.account.Hidden = true
	wants("once bob hides", "[]")
	player.account.Hidden = false
	wants("once bob is back", "[*bob playing chessboard table 3]")
	follower.account.Nick = "anna"
	wants("once the player is called otherwise", "[*bob playing chessboard table 3]")
	before := follower.reads.Load()
	wants("while the nick stays", "")
	if n := follower.reads.Load() - before; n != 1 {
		t.Errorf("for the news of a second, the account was read %d times", n)
	}
	follower.follows = nil
	follower.changes++
	wants("without following", "[]")
	if got := newsOf(otherReads); got != "[]" || newsOf(otherReads) != "" {
		t.Errorf("who follows nobody reads %q", got)
	}
	leave()
	for newsOf(reads) != "the end" {
	}
}

// Whoever follows a player reads once that the player has come, and not again if the line drops for a while. Of those
// who hide, who play on a machine and who were here before there is nothing to read.
func TestNewsOfWhoComes(t *testing.T) {
	h := newHost(t)
	h.comes("bob", &fakePlayer{})
	ann := h.comes("ann", &fakePlayer{follows: []string{"bob", "cat", "fay", "machine"}})
	reads, err := ann.News(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var last arcade.News
	wants := func(what string, want ...string) {
		t.Helper()
		h.passes(time.Second)
		h.Beat()
		var came []string
		waiting(reads, func(n arcade.News) string {
			came, last = n.Came(last), n
			return ""
		})
		if !slices.Equal(came, want) {
			t.Errorf("%s, the news is that %q came, want %q", what, came, want)
		}
	}
	wants("at first")
	cat := h.comes("cat", &fakePlayer{})
	h.comes("fay", &fakePlayer{account: arcade.Account{Hidden: true}})
	machine := NewSession(Identity{Nick: "machine"}, Machine, "", nil, h.time())
	machine.Change(func(s *State) {
		s.Player = &fakePlayer{id: "account of machine", account: arcade.Account{Nick: "machine", Known: true}}
	})
	h.Seat(machine)
	wants("once cat is here", "cat")
	wants("a second later")
	h.Leave(cat.session)
	wants("once cat has left")
	h.passes(away - 3*time.Second)
	cat = h.comes("cat", &fakePlayer{})
	wants("once cat is back")
	h.Leave(cat.session)
	wants("once cat has left again")
	h.passes(away / 2)
	wants("while only bob is here")
	h.passes(away / 2)
	cat = h.comes("cat", &fakePlayer{})
	wants("once cat comes again", "cat")
	cat.session.SetSlot("chessboard")
	wants("once cat plays")
}

// A panic for one who reads the news, in the goroutine that tells all, harms nobody else.
func TestAPanicInTheNews(t *testing.T) {
	h := newHost(t)
	var recovered atomic.Int32
	h.config.Recovered = func(any) { recovered.Add(1) }
	broken := &fakePlayer{}
	ann, cat, bob := h.comes("ann", broken), h.comes("cat", &fakePlayer{follows: []string{"bob"}}), h.comes("bob", &fakePlayer{})
	if _, err := ann.News(t.Context()); err != nil {
		t.Fatal(err)
	}
	reads, err := cat.News(t.Context())
	if err != nil || newsOf(reads) != "[]" {
		t.Fatal(err)
	}
	broken.panics = true
	broken.changes++
	bob.session.SetSlot("chessboard")
	h.passes(time.Second)
	h.Beat()
	if got := newsOf(reads); got != "[*bob playing chessboard]" || recovered.Load() == 0 {
		t.Errorf("the news is %q after %d panics", got, recovered.Load())
	}
}

// Whom one follows comes first in the list of tables.
func TestFriendsTablesComeFirst(t *testing.T) {
	h := newHost(t)
	ann := h.comes("ann", &fakePlayer{follows: []string{"eve"}})
	for _, nick := range []string{"bob", "cat", "eve"} {
		h.Company(h.comes(nick, &fakePlayer{}).session).Show(&arcade.Scene{Game: "chessboard"})
	}
	var got []string
	for _, table := range h.Company(ann.session).Tables() {
		got = append(got, fmt.Sprint(table.Player, table.Friend))
	}
	if want := "[evetrue bobfalse catfalse]"; fmt.Sprint(got) != want {
		t.Errorf("the tables are %v, want %s", got, want)
	}
}

// In an arcade without company nobody follows anybody.
func TestAlone(t *testing.T) {
	h := newHost(t)
	h.config.Alone = true
	ann := h.comes("ann", &fakePlayer{follows: []string{"bob"}})
	h.comes("bob", &fakePlayer{})
	h.sees(ann, "you here; bob here")
}
