package hopscotch

import (
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/compact"
)

// Why implements [engine.Explainer].
func (s *state) Why(m engine.Move) string {
	if s.check(m) != "" {
		return ""
	}
	if m == s.deal() {
		if s.at[stock].Len() == 0 {
			return "deals the reserves again, and no other move is left"
		}
		return "shows the next card, and no other move is better first"
	}
	from, to := s.table.Find(m.From), s.table.Find(m.To)
	if s.isFoundation(to) {
		return s.whyUp(from, to)
	}
	return s.whyKeep(to)
}

// whyUp says what it brings to raise the card at from to a foundation.
func (s *state) whyUp(from, to pileIndex) string {
	p := s.at[from]
	p = p.Pop()
	after, _ := s.Play(engine.Move{From: s.table.Place(from), To: s.table.Place(to)})
	next, open := after.(*state).next(to)
	switch {
	case !open:
		return fmt.Sprintf("closes %s", s.name(to))
	case s.isReserve(from) && p.Len() == 0:
		return fmt.Sprintf("empties %s", s.name(from))
	}
	for at := waste; at < s.piles(); at++ {
		if s.isFoundation(at) || after.(*state).at[at].Len() == 0 {
			continue
		}
		if top := after.(*state).at[at].Top(); top.Rank() == next {
			return fmt.Sprintf("lets the %s follow", top.Glyph())
		}
	}
	if s.isReserve(from) {
		return fmt.Sprintf("frees the %s below", p.Top().Glyph())
	}
	return fmt.Sprintf("lets %s take %s next", s.name(to), next.Plural())
}

// whyKeep says what speaks for laying the waste card onto a reserve.
func (s *state) whyKeep(to pileIndex) string {
	p, _ := s.compact()
	card, pile := s.at[waste].Top(), s.at[to]
	rank := int8(card.Rank())
	key, on := p.Key(rank)
	if pile.Len() == 0 {
		if p.Ends(rank) {
			return fmt.Sprintf("gives the %s, which leave last, a reserve of their own", card.Rank().Plural())
		}
		return "locks nothing in"
	}
	top := pile.Top()
	if top.Rank() == card.Rank() {
		return fmt.Sprintf("costs little: it lies on another %s", top.Rank())
	}
	for k := range s.Foundations {
		if d := p.Distance(k, rank); d < compact.Far && p.Distance(k, int8(top.Rank())) == d+1 {
			return fmt.Sprintf("lets %s take it and then the %s under it", s.name(foundations+pileIndex(k)), top.Glyph())
		}
	}
	// The card under it that is wanted first.
	soon := pile.At(0)
	for _, c := range pile.Cards() {
		if distance(&p, c) <= distance(&p, soon) {
			soon = c
		}
	}
	if int(key) < distance(&p, soon) {
		return fmt.Sprintf("locks nothing in: %s wants it %s, before all cards under it", s.name(foundations+pileIndex(on)), inCards(int(key)))
	}
	if n := p.Unseen[soon.Rank()]; n > 0 {
		return fmt.Sprintf("locks in the %s, but %s still to come", soon.Glyph(), more(int(n), soon.Rank()))
	}
	return ""
}

// distance returns how many cards some foundation has to take up to a card.
func distance(p *compact.Position, c engine.Card) int {
	key, _ := p.Key(int8(c.Rank()))
	return int(key)
}

// inCards says when a card at a distance leaves at the earliest.
func inCards(distance int) string {
	switch distance {
	case 1:
		return "next"
	case 2:
		return "after one other card"
	}
	return fmt.Sprintf("after %d other cards", distance-1)
}

// more returns "a Five is", or "2 Fives are".
func more(n int, r engine.Rank) string {
	if n == 1 {
		article := "a"
		if r == engine.Ace || r == engine.Eight {
			article = "an"
		}
		return fmt.Sprintf("%s %s is", article, r)
	}
	return fmt.Sprintf("%d %s are", n, r.Plural())
}
