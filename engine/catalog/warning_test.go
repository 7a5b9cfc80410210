package catalog_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/catalog"
)

// A move that leaves none is warned of where another leaves some, in every game. Of a move that turns a
// card up nothing is told.
func TestWarning(t *testing.T) {
	const noMove = "No move is left after it."
	warned := map[string]int{}
	for _, game := range catalog.All() {
		for i := range 20 {
			random := rand.New(rand.NewPCG(uint64(i), 0))
			s := game.Deal(engine.Code(fmt.Sprint("T", i)))
			for moves := s.Moves(); len(moves) > 0 && !s.Over(); moves = s.Moves() {
				var ends, turnsUp []bool
				goesOn := false
				for _, m := range moves {
					next, err := s.Play(m)
					if err != nil {
						t.Fatal(err)
					}
					over := next.Over() && !engine.Final(next).Won
					turned := engine.Hidden(next) != engine.Hidden(s)
					ends, turnsUp = append(ends, over), append(turnsUp, turned)
					goesOn = goesOn || !over || turned
				}
				for i, m := range moves {
					want := ends[i] && goesOn && !turnsUp[i]
					got := engine.Warning(s, m)
					if want && got == "" || !want && strings.Contains(got, noMove) {
						t.Fatalf("%s: after %s the game ends: %t, and another goes on: %t; it warns %q", game.Info().ID, m, ends[i], goesOn, got)
					}
					if got == noMove {
						warned[game.Info().Family]++
					}
				}
				s, _ = s.Play(moves[random.IntN(len(moves))])
			}
		}
	}
	for _, family := range []string{"Boardwalk", "Other families"} {
		if warned[family] == 0 {
			t.Errorf("no move of %s is warned of", family)
		}
	}
}
