package hopscotch

import (
	"fmt"
	"strings"

	"boardwalk/engine"
	"boardwalk/engine/piles"
)

// A refusal is the code of the rule that forbids a move; "" means that the move is legal.
type refusal string

const (
	syntax           refusal = engine.CodeSyntax
	noSuchPlace      refusal = engine.CodeNoSuchPlace
	emptySource      refusal = "empty-source"
	wasteFull        refusal = "waste-full"
	onFoundation     refusal = "on-foundation"
	noDestination    refusal = "no-destination"
	samePlace        refusal = "same-place"
	notADestination  refusal = "not-a-destination"
	reserveToReserve refusal = "reserve-to-reserve"
	closed           refusal = "closed"
	wrongRank        refusal = "wrong-rank"
	tooManyPlaces    refusal = "too-many-places"
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
	case from == stock && s.piles[waste].Len() > 0:
		return wasteFull
	case from == stock && m != deal:
		return tooManyPlaces
	case from == stock:
		return ""
	case m.To.IsZero():
		return noDestination
	}
	if r := s.checkTo(from, table.Find(m.To)); r != "" {
		return r
	}
	if !m.Return.IsZero() {
		return tooManyPlaces
	}
	return ""
}

// checkTo judges the destination of a card from the waste or a reserve.
func (s *state) checkTo(from, to pileIndex) refusal {
	switch {
	case to == from:
		return samePlace
	case to == stock || to == waste:
		return notADestination
	case to.isReserve() && from.isReserve():
		return reserveToReserve
	case to.isReserve():
		return ""
	}
	next, open := s.next(to)
	switch {
	case !open:
		return closed
	case s.piles[from].Top().Rank() != next:
		return wrongRank
	}
	return ""
}

// why returns the sentence for a move that check refused with r.
func (s *state) why(m engine.Move, r refusal) string {
	from, to := table.Find(m.From), table.Find(m.To)
	card := s.glyph(from)
	switch r {
	case noSuchPlace:
		return fmt.Sprintf("There is no %s: the table has the stock a1, the waste b1, the foundations a2 to d2 and the reserves a3 to d3.", table.Unknown(m))
	case emptySource:
		return s.whyEmpty(from)
	case wasteFull:
		return fmt.Sprintf("The waste holds one card: play the %s before you deal the next.", s.glyph(waste))
	case onFoundation:
		return fmt.Sprintf("The %s cannot leave %s: cards on foundations stay there.", card, from)
	case noDestination:
		return s.whyNoDestination(from)
	case samePlace:
		return fmt.Sprintf("The %s is on %s already.", card, from)
	case notADestination:
		if to == stock {
			return fmt.Sprintf("The %s cannot go to the stock: no card goes back there.", card)
		}
		return fmt.Sprintf("The %s cannot go to the waste: only the stock deals there.", card)
	case reserveToReserve:
		return fmt.Sprintf("The %s cannot go to %s: a card of a reserve can only go to a foundation.", card, to)
	case closed:
		return fmt.Sprintf("The %s cannot go to %s: the %s has closed it.", card, to, s.glyph(to))
	case wrongRank:
		next, _ := s.next(to)
		return fmt.Sprintf("The %s cannot go to %s: counting up by %d from the %s, it takes %s next.",
			card, to, by(to), s.glyph(to), next.Plural())
	case tooManyPlaces:
		if from == stock {
			return "To deal, name a1 alone: the card always goes to the waste."
		}
		return fmt.Sprintf("The move of the %s ends at its destination: no card comes back in this game.", card)
	}
	return "A move is a source and a destination, such as b1a3, or a1 to deal."
}

// glyph returns the name that sentences give to the top card at p.
func (s *state) glyph(p pileIndex) string {
	if p == piles.None {
		return ""
	}
	return s.piles[p].Top().Glyph()
}

func (s *state) whyEmpty(from pileIndex) string {
	switch {
	case from == stock:
		return "The stock is empty: it is dealt only once."
	case from == waste && s.piles[stock].Len() > 0:
		return "The waste is empty: deal a card from the stock first."
	}
	return fmt.Sprintf("%s has no card.", from)
}

// whyNoDestination says where a card could go.
func (s *state) whyNoDestination(from pileIndex) string {
	var open []string
	for to := by1; to <= by4; to++ {
		if s.checkTo(from, to) == "" {
			open = append(open, to.String())
		}
	}
	if from == waste {
		open = append(open, "any reserve")
	}
	if len(open) == 0 {
		return fmt.Sprintf("The %s has nowhere to go: no foundation takes %s now.", s.glyph(from), s.piles[from].Top().Rank().Plural())
	}
	return fmt.Sprintf("The %s can go to %s: name one.", s.glyph(from), strings.Join(open, " or "))
}
