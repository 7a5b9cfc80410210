package hopscotch

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
	if code := s.table.CheckForm(m); code != "" {
		return refusal(code)
	}
	from := s.table.Find(m.From)
	switch {
	case m == s.deal() && s.mayRedeal():
		return ""
	case s.at[from].Len() == 0:
		return emptySource
	case s.isFoundation(from):
		return onFoundation
	case from == stock && s.at[waste].Len() > 0:
		return wasteFull
	case from == stock && m != s.deal():
		return tooManyPlaces
	case from == stock:
		return ""
	case m.To.IsZero():
		return noDestination
	}
	if r := s.checkTo(from, s.table.Find(m.To)); r != "" {
		return r
	}
	if !m.Return.IsZero() {
		return tooManyPlaces
	}
	return ""
}

// mayRedeal reports whether the reserves can be dealt again.
func (s *state) mayRedeal() bool {
	if s.redeals == 0 || s.at[stock].Len() > 0 || s.at[waste].Len() > 0 {
		return false
	}
	return slices.ContainsFunc(s.at[s.reserve(0):s.piles()], func(p engine.Pile) bool { return p.Len() > 0 })
}

// checkTo judges the destination of a card from the waste or a reserve.
func (s *state) checkTo(from, to pileIndex) refusal {
	switch {
	case to == from:
		return samePlace
	case to == stock || to == waste:
		return notADestination
	case s.isReserve(to) && s.isReserve(from):
		return reserveToReserve
	case s.isReserve(to):
		return ""
	}
	next, open := s.next(to)
	switch {
	case !open:
		return closed
	case s.at[from].Top().Rank() != next:
		return wrongRank
	}
	return ""
}

// why returns the sentence for a move that check refused with r.
func (s *state) why(m engine.Move, r refusal) string {
	from, to := s.table.Find(m.From), s.table.Find(m.To)
	card := s.glyph(from)
	switch r {
	case noSuchPlace:
		last := s.piles() - 1
		reserves := fmt.Sprintf("reserves %s to %s", s.name(s.reserve(0)), s.name(last))
		if s.Reserves == 1 {
			reserves = "reserve " + s.name(last)
		}
		return fmt.Sprintf("There is no %s: the table has the stock a1, the waste b1, the foundations a2 to %s and the %s.",
			s.table.Unknown(m), s.name(s.reserve(-1)), reserves)
	case emptySource:
		return s.whyEmpty(from)
	case wasteFull:
		return fmt.Sprintf("The waste holds one card: play the %s before you deal the next.", s.glyph(waste))
	case onFoundation:
		return fmt.Sprintf("The %s cannot leave %s: cards on foundations stay there.", card, s.name(from))
	case noDestination:
		return s.whyNoDestination(from)
	case samePlace:
		return fmt.Sprintf("The %s is on %s already.", card, s.name(from))
	case notADestination:
		if to == stock {
			return fmt.Sprintf("The %s cannot go to the stock: no card goes back there.", card)
		}
		return fmt.Sprintf("The %s cannot go to the waste: only the stock deals there.", card)
	case reserveToReserve:
		return fmt.Sprintf("The %s cannot go to %s: a card of a reserve can only go to a foundation.", card, s.name(to))
	case closed:
		return fmt.Sprintf("The %s cannot go to %s: the %s has closed it.", card, s.name(to), s.glyph(to))
	case wrongRank:
		next, _ := s.next(to)
		if s.at[to].Len() == 0 {
			return fmt.Sprintf("The %s cannot go to %s: that foundation begins with one of the %s.", card, s.name(to), next.Plural())
		}
		return fmt.Sprintf("The %s cannot go to %s: counting up by %d from the %s, it takes %s next.",
			card, s.name(to), s.by(to), s.glyph(to), next.Plural())
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
	return s.at[p].Top().Glyph()
}

func (s *state) whyEmpty(from pileIndex) string {
	switch {
	case from == stock && s.Redeals == 0:
		return "The stock is empty: it is dealt only once."
	case from == stock && s.redeals == 0:
		return "The stock is empty, and no redeal is left."
	case from == stock:
		return "The stock is empty: it is dealt again once the waste is empty and a reserve has cards."
	case from == waste && s.at[stock].Len() > 0:
		return "The waste is empty: deal a card from the stock first."
	}
	return fmt.Sprintf("%s has no card.", s.name(from))
}

// whyNoDestination says where a card could go.
func (s *state) whyNoDestination(from pileIndex) string {
	var open []string
	for to := foundations; to < s.reserve(0); to++ {
		if s.checkTo(from, to) == "" {
			open = append(open, s.name(to))
		}
	}
	if from == waste {
		open = append(open, "any reserve")
	}
	if len(open) == 0 {
		return fmt.Sprintf("The %s has nowhere to go: no foundation takes %s now.", s.glyph(from), s.at[from].Top().Rank().Plural())
	}
	return fmt.Sprintf("The %s can go to %s: name one.", s.glyph(from), strings.Join(open, " or "))
}
