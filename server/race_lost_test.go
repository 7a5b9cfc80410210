package server

import (
	"strings"
	"testing"
	"time"

	"boardwalk/data"
)

// A race whose racers are all deleted has no end to store: it is forgotten.
func TestARaceWhoseRacersAreDeleted(t *testing.T) {
	t.Parallel()
	s := openStadium(t)
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

// However the clock is set, a race that everybody has left is gone.
func TestLeavingARaceWhenTheClockJumps(t *testing.T) {
	t.Parallel()
	s := openStadium(t)
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

// A panicking keeper panics when it is to end a race for the first time.
type panicking struct {
	RaceKeeper
	done bool
}

func (p *panicking) EndRace(code string, now time.Time) (data.Race, error) {
	if !p.done {
		p.done = true
		panic("at the end")
	}
	return p.RaceKeeper.EndRace(code, now)
}

// A panic at the end of a race does not keep the others from that for ever.
func TestAPanicAtTheEndOfARace(t *testing.T) {
	t.Parallel()
	s := openStadium(t)
	ann := s.enters(t, "ann")
	code := ann.opens(time.Hour)
	ann.starts(code)
	s.races.keeper = &panicking{RaceKeeper: s.db}
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
