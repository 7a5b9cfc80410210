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
	wrongColour   refusal = "wrong-colour"
	wrongRank     refusal = "wrong-rank"
	notAdjacent   refusal = "not-adjacent"
	noFill        refusal = "no-fill"
	tooManyPlaces refusal = "too-many-places"
)

// check judges a move; no other code knows the rules. Once all its places are known to
// exist, check reads the move from left to right, so an incomplete move is refused for
// the first thing wrong with it.
func (s *state) check(m engine.Move) refusal {
	if code := s.game.table.CheckForm(m); code != "" {
		return refusal(code)
	}
	from := s.game.table.Find(m.From)
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
	if _, r := s.moving(from, s.game.table.Find(m.To)); r != "" {
		return r
	}
	if !m.Return.IsZero() {
		return tooManyPlaces
	}
	return ""
}

// moving returns how many cards a move from a pile to another takes, or why it takes none. That is the top card
// or, where sequences move and the top card does not fit, the fewest cards of its sequence that do.
func (s *state) moving(from, to pileIndex) (n int, r refusal) {
	pile := s.piles[from]
	r = s.checkTo(pile.Top(), to)
	if r == "" || s.game.rules.Build != Sequences || to.isFoundation() || s.piles[to].Len() == 0 {
		return 1, r
	}
	for n = 2; n <= pile.Len(); n++ {
		switch card := pile.At(pile.Len() - n); {
		case s.game.near[card]&setOf(pile.At(pile.Len()-n+1)) == 0:
			return 1, r
		case s.checkTo(card, to) == "":
			return n, ""
		}
	}
	return 1, r
}

// checkTo judges the destination of a card.
func (s *state) checkTo(card engine.Card, to pileIndex) refusal {
	onto := s.piles[to].Top()
	if to.isFoundation() {
		base, ok := s.base()
		switch {
		case onto == engine.NoCard && ok && card.Rank() != base:
			return wrongBase
		case onto == engine.NoCard:
			return ""
		case s.piles[to].Len() == s.game.rules.Ranks:
			return complete
		case card.Suit() != onto.Suit():
			return wrongSuit
		case card.Rank() != s.game.rankAbove(onto.Rank(), 1):
			return wrongRank
		}
		return ""
	}
	if onto == engine.NoCard {
		if !s.game.fills(card) {
			return noFill
		}
		return ""
	}
	if r := s.game.suits(card, onto); r != "" {
		return r
	}
	if !s.game.adjacent(card, onto) {
		return notAdjacent
	}
	return ""
}

// fills reports whether a card may go to an empty pile.
func (g *game) fills(card engine.Card) bool {
	return g.rules.Empty == AnyCard || g.rules.Empty == HighestCard && card.Rank() == g.rules.Highest()
}

// suits returns why the suits of two cards keep them from lying on each other in a pile, or "".
func (g *game) suits(card, onto engine.Card) refusal {
	switch {
	case g.rules.inSuit() && card.Suit() != onto.Suit():
		return wrongSuit
	case g.rules.Build == InColours && isRed(card) == isRed(onto):
		return wrongColour
	}
	return ""
}

func isRed(c engine.Card) bool { return c.Suit() == engine.Hearts || c.Suit() == engine.Diamonds }

// adjacent reports whether the ranks of two cards let them lie on each other in a pile.
func (g *game) adjacent(card, onto engine.Card) bool {
	low, high := min(card.Rank(), onto.Rank()), max(card.Rank(), onto.Rank())
	return high == low+1 || g.rules.Wrap && low == engine.Ace && high == g.rules.Highest()
}

// why returns the sentence for a move that check refused with r.
func (s *state) why(m engine.Move, r refusal) string {
	from, to := s.game.table.Find(m.From), s.game.table.Find(m.To)
	card, onto := s.glyph(from), s.glyph(to)
	switch r {
	case noSuchPlace:
		const places = "the table has the piles a1 to a%d and c1 to c%[2]d and the foundations b1 to b%d."
		return fmt.Sprintf("There is no %s: "+places, s.game.table.Unknown(m), s.game.rules.Rows, s.game.rules.Suits)
	case emptySource:
		return fmt.Sprintf("%s has no card.", m.From)
	case onFoundation:
		return fmt.Sprintf("The %s cannot leave %s: cards on foundations stay there.", card, m.From)
	case noDestination:
		return s.whyNoDestination(m.From)
	case samePlace:
		return fmt.Sprintf("The %s is on %s already.", card, m.From)
	case wrongBase:
		base, _ := s.base()
		return fmt.Sprintf("The %s cannot begin %s: all foundations begin with the base rank, %s.", card, m.To, base)
	case complete:
		return fmt.Sprintf("The %s cannot go to %s: it is complete.", card, m.To)
	case wrongSuit:
		if to.isFoundation() {
			return fmt.Sprintf("The %s cannot go to the foundation of the %s: foundations are built in suit.", card, onto)
		}
		return fmt.Sprintf("The %s cannot go to the %s: piles are built in suit.", card, onto)
	case wrongColour:
		return fmt.Sprintf("The %s cannot go to the %s: piles are built in alternate colours.", card, onto)
	case noFill:
		if s.game.fill == 0 {
			return fmt.Sprintf("The %s cannot go to %s: no card goes to an empty pile.", card, m.To)
		}
		highest := s.game.rules.Highest()
		return fmt.Sprintf("The %s cannot go to %s: an empty pile takes no rank but the %s.", card, m.To, highest)
	case wrongRank:
		return fmt.Sprintf("The %s cannot go to the foundation of the %s: foundations build one rank up, so it takes the %s next.",
			card, onto, s.next(to).Glyph())
	case notAdjacent:
		return fmt.Sprintf("The %s cannot go to the %s: piles build one rank up or down %s.", card, onto, s.game.rules.how())
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
	card := s.glyph(s.game.table.Find(from))
	var open []string
	for to := range pileIndex(pileCount) {
		if s.check(engine.Move{From: from, To: s.game.table.Place(to)}) != "" {
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
