package boardwalk

import (
	"fmt"
	"strings"

	"boardwalk/engine"
)

// Describe implements [engine.State].
func (s *State) Describe(m engine.Move) string {
	if m.To.IsZero() {
		return fmt.Sprintf("Favor on %s: its top card turns up.", m.From)
	}
	follows, closing := s.returned(m), s.closing(m)
	if closing == "" { // it matters more than what turns up, where there is room for one
		follows += s.turning(m)
	}
	return fmt.Sprintf("%s to %s: %s%s.%s", s.at(m.From).Top().Glyph(), m.To, s.does(m), follows, closing)
}

// does says what a play does at its destination: "begins the Eights".
func (s *State) does(m engine.Move) string {
	play, verb := "", "joins"
	if m.From.Row() == 5 {
		switch own := engine.At(m.To.Col(), 3); {
		case m.To.Row() == 2:
			play = "trump, "
		case s.at(m.Return).Top().IsDown():
			play = "blind play, "
		case m.Return == own:
			play = "basic play, "
		default:
			play = "power play, "
		}
	}
	switch n := s.at(m.To).Len(); {
	case m.To.Row() == 3:
		return "slides to the empty pile"
	case m.To.Row() == 1 && n == 0:
		return "high trump"
	case m.To.Row() == 1:
		return "coax"
	case n == 0:
		verb = "begins"
	case n+1 == s.game.Suits:
		verb = "completes"
	}
	return fmt.Sprintf("%s%s the %s", play, verb, s.at(m.From).Top().Rank().Plural())
}

// returned says which card comes back to the hand for one of it, or "".
func (s *State) returned(m engine.Move) string {
	if m.Return.IsZero() {
		return ""
	}
	back := s.at(m.Return).Top()
	if back.IsDown() {
		return fmt.Sprintf("; the hand takes the unseen card of %s", m.Return)
	}
	return fmt.Sprintf("; the hand takes %s of %s", back.Glyph(), m.Return)
}

// Warning implements [engine.Warner]: it warns of declarations that close columns, or leave too few ranks to them.
func (s *State) Warning(m engine.Move) string { return strings.TrimSpace(s.closing(m)) }

// closing returns a warning if a declaration leaves columns of its walk without any rank that they could still declare,
// or more columns side by side than there are ranks for them, by more than before, or "":
// " Closes b4-e4 for good. Leaves only A for a4-c4."
func (s *State) closing(m engine.Move) string {
	if m.To.IsZero() || m.To.Row()%2 != 0 || s.at(m.To).Len() > 0 || s.judge().check(m) != legal {
		return ""
	}
	before, after := s.judge(), s.play(m).judge()
	if _, ordered := before.left(m.To); !ordered {
		return ""
	}
	var closed []string
	few, row := "", m.To.Row()
	for col := 1; col <= len(s.row(row)); { // at the first of columns side by side that can declare the same
		first, columns := engine.At(col, row), 1
		for col++; col <= len(s.row(row)) && after.face(engine.At(col, row)) == after.face(first); col++ {
			columns++
		}
		names := span(first, engine.At(col-1, row))
		had, _ := before.left(first)
		left, _ := after.left(first)
		switch {
		case had == 0 || after.at(first).Len() > 0:
		case left == 0:
			closed = append(closed, names...)
		case s.game.Uniqueness != Anywhere && columns-left.Len() > max(columns+1-had.Len(), 0):
			few += fmt.Sprintf(" Leaves only %s for %s.", after.face(first), engine.Listed(names, "and"))
		}
	}
	if closed == nil {
		return few
	}
	return fmt.Sprintf(" Closes %s for good.", engine.Listed(closed, "and")) + few
}

// span names places side by side: "b4"; "b4" and "c4"; "b4-e4".
func span(first, last engine.Place) []string {
	switch last.Col() - first.Col() {
	case 0:
		return []string{first.String()}
	case 1:
		return []string{first.String(), last.String()}
	}
	return []string{first.String() + "-" + last.String()}
}

// turning returns where a live play turns up a card, or "".
func (s *State) turning(m engine.Move) string {
	above := engine.At(m.To.Col(), 3)
	if m.To.Row() != 4 || m.From.Row() == 5 || s.at(above).Down() == 0 {
		return ""
	}
	return fmt.Sprintf("; the next card of %s turns up", above)
}

// why returns the sentence for a refusal.
func (s *State) why(m engine.Move, c code) string {
	if c == noSuchPlace {
		return s.whyNoPlace(m)
	}
	switch c {
	case emptySource:
		return fmt.Sprintf("There is no card at %s.", m.From)
	case notFaceUp:
		return fmt.Sprintf("The top card of %s lies face down.", m.From)
	case onFoundation:
		return "Cards on foundations never move again."
	case openingFavorRequired:
		return fmt.Sprintf("%s begins with a favor: turn up a card of row 1 first.", s.game.Name)
	case alreadyTopped:
		if m.To.IsZero() {
			return s.whyNowhere(m) // a player who marked this card wants to know where it can go
		}
		return fmt.Sprintf("%s already has a face-up card, the %s.", m.To, s.at(m.To).Top().Glyph())
	case playTypeDisabled:
		return s.whyDisabled(m)
	case noDestination:
		return s.whyNowhere(m)
	case noExchange:
		return "Only a play from the hand brings a card back."
	}
	if c >= noReturn {
		return s.whyNoReturn(m, c)
	}
	return s.whyNotThere(m, c)
}

func (s *State) whyNoPlace(m engine.Move) string {
	for _, p := range []engine.Place{m.From, m.To, m.Return} {
		if !p.IsZero() && !s.has(p) {
			if p.Row() == 5 && s.hand == 0 {
				return fmt.Sprintf("%s is played without a hand.", s.game.Name)
			}
			return fmt.Sprintf("There is no %s on this board.", p)
		}
	}
	return "That is no move."
}

// whyNotThere explains why the destination does not take the card.
func (s *State) whyNotThere(m engine.Move, c code) string {
	card := s.at(m.From).Top()
	switch c {
	case blocked:
		blocker := s.at(engine.At(m.To.Col(), 3)).Top()
		return fmt.Sprintf("%s is blocked by the %s on %s.", m.To, blocker.Glyph(), engine.At(m.To.Col(), 3))
	case sourceNotEmpty:
		return fmt.Sprintf("%s takes no card while %s still has one.", m.To, engine.At(m.To.Col(), 1))
	case wrongRank:
		return fmt.Sprintf("%s takes %s, not %s.", m.To, s.at(m.To).Top().Rank().Plural(), card.Rank().Plural())
	case rankElsewhere:
		for _, row := range []int{4, 2} {
			for i, f := range s.row(row) {
				if declared(f) == card.Rank() {
					return fmt.Sprintf("The %s have their foundation: %s.", card.Rank().Plural(), engine.At(i+1, row))
				}
			}
		}
	case outOfOrder:
		return s.whyOutOfOrder(m, card)
	case spotNotEmpty:
		return fmt.Sprintf("%s still has cards: a slide needs an empty pile.", m.To)
	case notVoid:
		return fmt.Sprintf("%s has cards: a high trump needs an empty foundation below it.", engine.At(m.To.Col(), 2))
	}
	return "Cards go to a foundation, or slide to an empty pile of row 3."
}

// whyOutOfOrder names the declared rank that a new declaration would be out of order
// with.
func (s *State) whyOutOfOrder(m engine.Move, card engine.Card) string {
	for i, f := range s.row(m.To.Row()) {
		if f.Len() == 0 || f.Top().Rank().IsWild() {
			continue
		}
		rank := f.Top().Rank()
		if left := i+1 < m.To.Col(); left && rank >= card.Rank() || !left && rank <= card.Rank() {
			side := "right"
			if !left {
				side = "left"
			}
			return fmt.Sprintf("Ranks ascend along row %d: %s cannot stand to the %s of %s.", m.To.Row(), card.Rank().Plural(), side, rank.Plural())
		}
	}
	return fmt.Sprintf("Ranks ascend along row %d.", m.To.Row())
}

// whyNoReturn explains why the return is not possible.
func (s *State) whyNoReturn(m engine.Move, c code) string {
	switch c {
	case mustReturnBlocker:
		own := engine.At(m.To.Col(), 3)
		return fmt.Sprintf("%s is blocked by the %s on %s: that card must come back.", m.To, s.at(own).Top().Glyph(), own)
	case returnWrongRow:
		if m.To.Row() == 4 {
			return "A play to row 4 brings back a card of row 3."
		}
		return "A play to row 1 or 2 brings back a card of row 1."
	case returnSelf:
		return "The card that you play cannot come back."
	case heldCard:
		return fmt.Sprintf("The %s is held: it cannot come back until some card is turned up.", s.at(m.Return).Top().Glyph())
	case nothingToTakeBlind:
		return fmt.Sprintf("%s has no face-down card left to take.", m.Return)
	}
	if m.Return.IsZero() {
		return "A play from the hand is an exchange: choose the card that comes back."
	}
	return fmt.Sprintf("%s has no face-up card to come back.", m.Return)
}

// whyNowhere explains a source without a destination, such as a marked card with which no
// play begins.
func (s *State) whyNowhere(m engine.Move) string {
	card := s.at(m.From).Top().Glyph()
	if next := engine.Next(s.Moves(), m); len(next) > 0 {
		return fmt.Sprintf("The %s needs a destination, such as %s.", card, next[0])
	}
	nowhere := fmt.Sprintf("The %s has nowhere to go now.", card)
	for _, p := range s.places() {
		if p.Row()%2 == 0 && declared(*s.at(p)) == s.at(m.From).Top().Rank() {
			own := engine.Move{From: m.From, To: p}
			return nowhere + " " + s.why(own, s.judge().check(own))
		}
	}
	return nowhere
}

// whyDisabled names the kind of play that the variation does not have.
func (s *State) whyDisabled(m engine.Move) string {
	name := s.game.Name
	if m.To.IsZero() {
		switch pile := s.at(m.From); {
		case pile.Len() == 0:
			return s.why(m, emptySource)
		case pile.Top().IsUp():
			return s.whyNowhere(m)
		}
		return fmt.Sprintf("%s has no favors to take.", name)
	}
	switch {
	case m.To.Row() == 3:
		return fmt.Sprintf("%s has no slides.", name)
	case m.To.Row() <= 2 && !s.game.Trump && !s.game.HighTrump && !s.game.Coax:
		return fmt.Sprintf("In %s the hand does not play to rows 1 and 2.", name)
	case m.To.Row() == 2:
		return fmt.Sprintf("%s has no trumps.", name)
	case m.To.Row() == 1 && s.at(m.To).Len() > 0:
		return fmt.Sprintf("%s has no coaxing.", name)
	case m.To.Row() == 1:
		return fmt.Sprintf("%s has no high trumps.", name)
	case s.at(engine.At(m.To.Col(), 3)).Top().IsUp():
		return fmt.Sprintf("%s has no basic plays: the column must not be blocked.", name)
	case m.Return == engine.At(m.To.Col(), 3):
		return fmt.Sprintf("%s has no blind plays.", name)
	case m.Return.IsZero():
		return fmt.Sprintf("%s plays hand cards on blocked columns only.", name)
	}
	return fmt.Sprintf("%s has no power plays.", name)
}
