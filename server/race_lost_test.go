package server

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
)

// A player whose account is deleted is out of an unstarted race at once.
func TestWhoIsDeletedBeforeARace(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(time.Minute)
	bob.joins(code)
	s.passes(time.Second)
	if err := ann.env.Accounts.Delete(); err != nil {
		t.Fatal(err)
	}
	s.passes(time.Second)
	if got := rows(bob.sees()); got != "bob 0 in 0" {
		t.Errorf("when ann is deleted there is %s", got)
	}
	bob.starts(code)
	bob.deal(code)
}

// The attack: two accounts of one player in one race, of which the better should replace
// the worse. The accounts can be joined once the race is over, and then the worse round
// stays.
func TestRacersWhoBecomeOne(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(time.Minute)
	bob.joins(code)
	join := func() error {
		link, _, err := ann.env.Accounts.Link()
		if err == nil {
			err = bob.env.Accounts.Join(link)
		}
		return err
	}
	if err := join(); err == nil || !strings.Contains(err.Error(), "in a race that is not over") {
		t.Errorf("before it begins they join: %v", err)
	}
	ann.starts(code)
	ann.deal(code)
	bob.plays(code, 1)
	worse := ann.finishes(code)
	if err := join(); err == nil {
		t.Error("while it goes on they join")
	}
	better := bob.finishes(code)
	if better.Score.Points <= worse.Score.Points {
		t.Fatalf("the points are %d and %d", worse.Score.Points, better.Score.Points)
	}
	s.passes(time.Second)
	if err := join(); err != nil {
		t.Fatal(err)
	}
	stored, err := ann.env.Races.Races(1)
	if err != nil || len(stored) != 1 || rows(stored[0]) != fmt.Sprintf("ann %d in 0*", worse.Score.Points) {
		t.Errorf("when they are one it stands %+v, %v", stored, err)
	}
}

// A race whose racers are all deleted has no end to store and is forgotten.
func TestARaceWhoseRacersAreDeleted(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Minute)
	ann.starts(code)
	if err := ann.env.Accounts.Delete(); err != nil {
		t.Fatal(err)
	}
	s.passes(time.Minute + raceGrace)
	if s.races.find(code) != nil {
		t.Error("it is kept in memory")
	}
	if log := s.log.String(); strings.Contains(log, "end a race") {
		t.Errorf("it is logged as\n%s", log)
	}
}

// A player who leaves a race sees nothing more of it, in any session.
func TestLeavingARaceInAnotherSession(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(time.Minute)
	bob.joins(code)
	again := s.comes(t, bob.key)
	again.follows(code)
	if err := bob.env.Races.Leave(code); err != nil {
		t.Fatal(err)
	}
	r := s.races.find(code)
	r.mu.Lock()
	defer r.mu.Unlock()
	if len(r.followers) != 1 || len(r.bySession) != 1 {
		t.Errorf("%d follow it, want ann", len(r.followers))
	}
}

// However the clock is set, a race that everybody has left is gone.
func TestLeavingARaceWhenTheClockJumps(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Minute)
	s.clock.passes(-24 * time.Hour)
	if err := ann.env.Races.Leave(code); err != nil {
		t.Fatal(err)
	}
	if s.races.find(code) != nil {
		t.Error("it is kept in memory")
	}
}

// A panicking store panics the first time it is to end a race.
type panicking struct {
	RaceStore
	done bool
}

func (p *panicking) EndRace(code string, now time.Time) (data.Race, error) {
	if !p.done {
		p.done = true
		panic("at the end")
	}
	return p.RaceStore.EndRace(code, now)
}

// A panic at the end of a race does not keep the race from ending later.
func TestAPanicAtTheEndOfARace(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Hour)
	ann.starts(code)
	s.races.store = &panicking{RaceStore: s.db}
	func() {
		defer func() {
			if recover() == nil {
				t.Error("it does not panic")
			}
		}()
		s.races.end(s.races.find(code))
	}()
	s.passes(raceAgain)
	if s.races.find(code) != nil {
		t.Error("it is not over")
	}
}

// An overtaken player's race ends right after it was read.
type overtaken struct {
	Player
	then func()
}

func (o *overtaken) Race(code string) (data.Race, error) {
	r, err := o.Player.Race(code)
	if then := o.then; then != nil {
		o.then = nil
		then()
	}
	return r, err
}

// A player who enters the room just as the race ends sees the end.
func TestFollowingARaceThatEndsMeanwhile(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Hour)
	ann.starts(code)
	ann.env.Spectators.(spectator).sess.change(func(st *sessionState) {
		st.player = &overtaken{st.player, func() { s.races.end(s.races.find(code)) }}
	})
	ann.follows(code)
	if r := ann.sees(); r == nil || !r.Over {
		t.Errorf("ann sees %+v", r)
	}
}

// A race that was stored although the disk reported a failure is like any other.
func TestARaceThatWasOpenedInDoubt(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	p, err := s.db.Player(keyCredential(ann.key.PublicKey()))
	if err != nil {
		t.Fatal(err)
	}
	stored, err := p.OpenRace("boardwalk/hop-45", 1, "SECRETDEAL0", time.Minute, s.clock.time())
	if err != nil {
		t.Fatal(err)
	}
	ann.follows(stored.Code)
	s.passes(time.Second)
	ann.sees()
	ann.starts(stored.Code)
	if r := ann.sees(); r == nil || r.Begins.IsZero() || !s.races.sealed(arcade.RaceEvent(stored.Code)) {
		t.Errorf("ann sees %+v", r)
	}
	ann.deal(stored.Code)
}
