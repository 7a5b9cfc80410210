package player

import (
	"math"
	"math/rand/v2"

	"boardwalk/engine/hopscotch/compact"
)

// A Game is how a policy played a deal with chance, for those who train it.
type Game struct {
	End       compact.Position
	Decisions []Decision
	features  []uint16
}

// A Decision is a choice among reserves.
type Decision struct {
	Chances []float64 // of each reserve to be chosen
	Chosen  int
	ends    []int // of the features of each reserve
	game    *Game
}

// Features returns the features of laying the card onto the i-th reserve of the choice. A
// feature that counts twice is there twice.
func (d *Decision) Features(i int) []uint16 { return d.game.features[d.ends[i]:d.ends[i+1]] }

// Sample plays p to its end, as [Policy.Choose] would but with chance: a reserve of weight w
// is chosen with a chance in proportion to the exponential of w. The stock comes in the order
// given, its last card first.
func (y *Policy) Sample(p compact.Position, stock []int8, random *rand.Rand) *Game {
	g := &Game{}
	var v view
	for {
		settle(&p)
		if p.Waste != compact.None {
			v.at(&p)
			p.Keep(y.sample(g, &v, random))
		}
		if len(stock) == 0 {
			g.End = p
			return g
		}
		p.Deal(stock[len(stock)-1])
		stock = stock[:len(stock)-1]
	}
}

// sample chooses a reserve, and notes the decision if there is one.
func (y *Policy) sample(g *Game, v *view, random *rand.Rand) int {
	d := Decision{ends: []int{len(g.features)}, game: g}
	var to []int
	blank, most := false, math.Inf(-1)
	for i := range v.p.Reserves() {
		if v.p.Piles[i].Len() == 0 {
			if blank {
				continue // empty reserves are alike
			}
			blank = true
		}
		start := len(g.features)
		g.features = v.features(g.features, i)
		sum := 0.0
		for _, f := range g.features[start:] {
			sum += float64(y.Weights[f])
		}
		most = max(most, sum)
		to, d.Chances, d.ends = append(to, i), append(d.Chances, sum), append(d.ends, len(g.features))
	}
	if len(to) == 1 {
		g.features = g.features[:d.ends[0]]
		return to[0]
	}
	all := 0.0
	for i, c := range d.Chances {
		d.Chances[i] = math.Exp(c - most)
		all += d.Chances[i]
	}
	luck := random.Float64() * all
	for i := range d.Chances {
		if luck -= d.Chances[i]; luck < 0 {
			d.Chosen = i
			break
		}
	}
	for i := range d.Chances {
		d.Chances[i] /= all
	}
	g.Decisions = append(g.Decisions, d)
	return to[d.Chosen]
}

// ByHand returns a policy that was set by hand, for training to begin with: cards that leave
// soon are not to be locked in, and runs of a ladder are good.
func ByHand() *Policy {
	y := new(Policy)
	for c := range keys {
		y.Weights[emptyKey+c] = -1.4 + .3*float32(c)
		y.Weights[relation+leads*keys+c] = 3.6
		y.Weights[relation+leadsOther*keys+c] = 3.6
		y.Weights[relation+same*keys+c] = 2.5
		for x := range c {
			over := float32(c - x)
			for s := range spares {
				y.Weights[underKeys+(c*keys+x)*spares+s] = -.8 - .13*over
				y.Weights[topKeys+(c*keys+x)*spares+s] = -.8 - .45*over
			}
		}
	}
	return y
}
