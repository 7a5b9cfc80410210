package boardwalk

import (
	"fmt"
	"strings"

	"boardwalk/engine"
)

// Describe implements [engine.State].
func (s *State) Describe(m engine.Move) string {
	if m.To.IsZero() {
		return fmt.Sprintf("Take a favor: turn up the top card of %s.", stack(m.From))
	}
	card := s.at(m.From).Top().Glyph()
	switch {
	case m.From.Row() == 5:
		return s.describeHand(m, card)
	case m.To.Row() == 2:
		return fmt.Sprintf("File %s on %s%s.", card, column(m.To), s.declaring(m)) + s.closing(m)
	case m.To.Row() == 3:
		return fmt.Sprintf("Slide %s into the opening at %s.", card, m.To)
	}
	play := fmt.Sprintf("Play %s live on %s%s", card, column(m.To), s.declaring(m))
	if closing := s.closing(m); closing != "" { // matters more, where there is room for one
		return play + "." + closing
	}
	return play + s.turning(m) + "."
}

// Warning implements [engine.Warner]: it warns of declarations that close columns.
func (s *State) Warning(m engine.Move) string { return strings.TrimSpace(s.closing(m)) }

// closing returns a warning if a declaration leaves columns of its walk without any rank that
// they could still declare, or "": " This closes b to e for good."
func (s *State) closing(m engine.Move) string {
	if m.To.IsZero() || m.To.Row()%2 != 0 || s.at(m.To).Len() > 0 || s.judge().check(m) != legal {
		return ""
	}
	before, after := s.judge(), s.play(m).judge()
	var names []string
	first, last := 0, 0 // of the columns that close side by side
	for col := 1; col <= len(s.row(m.To.Row()))+1; col++ {
		p := engine.At(col, m.To.Row())
		switch closes := s.has(p) && before.face(p) != none && after.face(p) == none; {
		case closes && first == 0:
			first, last = col, col
		case closes:
			last = col
		case first > 0:
			names = append(names, span(first, last))
			first = 0
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf(" This closes %s for good.", list(names))
}

// span names columns side by side: "b", "b to e".
func span(first, last int) string {
	if first == last {
		return letter(first)
	}
	return letter(first) + " to " + letter(last)
}

// turning returns where a live play turns up a card, or "".
func (s *State) turning(m engine.Move) string {
	if m.To.IsZero() {
		return ""
	}
	above := engine.At(m.To.Col(), 3)
	if s.at(above).Down() == 0 {
		return ""
	}
	return fmt.Sprintf("; the next card of %s turns up", above)
}

func (s *State) describeHand(m engine.Move, card string) string {
	back := s.at(m.Return).Top()
	comes := fmt.Sprintf("%s returns from %s", back.Glyph(), column(m.Return))
	own := m.Return == engine.At(m.To.Col(), 3)
	switch {
	case m.To.Row() == 2:
		return fmt.Sprintf("Trump: hand %s files on %s%s; %s.", card, column(m.To), s.declaring(m), comes) + s.closing(m)
	case m.To.Row() == 1 && s.at(m.To).Len() == 0:
		return fmt.Sprintf("High trump: hand %s to void %s; %s.", card, stack(m.To), comes)
	case m.To.Row() == 1:
		return fmt.Sprintf("Coax: hand %s onto %s; %s.", card, stack(m.To), comes)
	case back.IsDown():
		return fmt.Sprintf("Blind play: hand %s to %s%s; its unseen top card returns.", card, column(m.To), s.declaring(m)) + s.closing(m)
	case own:
		return fmt.Sprintf("Basic play: hand %s to %s%s; its blocker %s returns.", card, column(m.To), s.declaring(m), back.Glyph()) + s.closing(m)
	}
	return fmt.Sprintf("Power play: hand %s to %s%s; %s.", card, column(m.To), s.declaring(m), comes) + s.closing(m)
}

// declaring returns what the move declares if its card is the first on a foundation, or
// "".
func (s *State) declaring(m engine.Move) string {
	if s.at(m.To).Len() > 0 {
		return ""
	}
	return ", declaring " + s.at(m.From).Top().Rank().Plural()
}

// column names a column together with its walk: "upper c".
func column(p engine.Place) string {
	walk := "upper"
	if p.Row() > 2 {
		walk = "lower"
	}
	return walk + " " + p.String()[:1]
}

// stack names a tableau together with its walk: "upper stack c".
func stack(p engine.Place) string {
	c := column(p)
	return c[:5] + " stack" + c[5:]
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
		return fmt.Sprintf("The top card of %s lies face down.", stack(m.From))
	case onFoundation:
		return "Cards on foundations have done their work: they never move again."
	case openingFavorRequired:
		return fmt.Sprintf("%s begins with a favor: turn up a card of row 1 first.", s.game.Name)
	case alreadyTopped:
		if m.To.IsZero() {
			return s.whyNowhere(m) // a player who marked this card wants to know where it can go
		}
		return fmt.Sprintf("%s has its face-up card already, the %s.", upperFirst(stack(m.To)), s.at(m.To).Top().Glyph())
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
		return fmt.Sprintf("%s is blocked by the %s above it.", upperFirst(column(m.To)), blocker.Glyph())
	case sourceNotEmpty:
		return fmt.Sprintf("%s takes no card while its stack still holds some.", upperFirst(column(m.To)))
	case wrongRank:
		return fmt.Sprintf("The %s do not belong on a foundation of %s.", card.Rank().Plural(), s.at(m.To).Top().Rank().Plural())
	case rankElsewhere:
		for _, row := range []int{4, 2} {
			for i, f := range s.row(row) {
				if declared(f).has(card) {
					return fmt.Sprintf("The %s are declared on %s already.", card.Rank().Plural(), column(engine.At(i+1, row)))
				}
			}
		}
	case outOfOrder:
		return s.whyOutOfOrder(m, card)
	case spotNotEmpty:
		return fmt.Sprintf("%s still holds cards: a slide needs an empty one.", upperFirst(stack(m.To)))
	case notVoid:
		return fmt.Sprintf("%s has cards on its foundation: a high trump needs a column without any.", upperFirst(column(m.To)))
	}
	return "No card can be put there: cards go to foundations, or slide to an empty stack of row 3."
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
			return fmt.Sprintf("Ranks ascend along this walk: %s cannot stand to the %s of %s.", card.Rank().Plural(), side, rank.Plural())
		}
	}
	return "Ranks ascend along this walk."
}

// whyNoReturn explains why the return is not possible.
func (s *State) whyNoReturn(m engine.Move, c code) string {
	switch c {
	case mustReturnBlocker:
		own := engine.At(m.To.Col(), 3)
		return fmt.Sprintf("%s is blocked: what comes back must be its blocker, the %s.", upperFirst(column(m.To)), s.at(own).Top().Glyph())
	case returnWrongRow:
		if m.To.Row() == 4 {
			return "A play on the lower walk brings back a card of row 3."
		}
		return "A play on the upper walk brings back a card of row 1."
	case returnSelf:
		return "The card that is played cannot be the one that comes back."
	case heldCard:
		return fmt.Sprintf("The %s is held: it cannot come back until some card is turned up.", s.at(m.Return).Top().Glyph())
	case nothingToTakeBlind:
		return fmt.Sprintf("%s has no face-down card left to take.", upperFirst(stack(m.Return)))
	}
	if m.Return.IsZero() {
		return "A play from the hand is an exchange: choose the card that comes back."
	}
	return fmt.Sprintf("No face-up card lies on %s to come back.", stack(m.Return))
}

// whyNowhere explains a source without a destination, such as a marked card with which no
// play begins.
func (s *State) whyNowhere(m engine.Move) string {
	card := s.at(m.From).Top().Glyph()
	if next, _, ok := engine.Next(s.Moves(), m); ok {
		return fmt.Sprintf("The %s needs a destination, such as %s.", card, next[0])
	}
	return fmt.Sprintf("The %s has nowhere to go now.", card)
}

// whyDisabled names the kind of play that the variation does not have.
func (s *State) whyDisabled(m engine.Move) string {
	name := s.game.Name
	if m.To.IsZero() {
		if s.at(m.From).Top().IsUp() {
			return s.whyNowhere(m)
		}
		return fmt.Sprintf("%s has no favors to take.", name)
	}
	switch {
	case m.To.Row() == 3:
		return fmt.Sprintf("%s has no slides.", name)
	case m.To.Row() <= 2 && !s.game.Trump && !s.game.HighTrump && !s.game.Coax:
		return fmt.Sprintf("In %s the hand does not play to the upper walk.", name)
	case m.To.Row() == 2:
		return fmt.Sprintf("%s has no trumps.", name)
	case m.To.Row() == 1 && s.at(m.To).Len() > 0:
		return fmt.Sprintf("%s has no coaxing.", name)
	case m.To.Row() == 1:
		return fmt.Sprintf("%s has no high trumps.", name)
	case s.at(engine.At(m.To.Col(), 3)).Top().IsUp():
		return fmt.Sprintf("%s has no basic hand plays: the column must not be blocked.", name)
	case m.Return == engine.At(m.To.Col(), 3):
		return fmt.Sprintf("%s has no blind plays.", name)
	case m.Return.IsZero():
		return fmt.Sprintf("%s plays hand cards on blocked columns only.", name)
	}
	return fmt.Sprintf("%s has no power plays.", name)
}

// upperFirst returns s with its first letter, which must be lower-case ASCII, in upper
// case.
func upperFirst(s string) string { return string(s[0]-'a'+'A') + s[1:] }
