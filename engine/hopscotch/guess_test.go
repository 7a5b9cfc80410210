package hopscotch

import (
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
)

var _ engine.Guesser = (*state)(nil)

func TestGuessFindsEveryOrderOfTheStock(t *testing.T) {
	s := set(t, "a1 (7h) (8h) (9h)", "b1 4d", "c3 7s 6h")
	random, orders := rand.New(rand.NewPCG(8, 9)), make(map[engine.Pile]bool)
	for range 100 {
		orders[s.(*state).Guess(random).(*state).at[stock]] = true
	}
	if len(orders) != 6 {
		t.Errorf("got %d orders of three cards, want 6: %v", len(orders), orders)
	}
}
