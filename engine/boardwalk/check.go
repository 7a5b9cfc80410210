package boardwalk

import (
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// A code is a reason for refusing a move; ok means that the move is legal.
type code uint8

const (
	legal code = iota
	noSuchPlace
	emptySource
	notFaceUp
	onFoundation
	noDestination
	blocked
	sourceNotEmpty
	wrongRank
	rankElsewhere
	outOfOrder
	spotNotEmpty
	notASlideSpot
	notVoid
	alreadyTopped
	noReturn
	noExchange
	mustReturnBlocker
	returnWrongRow
	returnSelf
	heldCard
	nothingToTakeBlind
	openingFavorRequired
	playTypeDisabled
)

// codes are the public names of the codes. Some reasons have a sentence of their own but
// share the name of their kind.
var codes = [...]string{
	legal:                "",
	noSuchPlace:          engine.CodeNoSuchPlace,
	emptySource:          "empty-source",
	notFaceUp:            "not-face-up",
	onFoundation:         "play-type-disabled",
	noDestination:        engine.CodeSyntax,
	blocked:              "blocked",
	sourceNotEmpty:       "source-not-empty",
	wrongRank:            "wrong-rank",
	rankElsewhere:        "rank-elsewhere",
	outOfOrder:           "out-of-order",
	spotNotEmpty:         "spot-not-empty",
	notASlideSpot:        "not-a-slide-spot",
	notVoid:              "not-void",
	alreadyTopped:        "already-topped",
	noReturn:             "no-return",
	noExchange:           engine.CodeSyntax,
	mustReturnBlocker:    "must-return-blocker",
	returnWrongRow:       "return-wrong-row",
	returnSelf:           "return-self",
	heldCard:             "held-card",
	nothingToTakeBlind:   "nothing-to-take-blind",
	openingFavorRequired: "opening-favor-required",
	playTypeDisabled:     "play-type-disabled",
}

func (c code) String() string { return codes[c] }

// A judge holds what is needed to judge all moves of a position.
type judge struct {
	*State
	allowed [compact.Columns]compact.Set // the ranks that each foundation can take as far as declarations go
}

func (s *State) judge() *judge { return &judge{s, s.allowed()} }

// takes returns the ranks that a foundation can take as far as declarations go.
func (j *judge) takes(p engine.Place) compact.Set {
	if p.Row() == 2 {
		return j.allowed[p.Col()-1]
	}
	return j.allowed[j.upper+p.Col()-1]
}

// check alone decides whether a move is legal: Moves lists the moves that it accepts, and
// Play refuses a move for the reason that it returns. It looks at the source, the
// destination and the return in turn, so an incomplete move is refused for the first
// thing wrong with it.
func (j *judge) check(m engine.Move) code {
	if !j.has(m.From) || !m.To.IsZero() && !j.has(m.To) || !m.Return.IsZero() && (m.To.IsZero() || !j.has(m.Return)) {
		return noSuchPlace
	}
	if m.To.IsZero() && m.From.Row() == 1 {
		return j.favor(m.From)
	}
	if c := j.source(m.From); c != legal {
		return c
	}
	if m.To.IsZero() {
		return noDestination
	}
	if c := j.destination(m.From, m.To); c != legal {
		return c
	}
	return j.returned(m)
}

// favor judges turning up a card of row 1, the only play that names a single place.
func (j *judge) favor(p engine.Place) code {
	top := j.at(p).Top()
	switch {
	case !j.game.Favor:
		return playTypeDisabled
	case top == engine.NoCard:
		return emptySource
	case top.IsUp():
		return alreadyTopped
	}
	return legal
}

// source judges the place that a card would leave.
func (j *judge) source(p engine.Place) code {
	top := j.at(p).Top()
	switch {
	case j.favors > 0:
		return openingFavorRequired
	case top == engine.NoCard:
		return emptySource
	case p.Row() == 2 || p.Row() == 4:
		return onFoundation
	case !top.IsUp():
		return notFaceUp
	}
	return legal
}

// destination judges where the card would go. The card is lifted first: the stack it
// leaves is judged without it.
func (j *judge) destination(from, to engine.Place) code {
	card := j.at(from).Top()
	switch {
	case to.Row() == 4 && from.Row() == 5:
		return j.handLow(card, to)
	case to.Row() == 4:
		return j.live(card, from, to)
	case to.Row() == 2 && from.Row() == 5 && !j.game.Trump:
		return playTypeDisabled
	case to.Row() == 2:
		return j.file(card, from, to)
	case to.Row() == 1 && from.Row() == 5:
		return j.handHigh(to)
	case to.Row() == 3 && from.Row() != 5:
		return j.slide(to)
	}
	return notASlideSpot
}

// file judges a card for row 2, from a tableau or, as a trump, from the hand.
func (j *judge) file(card engine.Card, from, to engine.Place) code {
	left := j.at(engine.At(to.Col(), 1)).Len()
	if from == engine.At(to.Col(), 1) {
		left--
	}
	if left > 0 {
		return sourceNotEmpty
	}
	return j.declare(card, to)
}

func (j *judge) live(card engine.Card, from, to engine.Place) code {
	if above := engine.At(to.Col(), 3); above != from && j.at(above).Top().IsUp() {
		return blocked
	}
	return j.declare(card, to)
}

// declare judges the rank alone.
func (j *judge) declare(card engine.Card, to engine.Place) code {
	switch {
	case j.takes(to).Has(card.Rank()):
		return legal
	case j.at(to).Len() > 0:
		return wrongRank
	case j.usedElsewhere(card, to):
		return rankElsewhere
	}
	return outOfOrder
}

// usedElsewhere reports whether the uniqueness rule keeps a card's rank off the column of
// to.
func (j *judge) usedElsewhere(card engine.Card, to engine.Place) bool {
	for _, row := range []int{2, 4} {
		if j.game.Uniqueness == Anywhere || j.game.Uniqueness == PerWalk && row != to.Row() {
			continue
		}
		if slices.ContainsFunc(j.row(row), func(f engine.Pile) bool { return declared(f) == card.Rank() }) {
			return true
		}
	}
	return false
}

func (j *judge) slide(to engine.Place) code {
	switch {
	case !j.game.Slide:
		return playTypeDisabled
	case j.at(to).Len() > 0:
		return spotNotEmpty
	}
	return legal
}

// handLow judges a hand card for row 4 by the returns that the column allows: its blocker
// if it is blocked, otherwise another blocker or a blind card.
func (j *judge) handLow(card engine.Card, to engine.Place) code {
	if j.at(engine.At(to.Col(), 3)).Top().IsUp() {
		if !j.game.HandBasic {
			return playTypeDisabled
		}
	} else if !j.game.HandPower && !j.game.HandBlind {
		return playTypeDisabled
	}
	return j.declare(card, to)
}

// handHigh judges a hand card for row 1: a high trump onto a void column, or a coax onto
// a stack without a face-up card.
func (j *judge) handHigh(to engine.Place) code {
	stack := j.at(to)
	switch {
	case !j.game.HighTrump && !j.game.Coax:
		return playTypeDisabled
	case stack.Top().IsUp():
		return alreadyTopped
	case stack.Len() > 0 && !j.game.Coax, stack.Len() == 0 && !j.game.HighTrump:
		return playTypeDisabled
	case stack.Len() == 0 && j.at(engine.At(to.Col(), 2)).Len() > 0:
		return notVoid
	}
	return legal
}

// returned judges the card that comes back to the hand.
func (j *judge) returned(m engine.Move) code {
	switch {
	case m.From.Row() != 5 && m.Return.IsZero():
		return legal
	case m.From.Row() != 5:
		return noExchange
	case m.Return.IsZero():
		return noReturn
	case m.Return == m.From || m.Return == m.To:
		return returnSelf
	case m.To.Row() == 4 && m.Return.Row() != 3, m.To.Row() != 4 && m.Return.Row() != 1:
		return returnWrongRow
	case m.To.Row() == 4:
		return j.returnedLow(m)
	}
	return j.returnable(m.Return)
}

func (j *judge) returnedLow(m engine.Move) code {
	own := engine.At(m.To.Col(), 3)
	switch {
	case j.at(own).Top().IsUp() && m.Return != own:
		return mustReturnBlocker
	case j.at(own).Top().IsUp():
		return j.returnable(own)
	case m.Return == own && !j.game.HandBlind, m.Return != own && !j.game.HandPower:
		return playTypeDisabled
	case m.Return == own && j.at(own).Len() == 0:
		return nothingToTakeBlind
	case m.Return == own:
		return legal
	}
	return j.returnable(m.Return)
}

// returnable judges whether a tableau's top card can come back face up.
func (j *judge) returnable(p engine.Place) code {
	switch {
	case !j.at(p).Top().IsUp():
		return noReturn
	case j.at(p).Held():
		return heldCard
	}
	return legal
}
