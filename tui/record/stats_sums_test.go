package record

import (
	"reflect"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// scored returns a result with points out of most.
func scored(game string, points, most int) arcade.Result {
	return arcade.Result{
		Record: engine.Record{Game: game}, Class: arcade.Counted,
		Score: engine.Score{Points: points, Max: most, Won: points == most},
	}
}

func TestSumsOfGames(t *testing.T) {
	kept := []arcade.GameStat{
		{Game: "a", Class: arcade.Assisted, Stat: arcade.Stat{Played: 1, Points: 9, Best: 9}},
		{Game: "a", Class: arcade.Counted, Stat: arcade.Stat{Played: 3, Points: 21, Best: 10, Streak: 1, Longest: 1}},
		{Game: "b", Class: arcade.Counted, Stat: arcade.Stat{Played: 1, Points: 5, Best: 5, Longest: 4}},
	}
	for _, c := range []struct {
		class arcade.Class
		want  [][5]int // played, points, best, streak, longest: of all, of a, of b
	}{
		{arcade.Counted, [][5]int{{4, 26, 10, 1, 4}, {3, 21, 10, 1, 1}, {1, 5, 5, 0, 4}}},
		{arcade.Assisted, [][5]int{{1, 9, 9, 0, 0}, {1, 9, 9, 0, 0}, {}}},
		{"", [][5]int{{5, 35, 10, 1, 4}, {4, 30, 10, 1, 1}, {1, 5, 5, 0, 4}}},
	} {
		var got [][5]int
		ids, stats := sums(nil, kept, c.class)
		for _, s := range stats {
			got = append(got, [5]int{s.Played, s.Points, s.Best, s.Streak, s.Longest})
		}
		if !reflect.DeepEqual(got, c.want) || !slices.Equal(ids, []string{"a", "b"}) {
			t.Errorf("of class %q: got %v of %v, want %v", c.class, got, ids, c.want)
		}
	}
}

func TestScores(t *testing.T) {
	newestFirst := []arcade.Result{scored("a", 7, 10), scored("b", 5, 20), scored("a", 1, 10)}
	if got, most := scores(newestFirst, filter{game: "a"}); !slices.Equal(got, []int{1, 7}) || most != 10 {
		t.Errorf("of a game: %v of %d", got, most)
	}
	if got, most := scores(newestFirst, filter{}); !slices.Equal(got, []int{10, 25, 70}) || most != 100 {
		t.Errorf("of all games, in percent: %v of %d", got, most)
	}
}

func TestRolling(t *testing.T) {
	got := rolling([]int{2, 4, 6, 8, 0}, 3)
	if want := []float64{2, 3, 4, 6, 14.0 / 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}
