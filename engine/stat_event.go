package engine

// AddPlayed adds a result as Add does, but for one of an event. That stands on the board
// of its event alone: it is played, and maybe won, and is neither a best nor part of a
// streak.
func (s *Stat) AddPlayed(r Result) {
	if r.Event == "" {
		s.Add(r)
		return
	}
	best := s.Best
	s.count(r)
	s.Best = best
}
