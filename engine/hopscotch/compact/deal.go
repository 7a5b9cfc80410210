package compact

import "math/rand/v2"

// NewDeal returns a deal of the classic game, and its stock in the order in which it comes: the last card first.
func NewDeal(random *rand.Rand) (p Position, stock []int8) {
	p = Position{Rules: Classic, Waste: None, Left: Classic.Most, Again: Classic.Redeals}
	for rank := range Classic.Ranks {
		p.Unseen[rank] = Classic.Ladders
	}
	for k := range Classic.Ladders {
		p.Unseen[Classic.ladder[k][0]]-- // a foundation begins with it
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
