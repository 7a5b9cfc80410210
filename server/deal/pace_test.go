package deal

import (
	"testing"
	"testing/synctest"
	"time"

	"boardwalk/engine/search"
)

func TestWorkForWhichNobodyWaitsTakesItsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newWorker(Config{Sessions: func() int { return quiet }})
		took := func() time.Duration {
			begun := time.Now()
			time.Sleep(time.Second)
			p.rest(time.Second, share)
			return time.Since(begun)
		}
		if got, want := took(), share*time.Second; got != want {
			t.Errorf("a second of work and its rest took %v, want %v", got, want)
		}
		time.AfterFunc(5*time.Second, p.wake)
		if got := took(); got != 5*time.Second {
			t.Errorf("with somebody who comes after 5 s it took %v", got)
		}
		p.wake()
		p.wake()
		if got, want := took(), time.Second; got != want {
			t.Errorf("with somebody who was there before it took %v", got)
		}
		if got, want := took(), share*time.Second; got != want {
			t.Errorf("after a hurry it took %v, want %v", got, want)
		}
		p.close()
		if got, want := took(), time.Second; got != want {
			t.Errorf("at the end it took %v", got)
		}
	})
}

// A long search rests after each slice, as many sessions as there are meanwhile.
func TestALongSearchRestsAfterEachSlice(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		sessions := 0
		w := newWorker(Config{Sessions: func() int { return sessions }})
		turn, err := search.TakeTurn(t.Context(), search.Places{Limit: make(chan struct{}, 1), Payer: rester{worker: &w, part: soonShare}})
		if err != nil {
			t.Fatal(err)
		}
		took := func() time.Duration {
			begun := time.Now()
			for range 1000 {
				time.Sleep(time.Millisecond)
				_ = turn.Err()
			}
			return time.Since(begun)
		}
		for _, c := range []struct{ sessions, part int }{{quiet, soonShare}, {quiet + 1, share}} {
			sessions = c.sessions
			if got, all := took(), time.Duration(c.part)*time.Second; got < all*9/10 || got > all*11/10 {
				t.Errorf("with %d sessions a second of work took %v, want about %v", sessions, got, all)
			}
		}
		turn.End()
	})
}
