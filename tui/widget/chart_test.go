package widget

import (
	"slices"
	"testing"
)

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
