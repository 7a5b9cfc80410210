package caption

import (
	"fmt"
	"strconv"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// FewGames is the number of games from which on shares, trends and histograms tell something.
const FewGames = 5

// A Fact is a figure and what it is called.
type Fact struct{ Label, Figure string }

// Lately returns what only a player's newest results tell, of all that were played: the points of the last
// games of a single game, the last games, ten at most, as many before them and, of a single game, how often it
// may be won in the long run and the fastest win, of the games that count if one of them was won. The newest result is the first.
func Lately(newest []arcade.Result, played int, single bool) (facts []Fact) {
	if n := min(10, len(newest)); n > 1 && single {
		points := make([]string, n)
		for i, r := range newest[:n] {
			points[n-1-i] = strconv.Itoa(r.Score.Points)
		}
		facts = append(facts, Fact{"points", fmt.Sprintf("%s of %d, oldest first", strings.Join(points, ", "), newest[0].Score.Max)})
	}
	if n := min(10, len(newest)/2); n >= FewGames {
		facts = append(facts, Fact{fmt.Sprintf("last %d", n), wonOf(newest[:n])}, Fact{fmt.Sprintf("%d before", n), wonOf(newest[n : 2*n])})
	}
	var fastest *arcade.Result // one that counts, if any does
	won := engine.Share{Of: len(newest)}
	for i := range newest {
		r := &newest[i]
		if !r.Score.Won {
			continue
		}
		won.Part++
		counts := r.Class == arcade.Counted
		if fastest == nil || counts && fastest.Class != arcade.Counted || counts == (fastest.Class == arcade.Counted) && r.Millis < fastest.Millis {
			fastest = r
		}
	}
	if single && won.Of >= FewGames {
		low, high := won.Interval()
		facts = append(facts, Fact{"long run", fmt.Sprintf("from these %d games, your win rate is between %.0f and %.0f of 100", won.Of, 100*low, 100*high)})
	}
	if !single || fastest == nil {
		return facts
	}
	figure := Clock(fastest.Millis)
	if fastest.Class != arcade.Counted {
		figure += ", " + fastest.ClassName()
	}
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
