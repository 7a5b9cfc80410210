package thoughtful

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/compact"
)

// late returns positions near the end of games that went well until then: each is a deal with
// the line of moves that the solver found, played up to some point and a few moves astray.
func late(random *rand.Rand, deals, each int, test func(p compact.Position, stock []int8)) {
	for range deals {
		start, order := compact.NewDeal(random)
		line := Solve(context.Background(), start, order, engine.Question{Goal: engine.GoalWin}).Line
		for range each {
			p, stock := start, order
			play := func(m compact.Move) {
				dealt := int8(compact.None)
				if m == compact.Deal {
					dealt, stock = stock[len(stock)-1], stock[:len(stock)-1]
				}
				p.Play(m, dealt)
			}
			from := 1 + random.IntN(5)
			for i := 0; len(stock) > from; i++ {
				moves := p.Moves()
				play(moves[slices.IndexFunc(moves, func(m compact.Move) bool { return p.Word(m) == line[i] })])
			}
			for range random.IntN(4) {
				if moves := p.Moves(); len(moves) > 0 {
					play(moves[random.IntN(len(moves))])
				}
			}
			test(p, stock)
		}
	}
}

const exhaustMost = 5000

// exhaust returns the most points of any line, by trying all. It gives up after many positions.
func exhaust(p compact.Position, stock []int8, seen map[compact.Position]bool) (most int) {
	if seen[p] || len(seen) > exhaustMost {
		return 0
	}
	seen[p] = true
	most = int(p.Points)
	for _, m := range p.Moves() {
		next, rest, dealt := p, stock, int8(compact.None)
		if m == compact.Deal {
			dealt, rest = stock[len(stock)-1], stock[:len(stock)-1]
		}
		next.Play(m, dealt)
		most = max(most, exhaust(next, rest, seen))
	}
	return most
}

func TestAgainstExhaustion(t *testing.T) {
	verdicts := make(map[engine.Verdict]int)
	late(rand.New(rand.NewPCG(3, 4)), 5, 70, func(p compact.Position, stock []int8) {
		seen := make(map[compact.Position]bool)
		most := exhaust(p, stock, seen)
		if len(seen) > exhaustMost {
			return
		}
		got := Solve(context.Background(), p, stock, engine.Question{Goal: engine.GoalPoints})
		want := engine.VerdictLost
		if most == int(p.Most) {
			want = engine.VerdictWon
		}
		if got.Verdict != want || got.Points != most || !got.Most {
			t.Fatalf("%+v, stock %v: got %s with %d points (most: %t), want %s with %d", p, stock, got.Verdict, got.Points, got.Most, want, most)
		}
		verdicts[want]++
	})
	if verdicts[engine.VerdictWon] < 20 || verdicts[engine.VerdictLost] < 20 {
		t.Errorf("the positions are %v: too much alike", verdicts)
	}
}
