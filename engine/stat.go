package engine

// A Stat sums up results. The zero Stat sums up none.
type Stat struct {
	Played  int
	Won     int
	Perfect int
	Best    int   // most points of a result
	Points  int   // of all results together
	Millis  int64 // time at the table, in milliseconds
	Streak  int   // counted wins in a row, up to the newest counted result
	Longest int   // most counted wins in a row

	run  int  // counted wins in a row since the result added last
	lost bool // a counted loss was added, which ended the streak of now
}

// Add adds a result that is no newer than those added before: a history is read
// from its newest end. Streaks take counted results alone; others neither
// lengthen nor break them.
func (s *Stat) Add(r Result) {
	s.count(r)
	switch {
	case r.Class != Counted:
		return
	case !r.Score.Won:
		s.run, s.lost = 0, true
		return
	}
	s.run++
	s.Longest = max(s.Longest, s.run)
	if !s.lost {
		s.Streak = s.run
	}
}

// AddNewer adds a result that is newer than those added before, and is not mixed
// with Add.
func (s *Stat) AddNewer(r Result) {
	s.count(r)
	switch {
	case r.Class != Counted:
	case r.Score.Won:
		s.Streak++
		s.Longest = max(s.Longest, s.Streak)
	default:
		s.Streak = 0
	}
}

// count adds what does not depend on the order of results.
func (s *Stat) count(r Result) {
	s.Played++
	if r.Score.Won {
		s.Won++
	}
	if r.Score.Perfect {
		s.Perfect++
	}
	s.Best = max(s.Best, r.Score.Points)
	s.Points += r.Score.Points
	s.Millis += r.Millis
}

// Average is the points of a result on average, 0 of none.
func (s Stat) Average() float64 { return float64(s.Points) / float64(max(s.Played, 1)) }
