package hopscotch

import (
	"boardwalk/engine"
	"boardwalk/engine/hopscotch/compact"
)

// compact returns the position by rank, and the cards of the stock in their order: the last
// comes first.
func (s *state) compact() (p compact.Position, order []int8) {
	p = compact.Position{Rules: s.ladders, Waste: compact.None, Points: int8(s.Score().Points), Again: int8(s.redeals)}
	if s.at[waste].Len() > 0 {
		p.Waste = int8(s.at[waste].Top().Rank())
	}
	for k := range s.Foundations {
		p.Rungs[k] = int8(s.rung(foundations + pileIndex(k)))
	}
	for i := range p.Reserves() {
		for _, c := range s.at[s.reserve(i)].Cards() {
			p.Piles[i].Push(int8(c.Rank()))
		}
	}
	for _, c := range s.at[stock].Cards() {
		p.Unseen[c.Rank()]++
		p.Left++
		order = append(order, int8(c.Rank()))
	}
	return p, order
}

// fromMove returns a legal move as one of a compact position.
func (s *state) fromMove(m engine.Move) compact.Move {
	switch {
	case m != s.deal():
		return compact.Move{From: int8(s.table.Find(m.From)), To: int8(s.table.Find(m.To))}
	case s.at[stock].Len() == 0:
		return compact.Redeal
	}
	return compact.Deal
}
