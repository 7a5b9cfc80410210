package play_test

import (
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/play"
)

// A slipping is a seat at which a card was turned up by the last move, with its clock.
type slipping struct {
	sitting
	now time.Time
}

// slipAt returns a seat in an event or none, where the host allows some slips, after a move
// that turned up a card which the player has seen.
func slipAt(t *testing.T, e arcade.Event, slips int) *slipping {
	t.Helper()
	s := &slipping{now: time.UnixMilli(1_790_000_000_000)}
	st := new(store)
	s.sitting = sitting{play.New(st, engine.NewRound(catalog.All()[0], "ABC"), e, false, s.clock()), st}
	s.SetSlips(slips)
	s.turn(t)
	return s
}

func (s *slipping) clock() play.Clock {
	return play.Clock{Run: play.Run{ID: "run", Began: s.now}, Now: func() time.Time { return s.now }}
}

func (s *slipping) turn(t *testing.T) {
	t.Helper()
	s.now = s.now.Add(time.Minute)
	_, next := turns(t, s.sitting)
	s.answer(next, nil)
}

// undo takes back the last move after a time, and returns what the store has then.
func (s *slipping) undo(t *testing.T, after time.Duration) engine.Tally {
	t.Helper()
	s.now = s.now.Add(after)
	s.answer(did(t)(s.Undo()), nil)
	return s.store.row.Tally
}

func TestASlip(t *testing.T) {
	slip, peek := engine.Tally{Undos: 1, Slips: 1}, engine.Tally{Undos: 1, Peeks: 1}
	for name, c := range map[string]struct {
		slips int
		event arcade.Event
		after time.Duration
		want  engine.Tally
	}{
		"at once":                 {1, "", 0, slip},
		"at the last moment":      {1, "", play.SlipTime, slip},
		"too late":                {1, "", play.SlipTime + 1, peek},
		"where none is allowed":   {0, "", 0, peek},
		"in a daily":              {1, arcade.DailyEvent("2026-11-22"), 0, peek},
		"in a challenge":          {1, arcade.ChallengeEvent("K7Q2M9"), 0, peek},
		"while the table told so": {3, "", time.Second, slip},
	} {
		t.Run(name, func(t *testing.T) {
			s := slipAt(t, c.event, c.slips)
			if costs := s.UndoCosts(); (costs == "free 3 s") != (c.slips > 0 && c.event == "") {
				t.Errorf("undo costs %q", costs)
			}
			got := s.undo(t, c.after)
			got.Timed, got.Quick = 0, 0
			if got != c.want {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
			if text := s.SlipText(engine.Tally{}); (text != "") != (c.want == slip) {
				t.Errorf("it says %q", text)
			}
		})
	}
}

// The slips of a game are those of all its sessions, and a session that goes on with a game
// has nothing to take back in time.
func TestSlipsEnd(t *testing.T) {
	s := slipAt(t, "", 2)
	s.undo(t, 0)
	s.answer(did(t)(s.Redo()), nil)
	if costs := s.UndoCosts(); costs != "assisted" {
		t.Errorf("after a redo undo costs %q", costs)
	}
	resume := func() {
		t.Helper()
		saver := play.NewSaver(s.store)
		row, err := saver.Read(s.store.row.Slot(), true)
		if err != nil {
			t.Fatal(err)
		}
		seat, err := play.Resume(saver, s.Game(), row, s.clock())
		if err != nil {
			t.Fatal(err)
		}
		s.Seat = seat
		s.SetSlips(2)
	}
	if resume(); s.UndoCosts() != "assisted" {
		t.Errorf("after a resume undo costs %q", s.UndoCosts())
	}
	s.turn(t)
	if got := s.undo(t, time.Second); got.Slips != 2 || got.Assisted() {
		t.Errorf("the second slip: %+v", got)
	}
	resume()
	s.turn(t)
	if got := s.undo(t, 0); got.Slips != 2 || got.Peeks != 1 || !got.Assisted() {
		t.Errorf("the third of two slips: %+v", got)
	}
}
