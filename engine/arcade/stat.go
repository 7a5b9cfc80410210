package arcade

import (
	"slices"

	"boardwalk/engine"
)

// A Stat sums up results. The zero Stat sums up none.
type Stat struct {
	Played  int
	Won     int
	Perfect int
	Best    int   // most points of a result outside events, which have leaderboards of their own
	Points  int   // of all results together
	Millis  int64 // time at the table, in milliseconds
	Fresh   int   // of Won, those outside events (dailies and races)
	Streak  int   // counted wins in a row, up to the newest fresh deal
	Longest int   // the most counted wins in a row
}

// A GameStat sums up a player's results of one game in one class. The streaks are those
// of counted results, and 0 in other classes.
type GameStat struct {
	Game  string // the ID
	Class Class
	Stat
}

// KnownOrPlayed returns the games of a library, followed by the others that a player's sums
// are of: those that the player keeps no longer, or never kept.
func KnownOrPlayed(l engine.Library, stats []GameStat) engine.Catalog {
	games := slices.Clone(l.All())
	for _, st := range stats {
		if _, listed := games.Find(st.Game); listed {
			continue
		}
		if g, ok := l.Find(st.Game); ok {
			games = append(games, g)
		}
	}
	return games
}

// Plus returns the sums of two sets of results that share no streak, such as those of two
// games: its streaks are the longer ones of the two.
func (s Stat) Plus(o Stat) Stat {
	return Stat{
		Played: s.Played + o.Played, Won: s.Won + o.Won, Perfect: s.Perfect + o.Perfect, Best: max(s.Best, o.Best),
		Points: s.Points + o.Points, Millis: s.Millis + o.Millis, Fresh: s.Fresh + o.Fresh,
		Streak: max(s.Streak, o.Streak), Longest: max(s.Longest, o.Longest),
	}
}

// HasBest reports whether there is a best to speak of. There is none of no points, and none where
// all points are of events.
func (s Stat) HasBest() bool { return s.Best > 0 }

// AddNewer adds a result that is newer than those added before.
func (s *Stat) AddNewer(r Result) {
	s.count(r)
	s.AddNewerStreak(r)
}

// AddNewerStreak updates the streaks with a result that is newer than those added before
// but is not to be summed up, such as one of another class.
func (s *Stat) AddNewerStreak(r Result) {
	switch r.StreakEffect() {
	case -1:
		s.Streak = 0
	case 1:
		s.Streak++
		s.Longest = max(s.Longest, s.Streak)
	}
}

// count adds everything that does not depend on the order of results.
func (s *Stat) count(r Result) {
	s.Played++
	if r.Score.Won {
		s.Won++
	}
	if r.Score.Perfect {
		s.Perfect++
	}
	if r.Event == "" {
		s.Best = max(s.Best, r.Score.Points)
		if r.Score.Won {
			s.Fresh++
		}
	}
	s.Points += r.Score.Points
	s.Millis += r.Millis
}

// Average returns the average points of a result, or 0 if there are no results.
func (s Stat) Average() float64 { return float64(s.Points) / float64(max(s.Played, 1)) }
