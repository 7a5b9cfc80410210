package arcade

import (
	"slices"

	"boardwalk/engine"
)

// A Today is how a player, and those whom that player follows, stand in the dailies of a day.
type Today struct {
	Day     string
	Dailies []TodaysGame // in the order of the menu
	Days    int          // in a row up to that day on which the player has played a daily so that it counted
	Longest int          // the most such days
}

// A TodaysGame is the daily of a game.
type TodaysGame struct {
	Game engine.Game
	DailyStatus
	Friends []Standing // of those whom the player follows, with the player's own; none if there is nobody to compare with
}

// ReadToday reads how the player stands in the dailies of games, on another day if day is not "". accounts may be
// nil: then there is nobody to compare with. It may wait for a disk.
func ReadToday(games engine.Catalog, events Events, accounts Accounts, day string) (t Today, err error) {
	if t.Day = day; day == "" {
		t.Day, _ = events.Today()
	}
	for _, g := range games {
		daily := TodaysGame{Game: g}
		if daily.DailyStatus, err = events.Daily(g.Info().ID, t.Day); err != nil {
			return t, err
		}
		if accounts != nil {
			board := Leaderboard{Game: g.Info().ID, Class: Counted, Kind: TodaysDaily, Event: DailyEvent(t.Day), Friends: true}
			rows, err := accounts.Top(board, FollowsMax)
			if err != nil {
				return t, err
			}
			if slices.ContainsFunc(rows, func(s Standing) bool { return !s.Mine }) {
				daily.Friends = rows
			}
		}
		t.Dailies = append(t.Dailies, daily)
	}
	t.Days, t.Longest, err = events.DayStreak(t.Day)
	return t, err
}

// Played returns how many dailies the player has played to their end.
func (t Today) Played() int {
	return count(t.Dailies, func(d TodaysGame) bool { return d.Result != nil })
}

// Begun returns how many dailies the player has begun and not finished.
func (t Today) Begun() int { return count(t.Dailies, func(d TodaysGame) bool { return d.Open > 0 }) }

// Won returns how many of those the player has won.
func (t Today) Won() int {
	return count(t.Dailies, func(d TodaysGame) bool { return d.Result != nil && d.Result.Score.Won })
}

// Best returns the daily in which the player has the best place, nil if the player is on no board.
func (t Today) Best() (best *TodaysGame) {
	for i, d := range t.Dailies {
		if d.Place > 0 && (best == nil || d.Place < best.Place) {
			best = &t.Dailies[i]
		}
	}
	return best
}
