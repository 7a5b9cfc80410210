package arcade

import "time"

// A Rating is how strong a player is in races, compared with the others, by the Glicko-2
// system. The zero Rating is that of a player who has none.
type Rating struct {
	Points    int // an average player has AveragePoints
	Deviation int // two thirds of such players are within it
	Races     int // how many races have counted for it
}

// AveragePoints are those of an average player, with which everybody begins.
const AveragePoints = 1500

// ProvisionalDeviation is the deviation from which on a rating is provisional: too little
// is known of the player. The figure is that of lichess.
const ProvisionalDeviation = 110

// Exists reports whether the player has a rating.
func (r Rating) Exists() bool { return r.Races > 0 }

// Provisional reports whether the rating is a guess so far.
func (r Rating) Provisional() bool { return r.Deviation >= ProvisionalDeviation }

// SeasonRaces is how many rated races of a month a player needs to stand on its board.
const SeasonRaces = 3

// SeasonRivals is how many different opponents must have changed a player's rating in a month
// for the player to stand on its board.
const SeasonRivals = 10

// A Month is a season of races, in UTC, such as "2026-11".
type Month string

const monthLayout = "2006-01"

// MonthOf returns the month of a time.
func MonthOf(t time.Time) Month { return Month(t.UTC().Format(monthLayout)) }

// Valid reports whether m is written as it should be.
func (m Month) Valid() bool {
	at, err := time.Parse(monthLayout, string(m))
	return err == nil && MonthOf(at) == m
}

// Before returns the month before m, or m itself if that is not valid.
func (m Month) Before() Month {
	at, err := time.Parse(monthLayout, string(m))
	if err != nil {
		return m
	}
	return MonthOf(at.AddDate(0, -1, 0))
}

// String returns the month in words, such as "November 2026".
func (m Month) String() string {
	at, err := time.Parse(monthLayout, string(m))
	if err != nil {
		return string(m)
	}
	return at.Format("January 2006")
}
