package hub

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

// Signals reach those on other nodes whom they are for: the player of a table, who watches it,
// who races with the sender and who is here, and nobody else.
func TestSignalsToOtherNodes(t *testing.T) {
	c := newCluster(t, 3)
	ann, bob := c.hosts[0].listens("ann"), c.hosts[1].listens("bob")
	again, dan := c.hosts[2].listens("ann"), c.hosts[2].listens("dan")
	is := func(what string, from hearer, to arcade.Audience, want string) {
		t.Helper()
		c.passes(time.Minute)
		c.beats()
		if err := from.Send(arcade.GoodLuck, to, ""); err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if got := fmt.Sprintf("%s|%s|%s|%s", ann.hears(), bob.hears(), again.hears(), dan.hears()); got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	refused := func(what string, from hearer, to arcade.Audience) {
		t.Helper()
		c.passes(time.Minute)
		c.beats()
		if err := from.Send(arcade.GoodLuck, to, ""); !errors.Is(err, errNoAudience) {
			t.Errorf("%s: %v", what, err)
		}
	}
	c.hosts[0].Company(ann.session).Show(&arcade.Scene{Game: "chessboard"})
	number := ann.session.Number()
	refused("nobody watches", ann, arcade.Audience{})
	refused("the table is not watched", bob, arcade.Audience{Table: number})
	c.beats()
	ctx, leave := context.WithCancel(t.Context())
	c.watchesTable(ctx, bob.Company, number)
	is("to who plays", bob, arcade.Audience{Table: number}, "bob: good luck|||")
	is("to who watches", ann, arcade.Audience{}, "|ann: good luck||")
	leave()
	is("to who is here", ann, arcade.Audience{Player: "DAN"}, "|||ann: good luck")
	is("to all sessions of who is here", bob, arcade.Audience{Player: "ann"}, "bob: good luck||bob: good luck|")
	refused("to nobody", bob, arcade.Audience{Player: "eve"})
	for _, who := range []hearer{ann, bob, again} {
		who.InRace(t.Context(), "K7Q2M9")
	}
	is("in a race", ann, arcade.Audience{Race: "K7Q2M9"}, "|ann: good luck||")
	refused("in the race of others", dan, arcade.Audience{Race: "K7Q2M9"})
	c.passes(sendPause)
	c.beats()
	dan.session.State().Player.(*fakePlayer).account.Hidden = true // as the other nodes do not know yet
	if err := ann.Send(arcade.GoodLuck, arcade.Audience{Player: "dan"}, ""); err != nil || dan.hears() != "" {
		t.Errorf("a hidden player hears a signal, or %v", err)
	}
}

// Nobody sends more signals by sending them on several nodes.
func TestThePaceOfSignalsIsThatOfAllNodes(t *testing.T) {
	c := newCluster(t, 3)
	first, second := c.hosts[0].comes("ann", &fakePlayer{}), c.hosts[1].comes("ann", &fakePlayer{})
	c.hosts[2].comes("bob", &fakePlayer{}).Heard(t.Context())
	c.beats()
	to := arcade.Audience{Player: "bob"}
	if err := first.Send(arcade.Thanks, to, ""); err != nil {
		t.Fatal(err)
	}
	if err := second.Send(arcade.Thanks, to, ""); !errors.Is(err, errPace) {
		t.Errorf("on another node: %v", err)
	}
}

// The notes of challenges are those of the player on all nodes, also on one that has not heard
// Who is to be asked to race is found by nick. One who ignores the player is not asked, of which the player learns nothing.
func TestWhoCanBeAskedToRace(t *testing.T) {
	c := newCluster(t, 1)
	ann := c.comes("ann", &fakePlayer{})
	c.comes("bob", &fakePlayer{})
	c.beats()
	is := func(nick string, want arcade.PlayerID, refused error) {
		t.Helper()
		if got, err := ann.Asked(nick); got != want || err != refused {
			t.Errorf("%s is %q, %v, want %q, %v", nick, got, err, want, refused)
		}
		c.passes(time.Minute)
	}
	is("Bob", "account of bob", nil)
	is("ann", "", errOneself)
	is("dan", "", errNotHere)
	c.ignores = map[[2]arcade.PlayerID]bool{{"account of bob", "account of ann"}: true}
	is("bob", "", nil)
	c.passes(-time.Minute)
	is("bob", "", errAskingPace)
}

// of them, until one has seen them.
func TestNotesOnAllNodes(t *testing.T) {
	c := newCluster(t, 2)
	ann, bob := c.hosts[0].comes("ann", &fakePlayer{}), c.hosts[1].comes("bob", &fakePlayer{})
	c.beats()
	is := func(what string, want ...string) {
		t.Helper()
		var got []string
		for _, n := range bob.ChallengeNotes() {
			got = append(got, n.Code+" of "+n.From)
		}
		if len(got) != len(want) || len(want) > 0 && got[0] != want[0] {
			t.Errorf("%s bob has %v, want %v", what, got, want)
		}
	}
	if err := ann.ChallengePlayer("bob", arcade.ChallengeNote{Code: "ONE"}); err != nil {
		t.Fatal(err)
	}
	is("told", "ONE of ann")
	c.passes(time.Minute)
	c.beats()
	c.memory.Lose(func(_, to, subject string) bool { return to == "node2" && subject == noteSubject })
	if err := ann.ChallengePlayer("bob", arcade.ChallengeNote{Code: "TWO"}); err != nil {
		t.Fatal(err)
	}
	is("not told", "ONE of ann")
	c.memory.Lose(nil)
	watch := bob.FollowChallengeNotes(t.Context())
	is("who asks", "TWO of ann", "ONE of ann")
	watch.Next()
	c.hosts[0].Notes.Saw("account of bob", "TWO") // in another session of bob's
	if list, _ := watch.Next(); len(list) != 1 || list[0].Code != "ONE" {
		t.Errorf("seen elsewhere, bob has %v", list)
	}
	c.hosts[0].Notes.Forget("account of ann")
	is("when ann is gone")
}

// Whom a player follows is read again once it has changed, wherever that was.
func TestWhomOneFollowsOnAllNodes(t *testing.T) {
	c := newCluster(t, 2)
	p := &fakePlayer{}
	there := c.hosts[1].comes("ann", p)
	c.hosts[0].comes("bob", &fakePlayer{})
	c.beats()
	friends := func() (n int) {
		for _, person := range there.People() {
			if person.Friend {
				n++
			}
		}
		return n
	}
	if friends() != 0 {
		t.Fatal("ann follows somebody")
	}
	p.follows = []string{"bob"}
	if friends() != 0 {
		t.Error("it is read each time")
	}
	p.changes++
	if friends() != 1 {
		t.Error("it is not read again")
	}
}
