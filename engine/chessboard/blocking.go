package chessboard

import (
	"math/bits"

	"boardwalk/engine"
)

// bases is a set of base ranks.
type bases uint16

const allBases bases = 1<<suitSize - 1

// blocking holds, for each card in the piles, the base ranks with which it lies over a card
// of its suit that goes up earlier. Such a card must go out of the way first.
type blocking [cardCount]bases

func (l *layout) blocking() (b blocking) {
	var pile [deckSize]engine.Card
	for _, c := range l.top {
		n := 0
		for ; c != engine.NoCard; c = l.under[c] {
			pile[n] = c
			n++
		}
		var below [4]bases // the ranks of each suit
		for ; n > 0; n-- {
			c := pile[n-1]
			r, s := c.Rank(), c.Suit()
			// Of the cards below, the one that follows c last counts: with that as the base,
			// or any from c on to it, it goes up before c.
			following := below[s]>>(r+1) | below[s]<<(suitSize-1-r)&allBases
			reach := bases(1)<<bits.Len16(uint16(following)) - 1
			b[c] = (reach<<(r+1) | reach>>(suitSize-1-r)) & allBases
			below[s] |= 1 << r
		}
	}
	return b
}

// after returns the base ranks with which card lies over a card of its suit that goes up
// earlier, once it lies on the card onto.
func (b *blocking) after(card, onto engine.Card) bases {
	switch onto {
	case engine.NoCard:
		return 0
	case above[card]:
		return b[onto] | 1<<onto.Rank()
	}
	return allBases &^ (1 << card.Rank())
}

// counts holds for each base rank how many cards lie over an earlier one of their suit.
type counts [suitSize]int8

// counts returns the counts for some of the base ranks.
func (b *blocking) counts(of bases) (c counts) {
	for _, in := range b {
		c.add(in&of, 1)
	}
	return c
}

// add adds n to the counts of some base ranks.
func (c *counts) add(to bases, n int8) {
	for ; to != 0; to &= to - 1 {
		c[bits.TrailingZeros16(uint16(to))] += n
	}
}
