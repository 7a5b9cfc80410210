package hopscotch

import (
	"fmt"
	"strings"

	"boardwalk/engine"
)

// Board shows the stock as backs and all other cards face up. The label of a foundation
// is the rank that it takes next, and the notes have a line with each ladder.
func (s *state) Board() engine.Board {
	b := engine.Board{Piles: make([]engine.View, 0, mostPiles)}
	for at := range s.piles() {
		p := s.at[at]
		v := engine.View{At: s.table.Place(at), Cards: p.Seen()}
		switch {
		case at == stock:
			v.Kind = engine.Stock
			if s.Redeals > 0 {
				v.Label = fmt.Sprintf("again %d", s.redeals)
			}
		case at == waste:
			v.Kind = engine.Waste
		case s.isFoundation(at):
			v.Kind = engine.Foundation
			if next, open := s.next(at); open {
				v.Label = "next " + next.Letter()
			} else {
				v.Label, v.Marks = "done", engine.Closed|engine.Complete
			}
			if p.Len() == 0 {
				v.Marks |= engine.Opening
			}
			if lowest, n := s.ladders.Twins(int(at - foundations)); foundations+pileIndex(lowest) == at {
				b.Notes = append(b.Notes, s.ladder(at, n == 1))
			}
		default:
			v.Kind, v.Fan = engine.Reserve, engine.FanDown
			if p.Len() == 0 && s.at[waste].Len() > 0 {
				v.Marks = engine.Opening
			}
		}
		b.Piles = append(b.Piles, v)
	}
	return b
}

// ladder returns the line of a ladder: "By 1  A 2 3 4[5]6 7 8 9 T J Q K". If it is that of one foundation
// alone, the rank that this has reached is in brackets.
func (s *state) ladder(at pileIndex, alone bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "By %d ", s.by(at))
	gap := " "
	for rung := range s.Ranks {
		r := engine.Rank(s.ladders.Ladder(int(at-foundations), rung))
		if alone && rung == s.rung(at) {
			b.WriteString("[" + r.Letter())
			gap = "]"
			continue
		}
		b.WriteString(gap + r.Letter())
		gap = " "
	}
	return b.String() + strings.TrimSpace(gap)
}

// Describe says what a legal move does. For any other move it returns "".
func (s *state) Describe(m engine.Move) string {
	if s.check(m) != "" {
		return ""
	}
	if m == s.deal() {
		if s.at[stock].Len() == 0 {
			return "Reserves to " + s.name(stock) + ": turns them over, to be dealt again."
		}
		return fmt.Sprintf("Stock to %s: deals the next card.", s.name(waste))
	}
	from, to := s.table.Find(m.From), s.table.Find(m.To)
	does := "lies on " + s.glyph(to)
	switch {
	case s.isReserve(to) && s.at[to].Len() == 0:
		does = "fills the empty reserve"
	case s.isReserve(to):
	case s.at[to].Len() == 0:
		does = fmt.Sprintf("begins the foundation by %d", s.by(to))
	case s.rung(to)+1 == s.ladders.Top():
		does = "closes the foundation"
	default:
		does = fmt.Sprintf("joins the foundation by %d", s.by(to))
	}
	return fmt.Sprintf("%s to %s: %s.", s.glyph(from), s.name(to), does)
}
