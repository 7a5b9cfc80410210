package boardwalk

import (
	"math/rand/v2"

	"boardwalk/engine"
)

// Guess implements [engine.Guesser]. No play reveals a card that stays face down, so each
// face-down card may lie wherever one lies.
func (s *State) Guess(random *rand.Rand) engine.State {
	next := s.clone()
	engine.Redeal(next.piles, random)
	return next
}
