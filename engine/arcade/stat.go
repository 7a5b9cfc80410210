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
	Fresh   int   // of Won, those that count on the board of wins: outside events, and not brought by a join
	Streak  int   // counted wins in a row, up to the newest fresh deal
	Longest int   // the most counted wins in a row

	// Tries are the results outside events that took some play (see Result.Brief), and First
	// and Last say when the oldest and the newest of them ended, in Unix milliseconds.
	Tries       int   `json:",omitempty"`
	First, Last int64 `json:",omitempty"`
}

// A GameStat sums up a player's results of one game in one class. The streaks are those
// of counted results, and 0 in other classes.
type GameStat struct {
	Game  string // the ID
	Class Class
	Stat
}

// Novice reports whether a player's sums are those of one who has not yet finished a game of several moves.
func Novice(stats []GameStat) bool {
	return !slices.ContainsFunc(stats, func(s GameStat) bool { return s.Tries > 0 || s.Points >= briefMoves })
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
		Tries: s.Tries + o.Tries, First: earlier(s.First, o.First), Last: max(s.Last, o.Last),
	}
}

// earlier returns the earlier of two times, of which 0 is none.
func earlier(a, b int64) int64 {
	if a == 0 || b != 0 && b < a {
		return b
	}
	return a
}

// HasBest reports whether there is a best to speak of. There is none of no points, and none where
// all points are of events.
func (s Stat) HasBest() bool { return s.Best > 0 }

// AddNewerStreak updates the streaks with a result that is newer than those added before.
func (s *Stat) AddNewerStreak(r Result) {
	switch r.StreakEffect() {
	case -1:
		s.Streak = 0
	case 1:
		s.Streak++
		s.Longest = max(s.Longest, s.Streak)
	}
}

// Add adds everything that does not depend on the order of results. wins reports whether a
// won result may count on the board of wins.
func (s *Stat) Add(r Result, wins bool) {
	s.Played++
	if r.Score.Won {
		s.Won++
	}
	if r.Score.Perfect {
		s.Perfect++
	}
	if r.Event == "" {
		if r.Score.Won && wins && !r.Brought {
			s.Fresh++
		}
		if !r.Brief() {
			s.Best = max(s.Best, r.Score.Points)
			s.Tries, s.First, s.Last = s.Tries+1, earlier(s.First, r.Ended), max(s.Last, r.Ended)
		}
	}
	s.Points += r.Score.Points
	s.Millis += r.Millis
}

// Average returns the average points of a result, or 0 if there are no results.
func (s Stat) Average() float64 { return float64(s.Points) / float64(max(s.Played, 1)) }
