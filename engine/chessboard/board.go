package chessboard

import (
	"fmt"

	"boardwalk/engine"
)

// Board shows all cards, row by row. The label of a foundation is the card that it takes
// next, and the base rank is a note.
func (s *state) Board() engine.Board {
	b := engine.Board{Piles: make([]engine.View, 0, pileCount), Notes: []string{s.note()}}
	for row := range pileIndex(5) {
		b.Piles = append(b.Piles, s.wing(left+row))
		if row < 4 {
			b.Piles = append(b.Piles, s.foundation(foundations+row))
		}
		b.Piles = append(b.Piles, s.wing(right+row))
	}
	return b
}

func (s *state) note() string {
	if base, ok := s.base(); ok {
		return "Base rank: " + base.String()
	}
	return "Base rank: the first card up sets it"
}

func (s *state) wing(p pileIndex) engine.View {
	v := engine.View{At: table.Place(p), Kind: engine.Tableau, Fan: engine.FanRight, Cards: s.piles[p].Cards()}
	if len(v.Cards) == 0 {
		v.Marks = engine.Opening
	}
	return v
}

func (s *state) foundation(p pileIndex) engine.View {
	v := engine.View{At: table.Place(p), Kind: engine.Foundation, Cards: s.piles[p].Cards()}
	base, ok := s.base()
	switch {
	case len(v.Cards) == suitSize:
		v.Label, v.Marks = "done", engine.Closed|engine.Complete
	case len(v.Cards) > 0:
		v.Label = "next " + s.next(p).Glyph()
	case ok:
		v.Label = "next " + base.Letter()
	default:
		v.Label = "any"
	}
	return v
}

// Describe says what a legal move does. For any other move it returns "".
func (s *state) Describe(m engine.Move) string {
	if s.check(m) != "" {
		return ""
	}
	from, to := table.Find(m.From), table.Find(m.To)
	card, empty := s.glyph(from), s.piles[to].Len() == 0
	switch {
	case empty && to.isFoundation():
		start := fmt.Sprintf("Start %s with %s from %s", to, card, from)
		if _, ok := s.base(); !ok {
			return fmt.Sprintf("%s: the base rank will be %s.", start, s.piles[from].Top().Rank())
		}
		return start + "."
	case empty:
		return fmt.Sprintf("Move %s from %s to %s, which is empty.", card, from, to)
	case s.piles[to].Len() == suitSize-1 && to.isFoundation():
		return fmt.Sprintf("Move %s from %s to its foundation and complete it.", card, from)
	case to.isFoundation():
		return fmt.Sprintf("Move %s from %s to its foundation, onto the %s.", card, from, s.glyph(to))
	}
	return fmt.Sprintf("Move %s from %s onto the %s of %s.", card, from, s.glyph(to), to)
}
