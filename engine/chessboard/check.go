package chessboard

import (
	"fmt"
	"slices"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/piles"
)

// A refusal is the code of the rule that forbids a move; "" means that the move is legal.
type refusal string

const (
	syntax        refusal = engine.CodeSyntax
	noSuchPlace   refusal = engine.CodeNoSuchPlace
	emptySource   refusal = "empty-source"
	onFoundation  refusal = "on-foundation"
	noDestination refusal = "no-destination"
	samePlace     refusal = "same-place"
	wrongBase     refusal = "wrong-base"
	complete      refusal = "complete"
	wrongSuit     refusal = "wrong-suit"
	wrongRank     refusal = "wrong-rank"
	notAdjacent   refusal = "not-adjacent"
	tooManyPlaces refusal = "too-many-places"
)

// check judges a move; no other code knows the rules. Once all its places are known to
// exist, check reads the move from left to right, so an incomplete move is refused for
// the first thing wrong with it.
func (s *state) check(m engine.Move) refusal {
	if code := table.CheckForm(m); code != "" {
		return refusal(code)
	}
	from := table.Find(m.From)
	switch {
	case s.piles[from].Len() == 0:
		return emptySource
	case from.isFoundation():
		return onFoundation
	case m.To.IsZero():
		return noDestination
	case m.To == m.From:
		return samePlace
	}
	if r := s.checkTo(s.piles[from].Top(), table.Find(m.To)); r != "" {
		return r
	}
	if !m.Return.IsZero() {
		return tooManyPlaces
	}
	return ""
}

// checkTo judges the destination of a pile's top card.
func (s *state) checkTo(card engine.Card, to pileIndex) refusal {
	onto := s.piles[to].Top()
	if onto == engine.NoCard {
		base, ok := s.base()
		if to.isFoundation() && ok && card.Rank() != base {
			return wrongBase
		}
		return ""
	}
	next := rankAbove(onto.Rank(), 1) == card.Rank()
	switch {
	case to.isFoundation() && s.piles[to].Len() == suitSize:
		return complete
	case card.Suit() != onto.Suit():
		return wrongSuit
	case to.isFoundation() && !next:
		return wrongRank
	case !next && rankAbove(card.Rank(), 1) != onto.Rank():
		return notAdjacent
	}
	return ""
}

// why returns the sentence for a move that check refused with r.
func (s *state) why(m engine.Move, r refusal) string {
	from, to := table.Find(m.From), table.Find(m.To)
	card, onto := s.glyph(from), s.glyph(to)
	switch r {
	case noSuchPlace:
		return fmt.Sprintf("There is no %s: the table has the piles a1 to a5 and c1 to c5 and the foundations b1 to b4.", table.Unknown(m))
	case emptySource:
		return fmt.Sprintf("%s has no card.", from)
	case onFoundation:
		return fmt.Sprintf("The %s cannot leave %s: cards on foundations stay there.", card, from)
	case noDestination:
		return s.whyNoDestination(m.From)
	case samePlace:
		return fmt.Sprintf("The %s is on %s already.", card, from)
	case wrongBase:
		base, _ := s.base()
		return fmt.Sprintf("The %s cannot begin %s: all foundations begin with the base rank, %s.", card, to, base)
	case complete:
		return fmt.Sprintf("The %s cannot go to %s: it is complete.", card, to)
	case wrongSuit:
		if to.isFoundation() {
			return fmt.Sprintf("The %s cannot go to the foundation of the %s: foundations are built in suit.", card, onto)
		}
		return fmt.Sprintf("The %s cannot go to the %s: piles are built in suit.", card, onto)
	case wrongRank:
		return fmt.Sprintf("The %s cannot go to the foundation of the %s: foundations build one rank up, so it takes the %s next.",
			card, onto, s.next(to).Glyph())
	case notAdjacent:
		return fmt.Sprintf("The %s cannot go to the %s: piles build one rank up or down in suit.", card, onto)
	case tooManyPlaces:
		return fmt.Sprintf("The move of the %s ends at its destination: no card comes back in this game.", card)
	}
	return "A move is a source and a destination, such as a1c3."
}

// glyph returns the name that sentences give to the top card at p.
func (s *state) glyph(p pileIndex) string {
	if p == piles.None {
		return ""
	}
	return s.piles[p].Top().Glyph()
}

// whyNoDestination says where a card could go.
func (s *state) whyNoDestination(from engine.Place) string {
	card := s.glyph(table.Find(from))
	var open []string
	for to := range pileIndex(pileCount) {
		if s.check(engine.Move{From: from, To: table.Place(to)}) != "" {
			continue
		}
		name := "an empty pile"
		switch empty := s.piles[to].Len() == 0; {
		case !empty && to.isFoundation():
			name = "the foundation of the " + s.glyph(to)
		case !empty:
			name = "the " + s.glyph(to)
		case to.isFoundation():
			name = "an empty foundation"
		}
		if !slices.Contains(open, name) {
			open = append(open, name)
		}
	}
	if len(open) == 0 {
		return fmt.Sprintf("The %s has nowhere to go: no pile and no foundation takes it now.", card)
	}
	return fmt.Sprintf("The %s can go to %s: name one.", card, strings.Join(open, " or "))
}
