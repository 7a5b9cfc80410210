package play_test

import (
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
	"boardwalk/tui/play"
)

// looking is a store that counts looks.
type looking struct {
	store
	day int64
	n   int
	err error
}

func (l *looking) Looks(day int64, more int) (int, error) {
	if l.err != nil {
		return 0, l.err
	}
	if l.day != day {
		l.day, l.n = day, 0
	}
	l.n += more
	return l.n, nil
}

// fresh returns the seat of a fresh deal.
func fresh(s arcade.Store, l *play.Looks) *play.Seat {
	seat := play.New(s, engine.NewRound(catalog.All()[0], "A"), "", false, clock(time.Second))
	seat.SetFresh(l)
	return seat
}

// settle makes the calls of an event, and returns what it came to.
func settle(seat *play.Seat, next play.Next) play.Next {
	for call := next.Call; call != nil; {
		call = seat.Answer(call.Make()).Call
	}
	return next
}

func TestAfterFreeLooksADealIsKept(t *testing.T) {
	now := time.UnixMilli(1_790_000_000_000)
	s := &looking{}
	l := play.NewLooks(s, func() time.Time { return now })
	leave := []func(*play.Seat) play.Next{
		func(seat *play.Seat) play.Next { return seat.Leave() },
		func(seat *play.Seat) play.Next { return seat.Finish() }, // for a new deal
		func(seat *play.Seat) play.Next { _ = seat.Close(); return play.Next{} },
	}
	for i := range play.FreeLooks {
		seat := fresh(s, l)
		if got := seat.Begin(); seat.Kept() || got.Call != nil || !seat.Empty() {
			t.Fatalf("deal %d is kept", i)
		}
		if got, want := seat.LooksText() != "", i >= play.FreeLooks-play.FewLooks; got != want {
			t.Errorf("deal %d says that looks run out: %t", i, got)
		}
		settle(seat, leave[i%len(leave)](seat))
		_ = seat.Close() // leaving it twice is one look
		if s.n != i+1 {
			t.Fatalf("after %d deals, the store has %d looks", i+1, s.n)
		}
	}
	if s.rev != 0 || len(s.results) != 0 {
		t.Fatal("a deal was stored that was only looked at")
	}
	other := play.NewLooks(s, func() time.Time { return now }) // in another session
	if other.Sync(); other.Free() != 0 {
		t.Errorf("another session has %d free looks", other.Free())
	}
	kept := fresh(s, l)
	if kept.LooksText() == "" || kept.Empty() {
		t.Error("the deal is not kept")
	}
	settle(kept, kept.Begin())
	if s.rev == 0 || len(s.row.Record.Moves) != 0 {
		t.Fatalf("the store has %+v", s.row)
	}
	settle(kept, kept.Finish()) // it is given up
	if len(s.results) != 1 || s.results[0].Class != arcade.Counted || s.n != play.FreeLooks {
		t.Errorf("the history has %+v, %d looks", s.results, s.n)
	}
	if now = now.Add(24 * time.Hour); fresh(s, l).Kept() {
		t.Error("it is kept on the next day, too")
	}
}

func TestAKeptDealOutlivesAHangUp(t *testing.T) {
	s := &looking{}
	l := play.NewLooks(s, time.Now)
	for range play.FreeLooks {
		seat := fresh(s, l)
		settle(seat, seat.Leave())
	}
	seat := fresh(s, l)
	seat.Begin() // the session ends before the call is made
	if err := seat.Close(); err != nil || s.rev == 0 {
		t.Errorf("the deal is not stored: %v", err)
	}
}

func TestOnlyFreshDealsWithoutAMoveAreLooks(t *testing.T) {
	s := &looking{}
	l := play.NewLooks(s, time.Now)
	played := fresh(s, l)
	next, err := played.Play(played.Shown().State.Moves()[0])
	if err != nil {
		t.Fatal(err)
	}
	settle(played, next)
	settle(played, played.Leave())
	practice := play.New(s, engine.NewRound(catalog.All()[0], "A"), "", true, clock(time.Second))
	settle(practice, practice.Leave())
	if s.n != 0 {
		t.Errorf("%d looks", s.n)
	}
}

func TestLooksAreStoredLater(t *testing.T) {
	s := &looking{err: errAway}
	l := play.NewLooks(s, time.Now)
	for range 3 {
		seat := fresh(s, l)
		settle(seat, seat.Leave())
	}
	s.err = nil
	if l.Sync(); s.n != 3 || l.Free() != play.FreeLooks-3 {
		t.Errorf("the store has %d looks, %d are free", s.n, l.Free())
	}
}
