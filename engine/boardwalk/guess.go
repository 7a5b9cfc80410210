package boardwalk

import (
	"math/rand/v2"

	"boardwalk/engine"
)

// Guess implements [engine.Guesser]: no play makes a face-down card known, so
// any of them may lie anywhere that one lies.
func (s *State) Guess(random *rand.Rand) engine.State {
	next := s.clone()
	engine.Redeal(next.piles, random)
	return next
}
