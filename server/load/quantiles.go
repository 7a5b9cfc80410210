package load

import (
	"math"
	"slices"
)

// Quantiles is how a measure is distributed: P50, for instance, is the value that 50
// percent of all values do not exceed, and Max is the largest value. All are 0 if there
// are no values.
type Quantiles struct {
	Count int     `json:"count"`
	P50   float64 `json:"p50"`
	P95   float64 `json:"p95"`
	P99   float64 `json:"p99"`
	Max   float64 `json:"max"`
}

// QuantilesOf returns the quantiles of values, divided by unit. It sorts values.
func QuantilesOf[T ~int | ~int64](values []T, unit T) Quantiles {
	if len(values) == 0 {
		return Quantiles{}
	}
	slices.Sort(values)
	at := func(percent float64) float64 {
		return Rounded(float64(values[rank(len(values), percent)]) / float64(unit))
	}
	return Quantiles{Count: len(values), P50: at(50), P95: at(95), P99: at(99), Max: at(100)}
}

// rank returns the index, among n sorted values, of the one that the given percentage of
// values do not exceed. It is the nearest rank, so the result is always a measured value
// and never between two.
func rank(n int, percent float64) int {
	return min(max(int(math.Ceil(percent*float64(n)/100))-1, 0), n-1)
}

// Rounded returns x rounded to three decimals, which is finer than anything measured
// here.
func Rounded(x float64) float64 { return math.Round(x*1000) / 1000 }
