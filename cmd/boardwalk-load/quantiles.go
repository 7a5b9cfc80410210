package main

import (
	"math"
	"slices"
)

// Quantiles is how a measure spreads: of all values in order, the one that so
// many percent do not exceed, and the largest. All are 0 where there are none.
type Quantiles struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// quantiles is how values spread, in a unit of so many of theirs. It sorts them.
func quantiles[T ~int | ~int64](values []T, unit T) Quantiles {
	if len(values) == 0 {
		return Quantiles{}
	}
	slices.Sort(values)
	at := func(percent float64) float64 {
		return rounded(float64(values[rank(len(values), percent)]) / float64(unit))
	}
	return Quantiles{Count: len(values), P50: at(50), P95: at(95), P99: at(99), Max: at(100)}
}

// rank is which of n values in order, counted from 0, so many percent of them do
// not exceed: the nearest rank, a value that was measured and none between two.
func rank(n int, percent float64) int {
	return min(max(int(math.Ceil(percent*float64(n)/100))-1, 0), n-1)
}

// rounded is x to three decimals, which is finer than anything here is measured.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }
