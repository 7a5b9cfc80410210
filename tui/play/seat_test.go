package play_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/play"
)

var (
	errAway    error = unavailable{}
	errRefused       = errors.New("the day is over")
)

type unavailable struct{}

func (unavailable) Error() string        { return "the disk is full" }
func (unavailable) Is(target error) bool { return target == arcade.ErrUnavailable }

// clock returns a clock that goes on by pace each time it is read. With a pace of a few
// milliseconds, moves are faster than a person plays.
func clock(pace time.Duration) play.Clock {
	now := time.UnixMilli(1_790_000_000_000)
	return play.Clock{Run: play.Run{ID: "run", Began: now}, Now: func() time.Time {
		now = now.Add(pace)
		return now
	}}
}

// turns plays a move at a seat that turns up a card, and returns the position before it.
func turns(t *testing.T, s *play.Seat) play.Position {
	t.Helper()
	before := s.Shown()
	for _, m := range before.State.Moves() {
		next, err := before.State.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if engine.Hidden(next) < engine.Hidden(before.State) {
			if err := s.Play(m); err != nil {
				t.Fatal(err)
			}
			return before
		}
	}
	t.Fatal("no move turns up a card")
	return before
}

// storedSeat returns a seat with one move that turned up a card, which the store has.
func storedSeat(t *testing.T, e arcade.Event) *play.Seat {
	t.Helper()
	s := play.New(engine.NewRound(catalog.All()[0], "ABC"), e, false, clock(5*time.Millisecond))
	turns(t, s)
	s.Saving()
	s.Saved(nil)
	return s
}

// A card shows once the store has its move or is unavailable, and never after the store
// has refused the move, whatever the round counts as by then.
func TestWhatASaveComesTo(t *testing.T) {
	conflict := fmt.Errorf("save: %w", arcade.ErrConflict)
	own := func(t *testing.T) *play.Seat { return storedSeat(t, "") }
	fresh := func(*testing.T) *play.Seat {
		return play.New(engine.NewRound(catalog.All()[0], "ABC"), "", false, clock(5*time.Millisecond))
	}
	daily := func(*testing.T) *play.Seat {
		return play.New(engine.NewRound(catalog.All()[0], "ABC"), arcade.DailyEvent("2026-11-22"), false, clock(5*time.Millisecond))
	}
	peeked := func(t *testing.T) *play.Seat {
		s := storedSeat(t, "")
		if err := s.Undo(); err != nil {
			t.Fatal(err)
		}
		return s
	}
	for name, c := range map[string]struct {
		seat  func(*testing.T) *play.Seat
		err   error
		shows bool
	}{
		"stored":                            {own, nil, true},
		"unavailable":                       {own, errAway, true},
		"another session's":                 {own, conflict, false},
		"refused":                           {own, errRefused, false},
		"a first save that is unavailable":  {fresh, errAway, true},
		"a first save refused":              {fresh, errRefused, true},
		"a first save that comes too late":  {fresh, conflict, false},
		"a first save of a daily refused":   {daily, errRefused, false},
		"after an undo that was not stored": {peeked, conflict, false},
		"an undo and a card in one row":     {peeked, nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.seat(t)
			before := turns(t, s)
			if !s.Pending() || s.Shown().Score != before.Score || s.Shown().Moves != before.Moves || s.Len() != before.Moves+1 {
				t.Fatalf("before the save it shows %+v", s.Shown())
			}
			s.Saving()
			s.Saved(c.err)
			if shows := s.Shown().Moves > before.Moves; shows != c.shows || s.Pending() == c.shows || s.Lost() == c.shows {
				t.Errorf("shows %t, pending %t, lost %t", shows, s.Pending(), s.Lost())
			}
		})
	}
}

// A save that was on its way before a move says nothing about that move.
func TestAnOlderSaveShowsNothing(t *testing.T) {
	s := storedSeat(t, "")
	s.Saving()
	before := turns(t, s)
	s.Saved(nil)
	if s.Shown().Moves != before.Moves {
		t.Error("the card shows")
	}
}

// Cards show at once if, as far as the store knows, the round can never count as
// unassisted again.
func TestWhatIsOpen(t *testing.T) {
	chosen := play.New(engine.NewRound(catalog.All()[0], "ABC"), "", true, clock(5*time.Millisecond))
	turns(t, chosen)
	hinted := storedSeat(t, "")
	if err := hinted.Hint(); err != nil {
		t.Fatal(err)
	}
	row := hinted.Snapshot(false)
	turns(t, hinted)
	if chosen.Pending() || !hinted.Pending() {
		t.Errorf("pending: chosen %t, hinted and not stored %t", chosen.Pending(), hinted.Pending())
	}
	resumed, err := play.Resume(catalog.All()[0], row, clock(5*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	if turns(t, resumed); resumed.Pending() {
		t.Error("a round that the store has with a hint hides a position")
	}
}

// A race of any game has no help, but moves that turned up no card can be taken back.
func TestNoHelpInARace(t *testing.T) {
	for _, g := range catalog.All() {
		for _, auto := range []bool{false, true} {
			t.Run(fmt.Sprint(g.Info().ID, " auto ", auto), func(t *testing.T) {
				free, held := 0, 0
				for deal := range 20 {
					r := engine.NewRound(g, engine.Code(fmt.Sprint("R", deal)))
					s := play.New(r, arcade.RaceEvent("K7Q2M9"), false, clock(time.Second))
					s.SetAuto(auto)
					for n := 0; !s.Over() && n < 60; n++ {
						moves := s.Shown().State.Moves()
						if err := s.Play(moves[n*7%len(moves)]); err != nil {
							t.Fatal(err)
						}
						s.Saving()
						s.Saved(nil)
						hidden, peeks := engine.Hidden(s.Shown().State), s.Shown().UndoPeeks
						switch err := s.Undo(); {
						case err == nil && !peeks:
							free++
							if err := s.Redo(); err != nil {
								t.Fatal(err)
							}
						case err == play.NoRaceUndo && peeks && !s.MayUndo():
							held++
						default:
							t.Fatalf("undo, past a turned-up card %t: %v", peeks, err)
						}
						s.Saving()
						s.Saved(nil)
						if now := engine.Hidden(s.Shown().State); now != hidden {
							t.Fatalf("%d cards are hidden, then %d", hidden, now)
						}
					}
					turned := engine.Hidden(g.Deal(r.Code())) > engine.Hidden(s.Shown().State)
					if err := s.Restart(); turned && err != play.NoRaceRestart || !turned && err != nil {
						t.Errorf("a restart, cards turned %t: %v", turned, err)
					}
					if err := s.Hint(); err != play.NoRaceHint || s.Hints() {
						t.Errorf("a hint: %v", err)
					}
					if row := s.Snapshot(false); row.Tally.Assisted() || row.Event != arcade.RaceEvent("K7Q2M9") {
						t.Fatalf("it is stored as %+v", row)
					}
				}
				if free+held == 0 {
					t.Error("nothing was tried")
				}
			})
		}
	}
}
