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

// A store keeps one open round, with revisions, and the results of a history.
type store struct {
	arcade.Store
	err     error // what every call comes to, if set
	row     arcade.Saved
	rev     arcade.Rev // of row; 0 if no round is open
	last    arcade.Rev
	tried   engine.Tally // in the last call
	results []arcade.Result
}

func (s *store) Saved(string) (arcade.Saved, arcade.Rev, error) { return s.row, s.rev, s.err }

func (s *store) Save(row arcade.Saved, prev arcade.Rev) (arcade.Rev, error) {
	s.tried = row.Tally
	switch {
	case s.err != nil:
		return 0, s.err
	case prev != s.rev:
		return 0, fmt.Errorf("save: %w", arcade.ErrConflict)
	}
	s.last++
	s.row, s.rev = row, s.last
	return s.rev, nil
}

func (s *store) Finish(r arcade.Result, prev arcade.Rev) (arcade.Result, error) {
	s.tried = r.Tally
	switch {
	case s.err != nil:
		return r, s.err
	case prev != s.rev:
		return r, fmt.Errorf("finish: %w", arcade.ErrConflict)
	}
	s.rev, s.results = 0, append(s.results, r)
	return r, nil
}

// A sitting is a seat with its store.
type sitting struct {
	*play.Seat
	store *store
}

// sit returns the seat of a fresh round.
func sit(e arcade.Event, chosen bool) sitting {
	st := new(store)
	return sitting{play.New(st, engine.NewRound(catalog.All()[0], "ABC"), e, chosen, clock(5*time.Millisecond)), st}
}

// answer makes a call, lets it come to err, and takes the answer to the seat.
func (s sitting) answer(next play.Next, err error) play.Next {
	s.store.err = err
	return s.Answer(next.Call.Make())
}

// did fails the test if the seat refused something.
func did(t *testing.T) func(play.Next, error) play.Next {
	return func(next play.Next, err error) play.Next {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return next
	}
}

// turns plays a move at a seat that turns up a card, and returns the position before it.
func turns(t *testing.T, s sitting) (before play.Position, next play.Next) {
	t.Helper()
	before = s.Shown()
	for _, m := range before.State.Moves() {
		next, err := before.State.Play(m)
		if err != nil {
			t.Fatal(err)
		}
		if engine.Hidden(next) < engine.Hidden(before.State) {
			return before, did(t)(s.Play(m))
		}
	}
	t.Fatal("no move turns up a card")
	return before, play.Next{}
}

// storedSeat returns a seat with one move that turned up a card, which the store has.
func storedSeat(t *testing.T) sitting {
	t.Helper()
	s := sit("", false)
	_, next := turns(t, s)
	s.answer(next, nil)
	return s
}

// A card shows once the store has its move, or is unavailable and has never had the round,
// which is of no event. It never shows after the store has refused the move, whatever the
// round counts as by then.
func TestWhatASaveComesTo(t *testing.T) {
	conflict := fmt.Errorf("save: %w", arcade.ErrConflict)
	fresh := func(*testing.T) sitting { return sit("", false) }
	daily := func(*testing.T) sitting { return sit(arcade.DailyEvent("2026-11-22"), false) }
	own := storedSeat
	for name, c := range map[string]struct {
		seat   func(*testing.T) sitting
		err    error
		shows  bool
		peeked bool // a card was taken back before, which is not stored yet
	}{
		"stored":                             {own, nil, true, false},
		"unavailable":                        {own, errAway, false, false},
		"another session's":                  {own, conflict, false, false},
		"refused":                            {own, errRefused, false, false},
		"a first save that is unavailable":   {fresh, errAway, true, false},
		"a first save of a daily that fails": {daily, errAway, false, false},
		"a first save refused":               {fresh, errRefused, true, false},
		"a first save that comes too late":   {fresh, conflict, false, false},
		"a first save of a daily refused":    {daily, errRefused, false, false},
		"after an undo that was not stored":  {own, conflict, false, true},
		"an undo and a card in one row":      {own, nil, true, true},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.seat(t)
			var undone play.Next
			if c.peeked {
				undone = did(t)(s.Undo())
			}
			before, next := turns(t, s)
			if !s.Pending() || s.Shown().Score != before.Score || s.Shown().Moves != before.Moves || s.Len() != before.Moves+1 {
				t.Fatalf("before the save it shows %+v", s.Shown())
			}
			switch {
			case c.peeked && c.err == nil: // the row with both follows the one with the undo
				next = s.answer(undone, nil)
			case c.peeked:
				next = undone
			}
			s.answer(next, c.err)
			if shows := s.Shown().Moves > before.Moves; shows != c.shows || s.Pending() == c.shows || s.Lost() == (c.shows || c.err == errAway) {
				t.Errorf("shows %t, pending %t, lost %t", shows, s.Pending(), s.Lost())
			}
		})
	}
}

// A save that was on its way before a move says nothing about that move.
func TestAnOlderSaveShowsNothing(t *testing.T) {
	s := storedSeat(t)
	older := s.Leave()
	before, waits := turns(t, s)
	next := s.answer(older, nil)
	if s.Shown().Moves != before.Moves || waits.Call != nil || next.Done {
		t.Error("the card shows")
	}
	if next = s.answer(next, nil); s.Shown().Moves == before.Moves || !next.Left {
		t.Error("it does not show once it is stored, or the player cannot leave")
	}
}

// Cards show at once if, as far as the store knows, the round can never count as
// unassisted again.
func TestWhatIsOpen(t *testing.T) {
	chosen := sit("", true)
	turns(t, chosen)
	hinted := storedSeat(t)
	did(t)(hinted.Hint()).Call.Make() // its answer is on its way
	turns(t, hinted)
	if chosen.Pending() || !hinted.Pending() {
		t.Errorf("pending: chosen %t, hinted and not stored %t", chosen.Pending(), hinted.Pending())
	}
	seat, err := play.Resume(play.NewSaver(hinted.store), catalog.All()[0], hinted.store.row, clock(5*time.Millisecond))
	if err != nil {
		t.Fatal(err)
	}
	resumed := sitting{seat, hinted.store}
	if turns(t, resumed); resumed.Pending() {
		t.Error("a round that the store has with a hint hides a position")
	}
}

// The move after which a race has none left ends the round there and then, at its time.
func TestTheLastMoveOfARaceEndsIt(t *testing.T) {
	now := time.UnixMilli(1_790_000_000_000)
	st := new(store)
	c := play.Clock{Run: play.Run{ID: "run", Began: now}, Now: func() time.Time { return now }}
	s := sitting{play.New(st, engine.NewRound(catalog.All()[0], "ABC"), arcade.RaceEvent("K7Q2M9"), false, c), st}
	s.SetStart(now)
	var next play.Next
	for n := 1; !s.Over(); n++ {
		now = now.Add(time.Second)
		moves := s.Shown().State.Moves()
		if next = s.answer(did(t)(s.Play(moves[n*5%len(moves)])), nil); !s.Over() && len(st.results) > 0 {
			t.Fatalf("it has ended after %d moves", n)
		}
	}
	took := now.Sub(time.UnixMilli(1_790_000_000_000)).Milliseconds()
	now = now.Add(time.Hour)
	if next.News != play.InHistory || !s.AtEnd() || len(st.results) != 1 || st.results[0].Millis != took || st.results[0].Stopped {
		t.Errorf("after the last move, at %d ms: %+v, and the history has %+v", took, next, st.results)
	}
	if next := s.TimeUp(time.Hour); next.Call != nil || len(st.results) != 1 {
		t.Error("the limit ends it again")
	}
}

// A race of any game has no help, but moves that turned up no card can be taken back.
func TestNoHelpInARace(t *testing.T) {
	for _, g := range catalog.All() {
		for _, auto := range []bool{false, true} {
			t.Run(fmt.Sprint(g.Info().ID, " auto ", auto), func(t *testing.T) {
				free, held := 0, 0
				for deal := range 20 {
					r, st := engine.NewRound(g, engine.Code(fmt.Sprint("R", deal))), new(store)
					s := sitting{play.New(st, r, arcade.RaceEvent("K7Q2M9"), false, clock(time.Second)), st}
					s.SetAuto(auto, false)
					for n := 0; !s.Over() && n < 60; n++ {
						moves := s.Shown().State.Moves()
						s.answer(did(t)(s.Play(moves[n*7%len(moves)])), nil)
						if s.Ended() {
							return
						}
						hidden, peeks := engine.Hidden(s.Shown().State), s.Shown().UndoPeeks
						switch next, err := s.Undo(); {
						case err == nil && !peeks:
							free++
							s.answer(next, nil)
							s.answer(did(t)(s.Redo()), nil)
						case err == play.NoRaceUndo && peeks && !s.MayUndo():
							held++
						default:
							t.Fatalf("undo, past a turned-up card %t: %v", peeks, err)
						}
						if now := engine.Hidden(s.Shown().State); now != hidden {
							t.Fatalf("%d cards are hidden, then %d", hidden, now)
						}
					}
					turned := engine.Hidden(g.Deal(r.Code())) > engine.Hidden(s.Shown().State)
					if _, err := s.Restart(); turned && err != play.NoRaceRestart || !turned && err != nil {
						t.Errorf("a restart, cards turned %t: %v", turned, err)
					}
					if _, err := s.Hint(); err != play.NoRaceHint || s.Hints() {
						t.Errorf("a hint: %v", err)
					}
					if row := st.row; row.Tally.Assisted() || row.Event != arcade.RaceEvent("K7Q2M9") {
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
