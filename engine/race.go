package engine

import (
	"cmp"
	"math"
)

// A RaceRank is what the order of the racers in a race goes by.
type RaceRank struct {
	Played   bool // there is a round
	Assisted bool // it had help, which a race allows nobody
	Points   int
	Millis   int64 // the time it took; RaceGoesOn of a round that has not ended
}

// RaceGoesOn is the time of a round that has not ended: of equal points those come first
// that have.
const RaceGoesOn int64 = math.MaxInt64

// RaceRank returns what the result, nil for none, comes to in a race.
func (r *Result) RaceRank() RaceRank {
	if r == nil {
		return RaceRank{}
	}
	return RaceRank{Played: true, Assisted: r.Class == Assisted || r.Tally.Assisted(), Points: r.Score.Points, Millis: r.Millis}
}

// Compare returns a negative number where r is the better rank, a positive one where o
// is, and 0 where they are equal: one who has played before one who has not, then a round
// without help, then more points, then less time.
func (r RaceRank) Compare(o RaceRank) int {
	return cmp.Or(first(r.Played, o.Played), first(o.Assisted, r.Assisted), cmp.Compare(o.Points, r.Points), cmp.Compare(r.Millis, o.Millis))
}

// first orders true before false.
func first(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}
