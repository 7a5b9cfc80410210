package tuitest

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

var walks = flag.Int("walks", 50, "how many random variations of each family Walk plays")

// Walk plays every game of the arcade and random variations of every family at random. For each move it
// calls see with the state before the move and the state after it. There are some
// thousands of moves, the same at each call.
func Walk(t testing.TB, see func(before, now engine.State)) {
	t.Helper()
	random := rand.New(rand.NewPCG(80, 24))
	var games engine.Catalog
	for range 12 {
		games = append(games, catalog.All()...)
	}
	for _, f := range catalog.Library().Families {
		for range *walks {
			d := f.Random(random)
			g, err := d.Game(d.Title())
			if err != nil {
				t.Fatal(err)
			}
			games = append(games, g)
		}
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
