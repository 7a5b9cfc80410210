package chessboard

import (
	"math/bits"

	"boardwalk/engine"
)

// bases is a set of base ranks.
type bases uint16

// blocking holds, for each card in the piles, the base ranks with which it lies over a card
// of its suit that goes up earlier. Such a card must go out of the way first.
type blocking [cardCount]bases

func (l *layout) blocking() (b blocking) {
	var pile [maxRanks * maxSuits]engine.Card
	for _, c := range l.top {
		n := 0
		for ; c != engine.NoCard; c = l.under[c] {
			pile[n] = c
			n++
		}
		var below [maxSuits]bases // the ranks of each suit
		for ; n > 0; n-- {
			c := pile[n-1]
			s := c.Suit()
			b[c] = l.game.over(c.Rank(), below[s])
			below[s] |= 1 << c.Rank()
		}
	}
	return b
}

// over returns the base ranks with which a card lies over one of its suit that goes up earlier,
// given the ranks of its suit below it. Of these, the one that follows it last counts: with that
// as the base, or any from the card on to it, it goes up before the card.
func (g *game) over(r engine.Rank, below bases) bases {
	wrap, all := engine.Rank(g.rules.Ranks)-1-r, bases(1)<<g.rules.Ranks-1
	following := below>>(r+1) | below<<wrap&all
	reach := bases(1)<<bits.Len16(uint16(following)) - 1
	return (reach<<(r+1) | reach>>wrap) & all
}

// after returns the base ranks with which card lies over a card of its suit that goes up
// earlier, once it lies on the card onto.
func (b *blocking) after(l *layout, card, onto engine.Card) bases {
	switch {
	case onto == engine.NoCard:
		return 0
	case !l.game.rules.inSuit():
		var below bases
		for c := onto; c != engine.NoCard; c = l.under[c] {
			if c.Suit() == card.Suit() {
				below |= 1 << c.Rank()
			}
		}
		return l.game.over(card.Rank(), below)
	case onto == l.game.above[card]:
		return b[onto] | 1<<onto.Rank()
	}
	return (1<<l.game.rules.Ranks - 1) &^ (1 << card.Rank())
}

// bases returns the base ranks that a layout can have.
func (l *layout) bases() bases {
	if l.base != anyBase {
		return 1 << l.base
	}
	return 1<<l.game.rules.Ranks - 1
}

// counts holds for each base rank how many cards lie over an earlier one of their suit.
type counts [maxRanks]int8

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
