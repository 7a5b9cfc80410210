package engine_test

import (
	"slices"
	"testing"

	"boardwalk/engine"
)

func TestTheOrderOfARace(t *testing.T) {
	result := func(points int, millis int64, class engine.Class, tally engine.Tally) engine.RaceRank {
		r := engine.Result{Score: engine.Score{Points: points}, Millis: millis, Class: class, Tally: tally}
		return r.RaceRank()
	}
	want := []engine.RaceRank{
		result(27, 60_000, engine.Counted, engine.Tally{}),
		result(27, 90_000, engine.Counted, engine.Tally{Undos: 9}),
		{Played: true, Points: 27, Millis: engine.NotFinished},
		result(3, 10, engine.Inhuman, engine.Tally{}),
		result(0, 20, engine.Counted, engine.Tally{}),
		result(27, 30_000, engine.Assisted, engine.Tally{Hints: 1}),
		result(27, 31_000, engine.Inhuman, engine.Tally{Peeks: 1}),
		result(27, 32_000, engine.Assisted, engine.Tally{}), // by its class alone
		(*engine.Result)(nil).RaceRank(),
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, engine.RaceRank.Compare)
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	if n := want[0].Compare(want[0]); n != 0 {
		t.Errorf("a rank is %d with itself", n)
	}
}
