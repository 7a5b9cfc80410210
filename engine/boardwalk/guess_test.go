package boardwalk

import (
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
)

var _ engine.Guesser = (*State)(nil)

// TestGuessReachesEveryHiddenPlace checks that each card that lies face down in a deal is
// guessed, sooner or later, at each place of a face-down card.
func TestGuessReachesEveryHiddenPlace(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 9))
	for _, g := range All() {
		s := g.Deal("GUESS").(*State)
		want, seen := 0, make(map[[3]int]bool)
		for range 2000 {
			want = 0
			for i, p := range s.Guess(random).(*State).piles {
				for j, c := range p.Cards() {
					if c.IsDown() {
						want++
						seen[[3]int{i, j, int(c)}] = true
					}
				}
			}
		}
		if got := len(seen); got != want*want {
			t.Errorf("%s: %d cards are guessed at %d places in all, want %d", g.Info().Name, want, got, want*want)
		}
	}
}
