package race

import (
	"slices"

	"boardwalk/data"
	"boardwalk/engine/arcade"
)

// standings returns the current standings. The lock must be held.
func (r *race) standings() *arcade.Race {
	s := joined(r.stored)
	s.Begins, s.Late, s.Over = r.begins, r.late, r.over
	for i := range s.Racers {
		o := &s.Racers[i]
		if p, known := r.racers[o.ID]; known && !o.Through && !o.Gone {
			o.Score, o.Moves, o.Assisted, o.Played = p.Score, p.Moves, p.Assisted, true
			o.Table = p.Table
		} else if !o.Through && !r.over && r.stored.Missed(*o, r.now()) {
			o.Through = true
		}
	}
	order(s)
	return s
}

func raceOf(stored data.Race) *arcade.Race {
	r := joined(stored)
	order(r)
	return r
}

// joined returns a race as stored, with its racers in the order of joining.
func joined(stored data.Race) *arcade.Race {
	r := stored.Race
	r.Racers = slices.Clone(r.Racers)
	arcade.CallByName(r.Racers, func(o *arcade.Racer) *string { return &o.Nick }) // in the order of joining, which never changes
	return &r
}

// order sorts the racers of a race that was started. Equal racers stay in the order of joining.
func order(r *arcade.Race) {
	if r.Begins.IsZero() {
		return
	}
	slices.SortStableFunc(r.Racers, func(a, b arcade.Racer) int { return a.Rank().Compare(b.Rank()) })
}

// standing returns the standings of a stored race, with what its tables have reported if
// it is running.
func (rs *Registry) standing(stored data.Race) *arcade.Race {
	s := raceOf(stored)
	if r := rs.find(stored.Code); r != nil && !s.Over {
		me := s.Me
		r.mu.Lock()
		defer r.mu.Unlock()
		s = r.standings()
		s.Me = me
	}
	return s
}
