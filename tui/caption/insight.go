package caption

import (
	"fmt"

	"boardwalk/engine/arcade"
)

// FewGames is the number of games from which on shares, trends and charts tell something.
const FewGames = 5

// A Fact is a figure and what it is called.
type Fact struct{ Label, Figure string }

// Lately returns what only a player's newest results tell, of all that were played: the last games, ten
// at most, as many before them and, of a single game, the fastest win. The newest result is the first.
func Lately(newest []arcade.Result, played int, single bool) (facts []Fact) {
	if n := min(10, len(newest)/2); n >= FewGames {
		facts = []Fact{{fmt.Sprintf("last %d", n), wonOf(newest[:n])}, {fmt.Sprintf("%d before", n), wonOf(newest[n : 2*n])}}
	}
	fastest := int64(-1)
	for _, r := range newest {
		if r.Score.Won && (fastest < 0 || r.Millis < fastest) {
			fastest = r.Millis
		}
	}
	if !single || fastest < 0 {
		return facts
	}
	figure := Clock(fastest)
	if len(newest) < played {
		figure += fmt.Sprintf(" (of the last %d)", len(newest))
	}
	return append(facts, Fact{"fastest win", figure})
}

// wonOf returns how many of some results were won, and their mean share of all points.
func wonOf(results []arcade.Result) string {
	won, percent := 0, 0.0
	for _, r := range results {
		percent += 100 * float64(r.Score.Points) / float64(max(r.Score.Max, 1))
		if r.Score.Won {
			won++
		}
	}
	return fmt.Sprintf("%d won, %.0f%% of points", won, percent/float64(len(results)))
}
