package boardwalk

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
)

// TestSignsAgreeWithTheMoves plays the authors' games and random variations at random and
// compares the sign of each foundation with the legal moves. If the pile above is in the
// way, the foundation must be closed if no move ends there, and for its own card only if
// just that card can come; otherwise it must have no sign.
func TestSignsAgreeWithTheMoves(t *testing.T) {
	random := rand.New(rand.NewPCG(2, 4))
	games := All()
	for range 300 {
		g, err := New(Random(random))
		if err != nil {
			t.Fatal(err)
		}
		games = append(games, g)
	}
	seen := make(map[string]int)
	for i, g := range games {
		s := g.Deal(codeOf(i))
		for n := 0; n < 200; n++ {
			checkSigns(t, s.(*State), seen)
			moves := s.Moves()
			if len(moves) == 0 {
				break
			}
			s, _ = s.Play(enginetest.Pick(random, moves))
		}
	}
	for _, sign := range []string{"2 closed", "2 own", "2 none", "4 closed", "4 own", "4 none", "4 hand"} {
		if seen[sign] < 20 {
			t.Errorf("row %s was seen %d times", sign, seen[sign])
		}
	}
	t.Logf("seen: %v", seen)
}

func checkSigns(t *testing.T, s *State, seen map[string]int) {
	t.Helper()
	own, others := make(map[engine.Place]int), make(map[engine.Place]int)
	for _, m := range s.Moves() {
		if m.From == engine.At(m.To.Col(), m.To.Row()-1) {
			own[m.To]++
		} else {
			others[m.To]++
		}
	}
	for _, v := range s.Board().Piles {
		if v.Kind != engine.Foundation {
			continue
		}
		above := s.at(engine.At(v.At.Col(), v.At.Row()-1))
		shut := above.Top().IsUp() || v.At.Row() == 2 && above.Len() > 0
		var want engine.Mark
		sign := "none"
		switch {
		case !shut:
		case others[v.At] > 0:
			sign = "hand"
		case own[v.At] > 0:
			want, sign = engine.OwnOnly, "own"
		default:
			want, sign = engine.Closed, "closed"
		}
		if got := v.Marks & (engine.Closed | engine.OwnOnly); got != want {
			t.Fatalf("%+v: %s has the marks %b, want %b:\n%s", s.game.Variation, v.At, got, want, enginetest.Board(s))
		}
		seen[fmt.Sprintf("%d %s", v.At.Row(), sign)]++
	}
}
