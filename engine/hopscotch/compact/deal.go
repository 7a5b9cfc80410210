package compact

import "math/rand/v2"

// NewDeal returns a deal, and its stock in the order in which it comes: the last card first.
func NewDeal(r *Rules, random *rand.Rand) (p Position, stock []int8) {
	p = Position{Rules: r, Waste: None, Left: r.Most, Again: r.Redeals}
	for rank := range r.Ranks {
		p.Unseen[rank] = r.Ladders
	}
	for k := range r.Ladders {
		if !r.Laid {
			p.Rungs[k] = -1
			continue
		}
		p.Unseen[r.ladder[k][0]]-- // a foundation begins with it
	}
	stock = p.Stock()
	Shuffle(stock, random)
	return p, stock
}

// Stock returns the cards of the stock, sorted.
func (p *Position) Stock() []int8 {
	stock := make([]int8, 0, p.Left)
	for r, n := range p.Unseen {
		for range n {
			stock = append(stock, int8(r))
		}
	}
	return stock
}

// Shuffle puts a stock in a random order.
func Shuffle(stock []int8, random *rand.Rand) {
	for i := len(stock) - 1; i > 0; i-- {
		j := int(random.Uint32N(uint32(i + 1)))
		stock[i], stock[j] = stock[j], stock[i]
	}
}
