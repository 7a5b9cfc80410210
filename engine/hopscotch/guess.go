package hopscotch

import (
	"math/rand/v2"

	"boardwalk/engine"
)

// Guess implements [engine.Guesser]: it shuffles the stock.
func (s *state) Guess(random *rand.Rand) engine.State {
	next := *s
	engine.Redeal(next.piles[:], random)
	return &next
}
