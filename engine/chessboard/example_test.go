package chessboard_test

import (
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/chessboard"
)

// The first card on a foundation sets the base rank; a refused move says why.
func Example() {
	s := chessboard.New().Deal("WINGS")
	for _, word := range []string{"a1c1", "c5b1", "c4b2", "a2b1"} {
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
	fmt.Println(s.Board().Notes[0])
	// Output:
	// a1c1: 4♦ to c1: lies on 5♦.
	// c5b1: J♥ to b1: begins the foundation; the base rank is Jack.
	// c4b2: The 7♠ cannot begin b2: all foundations begin with the base rank, Jack.
	// a2b1: Q♥ to b1: joins the foundation.
	// Base rank: Jack
}
