package hopscotch

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/enginetest"
	"boardwalk/engine/hopscotch/compact"
)

// TestCompactIsTheSameGame plays at random, and compares the compact position with the state
// in its moves and after each of them.
func TestCompactIsTheSameGame(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 200 {
		g := New()
		if i%2 > 0 {
			g, _ = Family().Random(random).Game("Mine")
		}
		s := g.Deal(engine.Code(fmt.Sprint("COMPACT", i))).(*state)
		p, order := s.compact()
		for !s.Over() {
			legal := s.Moves()
			var got []engine.Move
			for _, m := range p.Moves() {
				got = append(got, p.Word(m))
				if s.fromMove(p.Word(m)) != m {
					t.Fatalf("%v becomes %v", m, s.fromMove(p.Word(m)))
				}
			}
			slices.SortFunc(got, engine.Move.Compare)
			if !slices.Equal(got, legal) {
				t.Fatalf("%v: got %v, want %v", s.Position(), got, legal)
			}
			m := enginetest.Pick(random, legal)
			dealt := int8(compact.None)
			if s.fromMove(m) == compact.Deal {
				dealt = order[len(order)-1]
			}
			p.Play(s.fromMove(m), dealt)
			next, err := s.Play(m)
			if err != nil {
				t.Fatal(err)
			}
			s = next.(*state)
			var want compact.Position
			if want, order = s.compact(); p != want {
				t.Fatalf("after %s: got %+v, want %+v", m, p, want)
			}
			if len(p.Moves()) == 0 != s.Over() {
				t.Fatalf("%v: over is %t", s.Position(), s.Over())
			}
		}
	}
}
