package server

import (
	"testing"
	"time"

	"boardwalk/engine/arcade"
)

// Racers without a nick are told apart by the same names in signals as in the standings.
func TestTheSenderOfASignalIsNamedAsInTheRace(t *testing.T) {
	t.Parallel()
	s := openRaceArcade(t)
	ann, first, second := s.enters(t, "ann"), s.enters(t, ""), s.enters(t, "")
	code := ann.opens(10 * time.Minute)
	first.joins(code)
	second.joins(code)
	heard := ann.env.Company.Heard(t.Context())
	for _, c := range []struct {
		sender *contender
		says   string
	}{{first, "Somebody 1: good luck"}, {second, "Somebody 2: good luck"}} {
		s.passes(time.Minute)
		if err := c.sender.env.Company.Send(arcade.GoodLuck, arcade.Audience{Race: code}); err != nil {
			t.Fatal(err)
		}
		if got, _ := heard.Next(); got.String() != c.says {
			t.Errorf("ann hears %q, want %q", got, c.says)
		}
	}
}
