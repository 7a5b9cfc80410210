package chessboard

import (
	"fmt"
	"strings"

	"boardwalk/engine"
)

// Why implements [engine.Explainer]. It names at most two things that the move does, the one
// that matters most first.
func (s *state) Why(m engine.Move) string {
	if s.check(m) != "" {
		return ""
	}
	from, to := s.game.table.Find(m.From), s.game.table.Find(m.To)
	next := s.after(m)
	var told []string
	for _, fact := range []string{
		s.scores(from, to),
		next.follows(from, to),
		next.uncovers(from),
		s.clears(from, to),
		s.sorts(from, to),
		next.digs(from),
	} {
		if fact != "" && len(told) < 2 {
			told = append(told, fact)
		}
	}
	if len(told) == 0 {
		return next.meets(from)
	}
	return strings.Join(told, ", and ")
}

// scores says what a move to a foundation does there.
func (s *state) scores(from, to pileIndex) string {
	if !to.isFoundation() {
		return ""
	}
	card := s.piles[from].Top()
	_, begun := s.base()
	switch {
	case !begun:
		return fmt.Sprintf("makes %s the base rank", card.Rank())
	case s.piles[to].Len() == 0:
		if s.Score().Points == 0 {
			return "begins the first foundation"
		}
		return "begins another foundation"
	case s.piles[to].Len() == s.game.rules.Ranks-1:
		return "completes a foundation"
	}
	return "scores"
}

// follows says which card a foundation takes now that another has gone there.
func (s *state) follows(from, to pileIndex) string {
	if !to.isFoundation() || s.piles[to].Len() == s.game.rules.Ranks {
		return ""
	}
	next := s.next(to)
	for p, pile := range s.piles[:foundations] {
		if pile.Top() == next && pileIndex(p) != from {
			return fmt.Sprintf("lets the %s follow", next.Glyph())
		}
	}
	return ""
}

// uncovers says that the card that is now on top can go to its foundation, or that the pile is
// now empty.
func (s *state) uncovers(from pileIndex) string {
	card := s.piles[from].Top()
	switch _, begun := s.base(); {
	case card == engine.NoCard:
		return "empties " + s.game.table.Place(from).String()
	case begun && setOf(card)&s.layout().wanted != 0:
		return fmt.Sprintf("frees the %s for its foundation", card.Glyph())
	}
	return ""
}

// clears says which card of its suit the top card of a pile no longer keeps from going up.
func (s *state) clears(from, to pileIndex) string {
	base, begun := s.base()
	if !begun || to.isFoundation() {
		return ""
	}
	l := s.layout()
	blocking := l.blocking()
	card := s.lowest(from, to)
	if blocking[card]>>base&1 == 0 || blocking.after(&l, card, l.top[to])>>base&1 != 0 {
		return ""
	}
	under := l.under[card]
	for under.Suit() != card.Suit() || s.game.order(base, under) > s.game.order(base, card) {
		under = l.under[under]
	}
	return fmt.Sprintf("takes the %s off the %s, which goes up before it", card.Glyph(), under.Glyph())
}

// order returns how many cards of its suit go up before a card.
func (g *game) order(base engine.Rank, c engine.Card) engine.Rank {
	return g.rankAbove(c.Rank(), g.rules.Ranks-int(base))
}

// sorts says that a card comes to lie on the one that goes up after it.
func (s *state) sorts(from, to pileIndex) string {
	card, onto := s.lowest(from, to), s.piles[to].Top()
	base, begun := s.base()
	if to.isFoundation() || onto != s.game.above[card] || begun && onto.Rank() == base {
		return ""
	}
	return "keeps both in the order in which they go up"
}

// digs says which card that a foundation takes next has fewer cards on it now.
func (s *state) digs(from pileIndex) string {
	l := s.layout()
	if l.base == anyBase || l.top[from] == engine.NoCard {
		return ""
	}
	over := 1
	for c := l.under[l.top[from]]; c != engine.NoCard; c, over = l.under[c], over+1 {
		if setOf(c)&l.wanted == 0 {
			continue
		}
		if over == 1 {
			return fmt.Sprintf("leaves one card on the %s", c.Glyph())
		}
		return fmt.Sprintf("digs for the %s, under %d more cards", c.Glyph(), over)
	}
	return ""
}

// meets says what the new top card of a pile can lie on, or under.
func (s *state) meets(from pileIndex) string {
	l := s.layout()
	card := l.top[from]
	if card == engine.NoCard {
		return ""
	}
	for _, c := range l.top {
		if setOf(c)&s.game.near[card] != 0 {
			return fmt.Sprintf("uncovers the %s, which fits the %s", card.Glyph(), c.Glyph())
		}
	}
	return fmt.Sprintf("uncovers the %s", card.Glyph())
}
