package caption

import (
	"fmt"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arcade"
)

// An Insight is what a player's results of one game, or of several, are summed up from.
type Insight struct {
	Game  string      // its name, "" of several games
	Max   int         // the most points that it gives, 0 of several games
	Stat  arcade.Stat // of all results
	Odds  engine.Odds // how often the game is won, zero if nobody knows
	Fresh bool        // the results can be part of a win streak
	// Newest are the newest of the results, the newest first.
	Newest []arcade.Result
}

// FewGames is the number of games from which on shares, trends and charts tell something.
const FewGames = 5

// Sentences returns what a player wants to know, the most important first: how often the
// player wins and what that compares with, streaks and time, whether the player gets better,
// and the best and the fastest. It returns nil of no results.
func (i Insight) Sentences() []string {
	if i.Stat.Played == 0 {
		return nil
	}
	all := []string{i.won(), i.streak() + fmt.Sprintf("Time %s, %s a game.", Clock(i.Stat.Millis), Clock(i.Stat.Millis/int64(i.Stat.Played)))}
	return slices.DeleteFunc(append(all, i.trend(), i.points(), i.fastest()), func(s string) bool { return s == "" })
}

// Lately returns what only the newest results tell: whether the player gets better, and the
// fastest win.
func (i Insight) Lately() []string {
	return slices.DeleteFunc([]string{i.trend(), i.fastest()}, func(s string) bool { return s == "" })
}

// won returns how often the player wins, and what that compares with.
func (i Insight) won() string {
	st := i.Stat
	if st.Played < FewGames {
		text := engine.Plural(st.Played, "game")
		if i.Game != "" {
			text += " of " + i.Game
		}
		if text += fmt.Sprintf(", %d won", st.Won); i.Max > 0 && st.HasBest() {
			text += fmt.Sprintf(", best %d of %d points", st.Best, i.Max)
		}
		if text += "."; i.Odds.String() != "" {
			text += " " + i.Odds.String()
		}
		return text
	}
	text := fmt.Sprintf("You have won %d of %d games", st.Won, st.Played)
	house, can := i.Odds.House, i.Odds.Winnable
	switch {
	case house.Of > 0 && can.Of > 0:
		text += "; of 100 deals the arcade's player wins " + house.OfHundred() + ", and " + can.OfHundred() + " can be won"
	case house.Of > 0:
		text += "; of 100 deals the arcade's player wins " + house.OfHundred()
	case can.Of > 0:
		text += "; of 100 deals " + can.OfHundred() + " can be won"
	}
	return text + "."
}

// streak returns the player's streaks of wins, with a space after them.
func (i Insight) streak() string {
	if !i.Fresh || i.Stat.Longest == 0 {
		return ""
	}
	return fmt.Sprintf("Winning streak: %d (longest %d). ", i.Stat.Streak, i.Stat.Longest)
}

// trend returns whether the player gets better: how the last games, ten at most, compare with
// as many before them.
func (i Insight) trend() string {
	n := min(10, len(i.Newest)/2)
	if n < FewGames {
		return ""
	}
	last, lastWon := shareOfPoints(i.Newest[:n])
	before, beforeWon := shareOfPoints(i.Newest[n : 2*n])
	how := "Steady"
	const many, much = 2, 4 // wins, and percent of all points
	wins, points := lastWon-beforeWon, last-before
	switch {
	case wins >= many && points > -much, wins >= 0 && points >= much:
		how = "Getting better"
	case wins <= -many && points < much, wins <= 0 && points <= -much:
		how = "Lately worse"
	}
	return fmt.Sprintf("%s: %d of your last %d won, with %.0f%% of the points; of the %d before %d, with %.0f%%.", how, lastWon, n, last, n, beforeWon, before)
}

// shareOfPoints returns the mean share of all points of some results, in percent, and how many
// were won.
func shareOfPoints(results []arcade.Result) (percent float64, won int) {
	for _, r := range results {
		percent += 100 * float64(r.Score.Points) / float64(max(r.Score.Max, 1))
		if r.Score.Won {
			won++
		}
	}
	return percent / float64(len(results)), won
}

// points returns the best and the average points of one game.
func (i Insight) points() string {
	if i.Max == 0 || i.Stat.Played < FewGames {
		return ""
	}
	text := fmt.Sprintf("Average %.1f of %d points", i.Stat.Average(), i.Max)
	if i.Stat.HasBest() {
		text = fmt.Sprintf("Best %d of %d points, average %.1f", i.Stat.Best, i.Max, i.Stat.Average())
	}
	if i.Odds.Points > 0 {
		text += fmt.Sprintf("; the arcade's player has %.1f", i.Odds.Points)
	}
	return text + "."
}

// fastest returns the fastest win.
func (i Insight) fastest() string {
	fastest := int64(-1)
	for _, r := range i.Newest {
		if r.Score.Won && (fastest < 0 || r.Millis < fastest) {
			fastest = r.Millis
		}
	}
	switch {
	case fastest < 0 || i.Game == "":
		return ""
	case len(i.Newest) < i.Stat.Played:
		return fmt.Sprintf("Fastest win of the last %d: %s.", len(i.Newest), Clock(fastest))
	}
	return "Fastest win: " + Clock(fastest) + "."
}
