package server

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/race"
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
	if err := join(); err == nil || !strings.Contains(err.Error(), "in the same race") {
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
	s.passes(time.Minute + race.Grace)
	if s.runs(code) {
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
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for _, c := range []*contender{bob, again} {
			for c.sees() != nil {
			}
		}
	}()
	receive(t, ended, "the last of the race")
	s.passes(time.Second)
	if got := rows(ann.sees()); got != "ann 0 in 0" {
		t.Errorf("ann sees %s", got)
	}
}

// Whoever leaves a race that nobody else is in sees it without racers in all sessions, and then nothing more.
func TestLeavingARaceAloneInAnotherSession(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Minute)
	again := s.comes(t, ann.key)
	again.follows(code)
	if err := ann.env.Races.Leave(code); err != nil {
		t.Fatal(err)
	}
	for _, c := range []*contender{ann, again} {
		last := c.sees()
		for next := last; next != nil; next = c.sees() {
			last = next
		}
		if last == nil || last.Index() >= 0 {
			t.Errorf("the last of the race is %+v", last)
		}
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
	if s.runs(code) {
		t.Error("it is kept in memory")
	}
}

// A panic at the end of a race ends neither the server nor other races, and does not keep
// the race from ending later.
func TestAPanicAtTheEndOfARace(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Hour)
	ann.starts(code)
	panics := 1
	s.onEnd = func() error {
		if panics--; panics == 0 {
			panic("at the end\x1b]52;c;evil")
		}
		return nil
	}
	s.passes(data.BeginsWithin + race.Grace) // ann does not begin
	log := s.log.String()
	if panics != 0 || !s.runs(code) || !strings.Contains(log, "panic in a race") || strings.ContainsRune(log, '\x1b') {
		t.Errorf("it has ended, or is logged as %q", log)
	}
	if ann.opens(time.Minute); ann.sees() == nil {
		t.Error("no other race can be opened")
	}
	s.passes(race.Retry)
	if s.runs(code) {
		t.Error("it is not over")
	}
}

// An overtaken player's race ends right after it was read.
type overtaken struct {
	race.Racer
	then func()
}

func (o *overtaken) Race(code string) (data.Race, error) {
	r, err := o.Racer.Race(code)
	if then := o.then; then != nil {
		o.then = nil
		then()
	}
	return r, err
}

// An overtakenRaces follows races as a racer who is overtaken.
type overtakenRaces struct {
	otherRaces
	player race.Player
}

type otherRaces interface{ arcade.Races }

func (o overtakenRaces) Follow(ctx context.Context, code string) (arcade.Watch[*arcade.Race], error) {
	return o.player.Follow(ctx, code)
}

// A player who enters the room just as the race ends sees the end.
func TestFollowingARaceThatEndsMeanwhile(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Hour)
	ann.starts(code)
	stored, err := s.db.Player(keyCredential(ann.key.PublicKey()))
	if err != nil {
		t.Fatal(err)
	}
	racer := &overtaken{stored, func() { s.passes(time.Hour + race.Grace) }}
	ann.env.Races = overtakenRaces{ann.env.Races, race.Player{Table: s.arcade.Races.Table(s.number(t, ann)), Racer: racer}}
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
	stored, err := p.OpenRace(hop45, "SECRETDEAL0", arcade.RaceTerms{Limit: time.Minute}, s.clock.time())
	if err != nil {
		t.Fatal(err)
	}
	ann.follows(stored.Code)
	s.passes(time.Second)
	ann.sees()
	ann.starts(stored.Code)
	if r := ann.sees(); r == nil || r.Begins.IsZero() || !s.runs(stored.Code) {
		t.Errorf("ann sees %+v", r)
	}
	ann.deal(stored.Code)
}
