package arcade

import (
	"cmp"
	"math"
)

// A RaceRank holds what the order of the players in a race depends on.
type RaceRank struct {
	Played   bool // the player has a round
	Assisted bool // the round had help, which races do not allow
	Points   int
	Millis   int64 // the time it took, or NotFinished if it has not ended
}

// NotFinished is the time of a round that has not ended. Of rounds with equal points,
// those that have ended rank first.
const NotFinished int64 = math.MaxInt64

// RaceRank returns the rank of a result in a race. A nil result has the zero rank.
func (r *Result) RaceRank() RaceRank {
	if r == nil {
		return RaceRank{}
	}
	return RaceRank{Played: true, Assisted: r.Class == Assisted || r.Tally.Assisted(), Points: r.Score.Points, Millis: r.Millis}
}

// Compare returns a negative number if r is the better rank, a positive one if o is, and
// 0 if they are equal. A player who has a round ranks before one who has none; then
// rounds without help come first, then more points, then less time.
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
