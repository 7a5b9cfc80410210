package arcade_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
	"boardwalk/engine/catalog"
)

func TestTheOrderOfARace(t *testing.T) {
	result := func(points int, millis int64, class arcade.Class, tally engine.Tally) arcade.Rank {
		r := arcade.Result{Score: engine.Score{Points: points}, Millis: millis, Class: class, Tally: tally}
		return r.RaceRank()
	}
	want := []arcade.Rank{
		result(27, 60_000, arcade.Counted, engine.Tally{}),
		result(27, 90_000, arcade.Counted, engine.Tally{Undos: 9}),
		{Played: true, Points: 27, Millis: arcade.NotFinished},
		result(9, 5, arcade.Counted, engine.Tally{}),
		result(3, 10, arcade.Inhuman, engine.Tally{}),
		result(0, 20, arcade.Counted, engine.Tally{}),
		result(27, 30_000, arcade.Assisted, engine.Tally{Hints: 1}),
		result(27, 31_000, arcade.Inhuman, engine.Tally{Peeks: 1}),
		result(27, 32_000, arcade.Assisted, engine.Tally{}), // by its class alone
		(*arcade.Result)(nil).RaceRank(),
	}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, arcade.Rank.Compare)
	if !slices.Equal(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	gaveUp := func(millis int64) arcade.Rank {
		return (&arcade.Result{Millis: millis, Stopped: true, Class: arcade.Counted}).RaceRank()
	}
	toTheEnd := result(0, 3, arcade.Counted, engine.Tally{})
	if soon, late := gaveUp(1), gaveUp(2); soon.Compare(late) != 0 || toTheEnd.Compare(soon) >= 0 {
		t.Error("with no points it matters who gives up sooner, or nobody wins by playing to the end")
	}
	if n := want[0].Compare(want[0]); n != 0 {
		t.Errorf("a rank is %d with itself", n)
	}
}

func TestTheGameOfARace(t *testing.T) {
	games := catalog.Library()
	first := games.House[0]
	other, _ := games.Find("chessboard")
	for text, want := range map[string]struct {
		game  engine.Game // nil for none
		rest  string
		terms arcade.RaceTerms
	}{
		first.Info().Name:         {first, first.Info().Name, arcade.RaceTerms{}},
		"Arcade":                  {first, first.Info().ID, arcade.RaceTerms{Arcade: true}},
		"arcade 2 chessboard 10m": {other, "chessboard", arcade.RaceTerms{Arcade: true, Level: 2, Limit: 10 * time.Minute}},
		"open watched chessboard": {other, "chessboard", arcade.RaceTerms{Open: true, Watched: true}},
		"chessboard 5m OPEN":      {other, "chessboard", arcade.RaceTerms{Open: true, Limit: 5 * time.Minute}},
		"chessboard 5m to ann":    {other, "chessboard", arcade.RaceTerms{To: "ann", Limit: 5 * time.Minute}},
		"chessboard to":           {nil, "chessboard to", arcade.RaceTerms{}},
		"K7Q2M9":                  {nil, "K7Q2M9", arcade.RaceTerms{}},
	} {
		var terms arcade.RaceTerms
		g, rest, err := terms.Game(strings.Fields(text), first, games.Resolve)
		if (err == nil) != (want.game != nil) || err == nil && g.Info().ID != want.game.Info().ID || rest != want.rest || terms != want.terms {
			t.Errorf("%q is %v, rest %q, on %+v, %v", text, g, rest, terms, err)
		}
	}
}
