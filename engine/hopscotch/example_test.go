package hopscotch_test

import (
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch"
)

// A game begins with a deal from the stock; then the waste card is played, and
// a refused move says why.
func Example() {
	s := hopscotch.New().Deal("LADDER")
	for _, word := range []string{"a1", "b1a2", "b1a3", "a1", "b1d2"} {
		m, err := engine.ParseMove(word)
		if err != nil {
			panic(err)
		}
		next, err := s.Play(m)
		if err != nil {
			fmt.Println(err)
			continue
		}
		fmt.Printf("%s: %s\n", m, s.Describe(m))
		s = next
	}
	fmt.Println(s.Score().Points, "point")
	// Output:
	// a1: Stock to b1: deals the next card.
	// b1a2: The 9♠ cannot go to a2: counting up by 1 from the A♣, it takes Twos next.
	// b1a3: 9♠ to a3: fills the empty reserve.
	// a1: Stock to b1: deals the next card.
	// b1d2: 8♦ to d2: joins the foundation by 4.
	// 1 point
}
