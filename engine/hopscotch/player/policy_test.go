package player

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"boardwalk/engine/hopscotch/compact"
)

// TestTheBestHasTheBestFeatures compares the quick sums of best with the features that
// training sees.
func TestTheBestHasTheBestFeatures(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	y := House()
	choices := 0
	for range 50 {
		p, stock := compact.NewDeal(random)
		var v view
		for len(stock) > 0 {
			p.Deal(stock[len(stock)-1])
			stock = stock[:len(stock)-1]
			settle(&p)
			if p.Waste == compact.None {
				continue
			}
			v.at(&p)
			got, most := y.best(&v), math.Inf(-1)
			var sums [4]float64
			for i := range sums {
				for _, f := range v.features(nil, i) {
					sums[i] += float64(y.Weights[f])
				}
				most = max(most, sums[i])
			}
			if sums[got] < most-1e-4 {
				t.Fatalf("%+v: the best is %d, of %v", p, got, sums)
			}
			choices++
			p.Keep(random.IntN(4))
		}
	}
	if choices < 1000 {
		t.Errorf("%d choices are too few", choices)
	}
}

// TestSettleLooksAhead has a Four that two foundations take. Only by 1 it makes way for the
// Five below it.
func TestSettleLooksAhead(t *testing.T) {
	p := compact.Position{Rules: compact.Classic, Waste: compact.None}
	p.Rungs[0] = 2 // the Three
	p.Piles[2].Push(4)
	p.Piles[2].Push(3)
	m, ok := settle(&p)
	if want := (compact.Move{From: p.Reserve(2), To: p.Foundation(0)}); m != want || !ok || p.Rungs != [4]int8{4, 0, 0, 0} {
		t.Errorf("began with %v, and reached %v", m, p.Rungs)
	}
}

func TestEncode(t *testing.T) {
	data := House().Encode()
	if got, err := Decode(data); err != nil || *got != *House() {
		t.Errorf("decoding does not give back what was encoded: %v", err)
	}
	if _, err := Decode(data[1:]); err == nil {
		t.Error("a policy with a byte missing is no error")
	}
}

func TestAdviceWithoutMoves(t *testing.T) {
	if got := House().Advise(context.Background(), compact.Position{Rules: compact.Classic, Waste: compact.None}, 10, nil, rand.New(rand.NewPCG(1, 2))); len(got) != 0 {
		t.Errorf("got %v, want none", got)
	}
}
