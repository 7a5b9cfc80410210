package hopscotch

import (
	"fmt"
	"strings"

	"boardwalk/engine"
)

// Board shows the stock as backs and all other cards face up. The label of a foundation
// is the rank that it takes next, and the notes have a line with the ladder of each
// foundation.
func (s *state) Board() engine.Board {
	b := engine.Board{Piles: make([]engine.View, 0, pileCount)}
	for at := range pileIndex(pileCount) {
		p := s.piles[at]
		v := engine.View{At: table.Place(at), Cards: p.Seen()}
		switch {
		case at == stock:
			v.Kind = engine.Stock
		case at == waste:
			v.Kind = engine.Waste
		case at.isFoundation():
			v.Kind = engine.Foundation
			if next, open := s.next(at); open {
				v.Label = "next " + next.Letter()
			} else {
				v.Label, v.Marks = "done", engine.Closed|engine.Complete
			}
			b.Notes = append(b.Notes, ladder(by(at), p.Top().Rank()))
		default:
			v.Kind, v.Fan = engine.Reserve, engine.FanDown
			if p.Len() == 0 && s.piles[waste].Len() > 0 {
				v.Marks = engine.Opening
			}
		}
		b.Piles = append(b.Piles, v)
	}
	return b
}

// ladder returns the line of a foundation that climbs by k, with the rank it has reached
// in brackets: "By 1  A 2 3 4[5]6 7 8 9 T J Q K".
func ladder(k int, reached engine.Rank) string {
	var b strings.Builder
	fmt.Fprintf(&b, "By %d ", k)
	gap := " "
	for r, n := engine.Rank(k-1), 0; n < 13; r, n = step(r, k), n+1 {
		if r == reached {
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
	if m == deal {
		return fmt.Sprintf("Stock to %s: deals the next card.", waste)
	}
	from, to := table.Find(m.From), table.Find(m.To)
	does := fmt.Sprintf("joins the foundation by %d", by(to))
	switch {
	case to.isReserve() && s.piles[to].Len() == 0:
		does = "fills the empty reserve"
	case to.isReserve():
		does = "lies on " + s.glyph(to)
	case s.piles[from].Top().Rank() == engine.King:
		does = "closes the foundation"
	}
	return fmt.Sprintf("%s to %s: %s.", s.glyph(from), to, does)
}
