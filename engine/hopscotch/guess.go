package hopscotch

import (
	"math/rand/v2"

	"boardwalk/engine"
)

// Guess implements [engine.Guesser]: the stock in another order.
func (s *state) Guess(random *rand.Rand) engine.State {
	next := *s
	engine.Redeal(next.piles[:], random)
	return &next
}
