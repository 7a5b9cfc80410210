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
	// a1c1: Move 4♦ from pile a1 onto the 5♦ of pile c1.
	// c5b1: Start the first foundation with J♥ from pile c5: the base rank will be Jack.
	// c4b2: The 7♠ cannot start the second foundation: the base rank is Jack, and all foundations start with it.
	// a2b1: Move Q♥ from pile a2 to its foundation, onto the J♥.
	// Base rank: Jack
}
