package thoughtful

import (
	"context"
	"math/rand/v2"
	"slices"
	"testing"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/compact"
)

// stock returns the order of the stock that an open plan found, as a stock.
func (q *plan) stock() []int8 {
	var stock []int
	for c := q.loose; c < len(q.cards); c++ {
		stock = append(stock, c)
	}
	slices.SortFunc(stock, func(a, b int) int {
		if q.holds(q.leaves(a, b)) {
			return 1
		}
		return -1
	})
	var order []int8
	for _, c := range stock {
		order = append(order, q.cards[c].rank)
	}
	return order
}

// TestHopeless takes positions of games that were played carelessly. Of those that are called
// hopeless, no guess at the stock can be won; for the others, the plan has an order of the
// stock that can be.
func TestHopeless(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	ctx := context.Background()
	hopeless, open := 0, 0
	for range 30 {
		p, stock := compact.NewDeal(random)
		for left := 2 + random.IntN(40); len(stock) > left || random.IntN(3) > 0; {
			moves := p.Moves()
			if len(moves) == 0 {
				break
			}
			m := moves[random.IntN(len(moves))]
			if p.Up(moves[0]) && random.IntN(4) > 0 {
				m = moves[0]
			}
			dealt := int8(compact.None)
			if m == compact.Deal {
				dealt, stock = stock[len(stock)-1], stock[:len(stock)-1]
			}
			p.Play(m, dealt)
		}
		if Hopeless(ctx, p, 1e5) {
			hopeless++
			for range 3 {
				compact.Shuffle(stock, random)
				if got := Solve(ctx, p, stock, engine.Question{Goal: engine.GoalWin}); got.Verdict != engine.VerdictLost {
					t.Fatalf("%+v is not hopeless: with stock %v it is %s", p, stock, got.Verdict)
				}
			}
			continue
		}
		open++
		q := newOpenPlan(&p)
		q.encode(0)
		q.f.Solve(ctx, 1e6)
		if got := Solve(ctx, p, q.stock(), engine.Question{Goal: engine.GoalWin}); got.Verdict != engine.VerdictWon {
			t.Fatalf("%+v is hopeless: with stock %v it is %s", p, q.stock(), got.Verdict)
		}
	}
	if hopeless < 5 || open < 5 {
		t.Errorf("%d positions are hopeless, %d are not: too much alike", hopeless, open)
	}
}
