package tuitest

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk"
	"boardwalk/engine/catalog"
)

// Walk plays every game of the house and random variations at random and calls
// see with each move: the state that it comes from and the one that it leads to.
// They are some thousands, the same at each call.
func Walk(t testing.TB, see func(before, now engine.State)) {
	t.Helper()
	random := rand.New(rand.NewPCG(80, 24))
	var games []engine.Game
	for range 12 {
		games = append(games, catalog.All()...)
	}
	for range 200 {
		g, err := boardwalk.New(boardwalk.Random(random))
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	for i, g := range games {
		s := g.Deal(engine.Code(fmt.Sprintf("WALK%d", i)))
		for range 150 {
			moves := s.Moves()
			if len(moves) == 0 {
				break
			}
			next, err := s.Play(moves[random.IntN(len(moves))])
			if err != nil {
				t.Fatal(err)
			}
			see(s, next)
			s = next
		}
	}
}
