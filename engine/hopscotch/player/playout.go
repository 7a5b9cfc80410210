package player

import "boardwalk/engine/hopscotch/compact"

// settle moves to the foundations whatever they take, until they take nothing. The waste
// goes first, and a lower foundation first.
func settle(p *compact.Position) {
	for moved := true; moved; {
		moved = false
		for k := range compact.Ladders {
			for next := p.Next(k); next != compact.None; next = p.Next(k) {
				if p.Waste == next {
					p.Raise(k)
				} else if i := holder(p, next); i >= 0 {
					p.Release(i, k)
				} else {
					break
				}
				moved = true
			}
		}
	}
}

// holder returns a reserve with a card of rank r on top, or -1.
func holder(p *compact.Position, r int8) int {
	for i := range p.Reserves {
		if p.Reserves[i].Top() == r {
			return i
		}
	}
	return -1
}

// playOut plays p to its end. The stock comes in the order given, its last card first.
func (y *Policy) playOut(p *compact.Position, stock []int8, v *view) {
	for {
		settle(p)
		if p.Waste != compact.None {
			v.at(p)
			p.Keep(y.best(v))
		}
		if len(stock) == 0 {
			return
		}
		p.Deal(stock[len(stock)-1])
		stock = stock[:len(stock)-1]
	}
}
