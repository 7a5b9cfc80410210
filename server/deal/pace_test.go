package deal

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestWorkForWhichNobodyWaitsTakesItsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newPace()
		ctx, cancel := context.WithCancel(t.Context())
		took := func() time.Duration {
			begun := time.Now()
			time.Sleep(time.Second)
			p.rest(ctx, begun, share)
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
		cancel()
		if got, want := took(), time.Second; got != want {
			t.Errorf("at the end it took %v", got)
		}
	})
}
