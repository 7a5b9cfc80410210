package tui

import (
	"math"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// sums returns the IDs of all games, and the sums of a class ("" for all): first in total
// and then by game. The total's streaks are the longest ones at one game.
func sums(games []engine.Game, rows []arcade.GameStat, class arcade.Class) (ids []string, stats []arcade.Stat) {
	ids = gameIDs(games, nil)
	stats = make([]arcade.Stat, 1+len(ids))
	for _, row := range rows {
		i := slices.Index(ids, row.Game)
		if i < 0 { // the arcade no longer has it
			i, ids, stats = len(ids), append(ids, row.Game), append(stats, arcade.Stat{})
		}
		if class == "" || class == row.Class {
			stats[0], stats[1+i] = stats[0].Plus(row.Stat), stats[1+i].Plus(row.Stat)
		}
	}
	return ids, stats
}

// scores returns the points of the results that match a filter, oldest first, and the
// maximum possible. For all games together, points are percentages of each game's
// maximum.
func scores(results []arcade.Result, f filter) (points []int, most int) {
	for i := len(results) - 1; i >= 0; i-- {
		s := results[i].Score
		if !f.meets(results[i]) {
			continue
		}
		if f.game == "" {
			points, most = append(points, 100*s.Points/max(s.Max, 1)), 100
		} else {
			points, most = append(points, s.Points), max(most, s.Max)
		}
	}
	return points, most
}

// counts returns a histogram of points from 0 to most, with at most n bins of equal size.
func counts(points []int, most, n int) []int {
	n = max(n, 1)
	size := most/n + 1
	bins := make([]int, most/size+1)
	for _, p := range points {
		bins[max(min(p/size, len(bins)-1), 0)]++
	}
	return bins
}

// rolling returns, for each of the points, the average of it and those before it, up to
// span of them.
func rolling(points []int, span int) []float64 {
	averages := make([]float64, len(points))
	sum := 0
	for i, p := range points {
		sum += p
		if i >= span {
			sum -= points[i-span]
		}
		averages[i] = float64(sum) / float64(min(i+1, span))
	}
	return averages
}

// sampled returns n evenly spaced values, including the first and the last. If there are
// fewer than n, values repeat.
func sampled(values []float64, n int) []float64 {
	if len(values) == 0 || n < 1 {
		return nil
	}
	samples := make([]float64, n)
	for i := range samples {
		samples[i] = values[i*(len(values)-1)/max(n-1, 1)]
	}
	samples[n-1] = values[len(values)-1]
	return samples
}

// bounds returns whole numbers below and above the values that are at least 1 apart. high
// is at most most, provided that no value is above it.
func bounds(values []float64, most int) (low, high int) {
	least, greatest := math.Inf(1), math.Inf(-1)
	for _, v := range values {
		least, greatest = min(least, v), max(greatest, v)
	}
	low, high = int(math.Floor(least)), int(math.Ceil(greatest))
	switch {
	case low < high:
		return low, high
	case low < most:
		return low, low + 1
	}
	return low - 1, low
}
