package server

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"boardwalk/data"
	"boardwalk/engine/arcade"
	"boardwalk/server/race"
)

// When a server ends in the middle of a race, the next one takes it up.
func TestARaceGoesOnAfterARestart(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(10 * time.Minute)
	bob.joins(code)
	waits := bob.opens(time.Hour)
	ann.starts(code)
	ann.plays(code, 2)
	bob.plays(code, 1)
	s.passes(4 * time.Minute)
	ctx, cancel := context.WithTimeout(t.Context(), guardTime)
	defer cancel()
	if err := s.Shutdown(ctx); err != nil {
		t.Fatal(err)
	}
	s.passes(time.Hour) // the first server does nothing more
	s.clock.passes(-time.Hour)

	next := openRaceArcadeOn(t, s.db, s.clock)
	if !next.runs(code) || !next.runs(waits) {
		t.Fatal("the races are forgotten")
	}
	ann2, bob2 := next.comes(t, ann.key), next.comes(t, bob.key)
	ann2.follows(code)
	bob2.follows(code)
	if r := bob2.sees(); r.Begins.Add(r.Limit).Sub(next.clock.time()).Round(time.Second) != 6*time.Minute || r.Over {
		t.Errorf("after the restart it is %+v", r)
	}
	saved, rev, err := ann2.env.Store.Saved(arcade.Slot("boardwalk/hop-45", arcade.RaceEvent(code)))
	if err != nil || len(saved.Record.Moves) != 2 {
		t.Fatalf("ann's round is %+v, %v", saved, err)
	}
	ann2.round, ann2.rev = ann.round, rev
	bob2.round = bob.round
	_, bob2.rev, err = bob2.env.Store.Saved(arcade.Slot("boardwalk/hop-45", arcade.RaceEvent(code)))
	if err != nil {
		t.Fatal(err)
	}
	bob2.plays(code, 1)
	ann2.plays(code, 1)
	next.passes(6*time.Minute + race.Grace + time.Second)
	if r := bob2.sees(); r == nil || !r.Over || len(r.Racers) != 2 || !r.Racers[1].Through {
		t.Errorf("at the limit it is %+v", r)
	}
}

// Players who leave before the start are out of the race; the last one to leave deletes
// it.
func TestLeavingARace(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(10 * time.Minute)
	bob.joins(code)
	carl := s.enters(t, "carl")
	carl.joins(code)
	if err := ann.env.Races.TakeOut(code, carl.sees().Named("carl")); err != nil {
		t.Fatal(err)
	}
	if r := carl.sees(); r == nil || r.Index() >= 0 || r.Racers[0].Nick != "ann" {
		t.Errorf("who is taken out sees %+v", r)
	}
	if r := carl.sees(); r != nil {
		t.Errorf("and after that %+v", r)
	}
	if err := ann.env.Races.Leave(code); err != nil {
		t.Fatal(err)
	}
	s.passes(time.Second)
	if r := bob.sees(); rows(r) != "bob 0 in 0" {
		t.Errorf("when ann has left there is %s", rows(r))
	}
	bob.starts(code) // now the first racer
	if err := bob.env.Races.Leave(code); !errors.Is(err, data.ErrStays) {
		t.Errorf("a race that was started is left: %v", err)
	}
	other := bob.opens(time.Minute)
	if err := bob.env.Races.Leave(other); err != nil {
		t.Fatal(err)
	}
	for r := bob.sees(); r != nil; r = bob.sees() {
		if r.Over {
			t.Error("a race that nobody started ends with a result")
		}
	}
	if s.runs(other) {
		t.Error("it is kept in memory")
	}
}

// A race that nobody starts is forgotten once its row is gone.
func TestARaceThatNobodyStarts(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Minute)
	ann.sees()
	s.passes(time.Hour + time.Minute)
	fresh := ann.opens(time.Minute)
	if _, err := s.db.Sweep(s.clock.time()); err != nil {
		t.Fatal(err)
	}
	if err := s.arcade.Races.Reload(); err != nil {
		t.Fatal(err)
	}
	if s.runs(code) || !s.runs(fresh) {
		t.Error("not the old one is forgotten, or not only that")
	}
}

// A race in which an account was deleted is over once all who are still there are
// through, whether they were so before or after that: it waited for its limit.
func TestARaceDoesNotWaitForTheDeleted(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	boss, print := newKey(t)
	now := *s.auth.lists.Load()
	now.admins = map[arcade.Credential]bool{arcade.KeyCredential(print): true}
	s.auth.lists.Store(&now)
	host := s.dial(t, "boss", gossh.PublicKeys(boss))
	for i, last := range []bool{true, false} {
		for by, command := range []string{"delete %s", "admin delete-player %s --yes"} {
			ann, bob := s.enters(t, fmt.Sprintf("ann%d%d", i, by)), fmt.Sprintf("bob%d%d", i, by)
			goes := s.enters(t, bob)
			code := ann.opens(10 * time.Minute)
			goes.joins(code)
			ann.starts(code)
			ann.plays(code, 2)
			goes.plays(code, 1)
			do := []func(){
				func() { ann.finishes(code) },
				func() {
					client := []*gossh.Client{goes.client, host}[by]
					if _, errOut, exit := exec(t, client, fmt.Sprintf(command, bob)); exit != exitOK {
						t.Fatalf(command+": exit %d: %s", bob, exit, errOut)
					}
				},
			}
			if !last {
				slices.Reverse(do)
			}
			do[0]()
			if !s.runs(code) {
				t.Errorf(command+" comes last: %v, and the race is over before", bob, last)
			}
			do[1]()
			s.passes(time.Second)
			if r := ann.sees(); r == nil || !r.Over || len(r.Racers) != 2 || s.runs(code) {
				t.Errorf(command+" comes last: %v, and ann sees %+v", bob, last, r)
			}
		}
	}
}

// An end that cannot be stored is stored later; until then the deal is a secret.
func TestTheEndOfARaceIsTriedAgain(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Minute)
	ann.starts(code)
	fails := 2
	s.onEnd = func() error {
		if fails--; fails >= 0 {
			return errors.New("the disk is gone")
		}
		return nil
	}
	s.passes(time.Minute + race.Grace)
	if !s.runs(code) || fails != 1 {
		t.Errorf("it is over, or was not tried: %d", fails)
	}
	s.passes(2 * race.Retry)
	for r := ann.sees(); ; r = ann.sees() {
		if r == nil {
			t.Fatal("no end came")
		}
		if r.Over {
			break
		}
	}
	if !strings.Contains(s.log.String(), "the disk is gone") {
		t.Errorf("the log does not say why:\n%s", s.log.String())
	}
}

// A table on a slow line that reports its end too late finds the round ended already.
func TestARoundThatEndsAfterTheRace(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Minute)
	ann.starts(code)
	ann.plays(code, 2)
	s.passes(time.Minute + race.Grace)
	saved := ann.saved(code)
	saved.Millis = time.Minute.Milliseconds() // as at the limit
	if _, err := ann.env.Store.Finish(saved.Result(saved.Score, s.clock.time().UnixMilli()), ann.rev); err != nil {
		t.Errorf("the same round ends: %v", err)
	}
	if err := ann.round.Play(ann.round.State().Moves()[0]); err != nil {
		t.Fatal(err)
	}
	saved = ann.saved(code)
	if _, err := ann.env.Store.Save(saved, ann.rev); !errors.Is(err, arcade.ErrConflict) {
		t.Errorf("one move more is saved: %v", err)
	}
	if _, err := ann.env.Store.Finish(saved.Result(saved.Score, s.clock.time().UnixMilli()), ann.rev); !errors.Is(err, arcade.ErrConflict) {
		t.Errorf("with one move more it ends: %v", err)
	}
	if history, err := ann.env.Store.History("", 9); err != nil || len(history) != 1 || len(history[0].Record.Moves) != 2 {
		t.Errorf("the history is %+v, %v", history, err)
	}
}

// A race that goes on over a restart begins again at once if the clock was set back meanwhile, and ends.
func TestARaceGoesOnWithTheClockSetBack(t *testing.T) {
	s := openRaceArcade(t)
	ann, bob := s.enters(t, "ann"), s.enters(t, "bob")
	code := ann.opens(15 * time.Minute)
	bob.joins(code)
	ann.starts(code)
	ann.plays(code, 3)
	bob.plays(code, 1)
	next := openRaceArcadeOn(t, s.db, newWatch(s.clock.time().Add(-3*time.Hour)))
	back := next.comes(t, ann.key)
	next.passes(race.Countdown)
	if r, err := back.env.Races.Race(code); err != nil || !r.MayPlay(back.env.Now()) {
		t.Errorf("it cannot be gone on with: %+v, %v", r, err)
	}
	next.passes(16 * time.Minute)
	if r, err := back.env.Races.Race(code); err != nil || !r.Over || len(r.Racers) != 2 || r.Racers[0].Score.Points != 3 {
		t.Errorf("it does not end: %+v, %v", r, err)
	}
}
