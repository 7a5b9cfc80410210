package arcade

// A Rating is how strong a player is in races, compared with the others, by the Glicko-2
// system. The zero Rating is that of a player who has none.
type Rating struct {
	Points    int // 1500 is the average
	Deviation int // two thirds of such players are within it
	Races     int // how many races have counted for it
}

// ProvisionalDeviation is the deviation from which on a rating is provisional: too little
// is known of the player. The figure is that of lichess.
const ProvisionalDeviation = 110

// Exists reports whether the player has a rating.
func (r Rating) Exists() bool { return r.Races > 0 }

// Provisional reports whether the rating is a guess so far.
func (r Rating) Provisional() bool { return r.Deviation >= ProvisionalDeviation }

// SeasonRaces is how many rated races of a month a player needs to stand on its board.
const SeasonRaces = 3

// A Month is a season of races, in UTC, such as "2026-11".
type Month string
