package boardwalk

import (
	"fmt"
	"math/bits"
	"slices"
	"strconv"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// Board implements [engine.State].
func (s *State) Board() engine.Board {
	j := s.judge()
	views := make([]engine.View, 0, len(s.piles))
	cards := make([]engine.Card, 0, s.game.info.Max) // the cards of all piles
	for i, p := range s.places() {
		first := len(cards)
		cards = s.piles[i].AppendSeen(cards)
		v := engine.View{At: p, Cards: slices.Clip(cards[first:])}
		switch p.Row() {
		case 1, 3:
			v.Kind, v.Marks = engine.Tableau, s.tableauMarks(p)
		case 2, 4:
			v.Kind, v.Marks, v.Face = engine.Foundation, j.foundationMarks(p), j.face(p)
		case 5:
			v.Kind = engine.Hand
		}
		views = append(views, v)
	}
	return engine.Board{Piles: views, Notes: s.notes(), Rows: rowNames}
}

// rowNames holds the names that sentences call the rows by.
var rowNames = []engine.RowName{{Row: 1, Name: "upper walk"}, {Row: 3, Name: "lower walk"}}

func (s *State) tableauMarks(p engine.Place) engine.Mark {
	pile, marks := s.at(p), engine.Mark(0)
	if pile.Held() {
		marks |= engine.Held
	}
	if p.Row() == 3 && pile.Top().IsUp() {
		marks |= engine.Blocked
	}
	if pile.Len() == 0 && (p.Row() == 3 && s.game.Slide ||
		p.Row() == 1 && s.game.HighTrump && s.at(engine.At(p.Col(), 2)).Len() == 0) {
		marks |= engine.Opening
	}
	return marks
}

// foundationMarks returns the marks of a foundation. If the pile above keeps cards of
// other columns off it, the marks say whether its own card may go there. They say nothing
// of the kind if a hand card may go there, with the blocker as its return.
func (j *judge) foundationMarks(p engine.Place) engine.Mark {
	own, marks := engine.At(p.Col(), p.Row()-1), engine.Mark(0)
	above := j.at(own)
	shut := p.Row() == 2 && above.Len() > 0 || p.Row() == 4 && above.Top().IsUp()
	switch {
	case !shut || j.takesHand(p):
	case j.check(engine.Move{From: own, To: p}) == legal:
		marks |= engine.OwnOnly
	default:
		marks |= engine.Closed
	}
	switch j.at(p).Len() {
	case 0:
		marks |= engine.Founding
	case j.game.Suits:
		marks |= engine.Complete
	}
	return marks
}

// takesHand reports whether a card of the hand may go to a foundation.
func (j *judge) takesHand(to engine.Place) bool {
	for col := range j.hand {
		m := engine.Move{From: engine.At(col+1, 5), To: to}
		if j.source(m.From) == legal && j.destination(m.From, to) == legal &&
			!j.eachReturn(m, func(engine.Move) bool { return false }) {
			return true
		}
	}
	return false
}

// none is the face of an undeclared foundation of an ordered walk that no rank is left for.
const none = "no"

// face returns what a foundation has declared and how many cards it has, "7x3". For an
// undeclared foundation of an ordered walk it returns the interval of ranks that the
// foundation can still take, "3-9".
func (j *judge) face(p engine.Place) string {
	if f := j.at(p); f.Len() > 0 {
		return f.Top().Rank().Letter() + "x" + strconv.Itoa(f.Len())
	}
	left, ordered := j.left(p)
	if !ordered {
		return ""
	}
	if left == 0 {
		return none
	}
	low, high := engine.Rank(bits.TrailingZeros32(uint32(left))), engine.Rank(bits.Len32(uint32(left))-1)
	if low == high {
		return low.Letter()
	}
	return low.Letter() + "-" + high.Letter()
}

// left returns the ordered ranks that declarations leave to a foundation, and whether its walk is ordered.
func (j *judge) left(p engine.Place) (left compact.Set, ordered bool) {
	ordered = j.game.OrderUpper
	if p.Row() == 4 {
		ordered = j.game.OrderLower
	}
	return j.takes(p) & (1<<j.game.OrderedRanks - 1), ordered
}

// notes returns what no pile can show.
func (s *State) notes() []string {
	switch {
	case s.favors > 0:
		piles := "any pile"
		if s.favors > 1 {
			piles = fmt.Sprintf("any %d piles", s.favors)
		}
		return []string{fmt.Sprintf("A favor first: turn up the top card of %s of row 1.", piles)}
	case s.Over() && s.EndNote() != "":
		return []string{s.EndNote()}
	}
	return nil
}
