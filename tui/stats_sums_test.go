package tui

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

func TestCounts(t *testing.T) {
	for _, c := range []struct {
		points  []int
		most, n int
		want    []int
	}{
		{[]int{0, 3, 3, 5}, 5, 6, []int{1, 0, 0, 2, 0, 1}},  // a bin for each
		{[]int{0, 3, 3, 5}, 5, 50, []int{1, 0, 0, 2, 0, 1}}, // never more than that
		{[]int{0, 1, 2, 3, 4, 5}, 5, 3, []int{2, 2, 2}},     // 0-1, 2-3, 4-5
		{[]int{0, 1, 2, 3, 4, 5}, 5, 5, []int{2, 2, 2}},     // all bins are equally wide
		{[]int{52}, 52, 27, append(make([]int, 26), 1)},     // 52 alone
		{nil, 0, 10, []int{0}},                              //
		{[]int{-1, 99}, 5, 3, []int{1, 0, 1}},               // impossible points go into the outer bins
		{[]int{0, 1, 2}, 2, 0, []int{3}},                    // no room
	} {
		if got := counts(c.points, c.most, c.n); !slices.Equal(got, c.want) {
			t.Errorf("counts(%v, %d, %d) = %v, want %v", c.points, c.most, c.n, got, c.want)
		}
	}
}

func TestRolling(t *testing.T) {
	got := rolling([]int{2, 4, 6, 8, 0}, 3)
	if want := []float64{2, 3, 4, 6, 14.0 / 3}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestSampled(t *testing.T) {
	for _, c := range []struct {
		values []float64
		n      int
		want   []float64
	}{
		{[]float64{1, 2, 3, 4, 5}, 3, []float64{1, 3, 5}},
		{[]float64{1, 2}, 4, []float64{1, 1, 1, 2}},
		{[]float64{7}, 3, []float64{7, 7, 7}},
		{[]float64{1, 2, 3}, 1, []float64{3}},
		{nil, 3, nil},
		{[]float64{1}, 0, nil},
	} {
		if got := sampled(c.values, c.n); !slices.Equal(got, c.want) {
			t.Errorf("sampled(%v, %d) = %v, want %v", c.values, c.n, got, c.want)
		}
	}
}

func TestBounds(t *testing.T) {
	if low, high := bounds([]float64{3.2, 1.5, 2}, 27); low != 1 || high != 4 {
		t.Errorf("got %d to %d, want 1 to 4", low, high)
	}
	if low, high := bounds([]float64{3}, 27); low != 3 || high != 4 {
		t.Errorf("got %d to %d, want 3 to 4", low, high)
	}
	if low, high := bounds([]float64{27}, 27); low != 26 || high != 27 {
		t.Errorf("got %d to %d, want 26 to 27: 27 is the maximum", low, high)
	}
}
