package race

import (
	"context"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

// opensToAll opens a race that anybody may join.
func (a *testArcade) opensToAll(p Player) (code string) {
	a.t.Helper()
	r, err := p.Open(catalog.All()[0], arcade.RaceTerms{Limit: time.Minute, Open: true})
	if err != nil {
		a.t.Fatal(err)
	}
	return r.Code
}

// The list has the races that anybody may join until somebody starts them, and is made at
// most once a second.
//
//abuse:case 37
func TestWaitingRaces(t *testing.T) {
	a := newTestArcade(t)
	ann, bob, cid := a.enters(0), a.enters(1), a.enters(2)
	ctx, cancel := context.WithCancel(t.Context())
	list, err := cid.FollowWaiting(ctx)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := list.Next(); !ok || got == nil || len(got) > 0 {
		t.Errorf("at first the list is %v, %v", got, ok)
	}
	a.opens(ann)
	code := a.opensToAll(ann)
	if got, _ := list.Next(); len(got) != 1 || got[0].Code != code || got[0].By != arcade.Nameless || got[0].Racers != 1 {
		t.Errorf("with a race for all the list is %+v", got)
	}
	other := a.opensToAll(bob)
	if got := cid.Waiting(); len(got) != 1 {
		t.Errorf("within a second the list is made again: %+v", got)
	}
	a.passes(WaitingPause)
	if got := cid.Waiting(); len(got) != 2 {
		t.Errorf("after a second the list is %+v", got)
	}
	if got := bob.Waiting(); len(got) != 1 || got[0].Code != code {
		t.Errorf("for the player who has opened one of them the list is %+v", got)
	}
	if _, err := bob.Join(code); err != nil {
		t.Fatal(err)
	}
	a.passes(2 * WaitingPause)
	if got := bob.Waiting(); len(got) > 0 {
		t.Errorf("for the player who is in both the list is %+v", got)
	}
	for _, r := range cid.Waiting() {
		if want := map[string]int{code: 2, other: 1}[r.Code]; r.Racers != want {
			t.Errorf("race %s has %d racers, want %d", r.Code, r.Racers, want)
		}
	}
	a.starts(ann, code)
	if got := cid.Waiting(); len(got) != 1 || got[0].Code != other {
		t.Errorf("after a start the list is %+v", got)
	}
	if err := bob.Racer.(interface {
		SetPrivacy(hidden, private bool) error
	}).SetPrivacy(true, false); err != nil {
		t.Fatal(err)
	}
	a.Relist()
	a.passes(2 * WaitingPause)
	if got := ann.Waiting(); len(got) > 0 {
		t.Errorf("the race of a hidden player is listed: %+v", got)
	}
	cancel()
	for ok := true; ok; {
		_, ok = list.Next()
	}
}

// Racers who ask for a rematch meet in one race, of which the room hears.
//
//abuse:case 37
func TestRematch(t *testing.T) {
	a := newTestArcade(t)
	ann, bob := a.enters(0), a.enters(1)
	code := a.opens(ann)
	if _, err := bob.Join(code); err != nil {
		t.Fatal(err)
	}
	if _, err := bob.Rematch(code, catalog.All()[0]); err != data.ErrGoesOn {
		t.Errorf("before the end, Rematch = %v", err)
	}
	a.starts(ann, code)
	a.passes(time.Minute + Grace)
	wantNext := func(when, want string) {
		t.Helper()
		if r, err := bob.Race(code); err != nil || !r.Over || r.Next != want || r.Me == "" {
			t.Errorf("%s the room has %+v, %v, want %q next", when, r, err, want)
		}
	}
	wantNext("after the race", "")
	next, err := ann.Rematch(code, catalog.All()[0])
	if err != nil || next.Code == code {
		t.Fatalf("Rematch = %+v, %v", next, err)
	}
	wantNext("with a rematch", next.Code)
	again, err := bob.Rematch(code, catalog.All()[0])
	if err != nil || again.Code != next.Code || len(again.Racers) != 2 {
		t.Errorf("bob's rematch = %+v, %v", again, err)
	}
	for _, p := range []Player{ann, bob} {
		if err := p.Leave(next.Code); err != nil {
			t.Fatal(err)
		}
	}
	wantNext("once all have left the rematch", "")
}

// A race that somebody is asked to join is in that one's list, and in nobody else's, until somebody starts it.
func TestWhoIsAskedFindsTheRace(t *testing.T) {
	a := newTestArcade(t)
	ann, bob, cid := a.enters(0), a.enters(1), a.enters(2)
	a.opens(bob) // bob has an account from here on
	r, err := ann.Open(catalog.All()[0], arcade.RaceTerms{Limit: time.Minute, Asked: bob.me()})
	if err != nil {
		t.Fatal(err)
	}
	a.passes(2 * WaitingPause)
	if got := bob.Waiting(); len(got) != 1 || got[0].Code != r.Code || !got[0].Asked || got[0].Rematch {
		t.Errorf("the list of who is asked is %+v", got)
	}
	for name, p := range map[string]Player{"who asks": ann, "another": cid} {
		if got := p.Waiting(); len(got) > 0 {
			t.Errorf("the list of %s is %+v", name, got)
		}
	}
	regard := func(how arcade.Regard, want int) {
		t.Helper()
		if err := bob.Racer.(*data.Player).Regard(how, "ann", a.time()); err != nil {
			t.Fatal(err)
		}
		a.Relist()
		a.passes(2 * WaitingPause)
		if got := bob.Waiting(); len(got) != want {
			t.Errorf("with %v of who asks, the list of who is asked is %+v", how, got)
		}
	}
	if err := ann.Racer.(*data.Player).SetNick("ann"); err != nil {
		t.Fatal(err)
	}
	regard(arcade.Ignore, 0)
	regard(arcade.Unignore, 1)
	a.starts(ann, r.Code)
	a.passes(2 * WaitingPause)
	if got := bob.Waiting(); len(got) > 0 {
		t.Errorf("after the start the list of who is asked is %+v", got)
	}
}

// A rematch is in the list of those who were in the race, and of nobody else, until somebody
// starts it or its last racer leaves.
func TestARematchIsListed(t *testing.T) {
	a := newTestArcade(t)
	ann, bob, cid := a.enters(0), a.enters(1), a.enters(2)
	over := a.opens(ann)
	if _, err := bob.Join(over); err != nil {
		t.Fatal(err)
	}
	a.starts(ann, over)
	a.passes(Countdown + time.Hour)
	offer := func(p Player) string {
		t.Helper()
		r, err := p.Rematch(over, catalog.All()[0])
		if err != nil {
			t.Fatal(err)
		}
		a.passes(2 * WaitingPause)
		return r.Code
	}
	wantListed := func(when string, p Player, code string) {
		t.Helper()
		got := p.Waiting()
		if code == "" && len(got) > 0 || code != "" && (len(got) != 1 || got[0].Code != code || !got[0].Rematch || got[0].By != arcade.Nameless) {
			t.Errorf("%s the list is %+v", when, got)
		}
	}
	code := offer(ann)
	wantListed("for one who was in the race", bob, code)
	wantListed("for one who was not", cid, "")
	wantListed("for who offers it", ann, "")
	if err := ann.Leave(code); err != nil {
		t.Fatal(err)
	}
	a.passes(2 * WaitingPause)
	wantListed("once it was withdrawn", bob, "")
	code = offer(bob)
	wantListed("for the other racer", ann, code)
	a.starts(bob, code)
	a.passes(2 * WaitingPause)
	wantListed("after its start", ann, "")
}
