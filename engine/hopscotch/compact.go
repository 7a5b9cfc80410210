package hopscotch

import (
	"boardwalk/engine"
	"boardwalk/engine/hopscotch/compact"
)

// compact returns the position by rank, and the cards of the stock in their order: the last
// comes first.
func (s *state) compact() (p compact.Position, order []int8) {
	p.Waste = compact.None
	if s.piles[waste].Len() > 0 {
		p.Waste = int8(s.piles[waste].Top().Rank())
	}
	p.Points = int8(s.Score().Points)
	for k := range compact.Ladders {
		p.Rungs[k] = int8(compact.Rung(k, int8(s.piles[by1+pileIndex(k)].Top().Rank())))
		for _, c := range s.piles[first+pileIndex(k)].Cards() {
			p.Reserves[k].Push(int8(c.Rank()))
		}
	}
	for _, c := range s.piles[stock].Cards() {
		p.Unseen[c.Rank()]++
		p.Left++
		order = append(order, int8(c.Rank()))
	}
	return p, order
}

// fromMove returns a legal move as one of a compact position.
func fromMove(m engine.Move) compact.Move {
	if m == deal {
		return compact.Deal
	}
	return compact.Move{From: int8(table.Find(m.From)), To: int8(table.Find(m.To))}
}
