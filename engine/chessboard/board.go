package chessboard

import (
	"fmt"

	"boardwalk/engine"
)

// Board shows all cards, row by row. The label of a foundation is the card that it takes
// next, and the base rank is a note.
func (s *state) Board() engine.Board {
	b := engine.Board{Piles: make([]engine.View, 0, pileCount), Notes: []string{s.note()}}
	for row := range pileIndex(max(s.game.rules.Rows, s.game.rules.Suits)) {
		inWing := row < s.game.right
		if inWing {
			b.Piles = append(b.Piles, s.wing(row))
		}
		if int(row) < s.game.rules.Suits {
			b.Piles = append(b.Piles, s.foundation(foundations+row))
		}
		if inWing {
			b.Piles = append(b.Piles, s.wing(s.game.right+row))
		}
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
	v := engine.View{At: s.game.table.Place(p), Kind: engine.Tableau, Fan: engine.FanRight, Cards: s.piles[p].Cards()}
	switch {
	case len(v.Cards) > 0:
	case s.game.fill != 0:
		v.Marks = engine.Opening
	default:
		v.Marks = engine.Closed
	}
	return v
}

func (s *state) foundation(p pileIndex) engine.View {
	v := engine.View{At: s.game.table.Place(p), Kind: engine.Foundation, Cards: s.piles[p].Cards()}
	base, ok := s.base()
	switch {
	case len(v.Cards) == s.game.rules.Ranks:
		v.Label, v.Marks = "done", engine.Closed|engine.Complete
	case len(v.Cards) > 0:
		v.Label = "next " + s.next(p).Glyph()
	case ok:
		v.Label = "next " + base.Letter()
	default:
		v.Label, v.Marks = "any", engine.Founding
	}
	return v
}

// Describe says what a legal move does. For any other move it returns "".
func (s *state) Describe(m engine.Move) string {
	if s.check(m) != "" {
		return ""
	}
	from, to := s.game.table.Find(m.From), s.game.table.Find(m.To)
	n, does := s.piles[to].Len(), "joins the foundation"
	switch _, begun := s.base(); {
	case !to.isFoundation() && n == 0:
		does = "fills the empty pile"
	case !to.isFoundation():
		does = "lies on " + s.glyph(to)
	case !begun:
		does = fmt.Sprintf("begins the foundation; the base rank is %s", s.piles[from].Top().Rank())
	case n == 0:
		does = "begins the foundation"
	case n == s.game.rules.Ranks-1:
		does = "completes the foundation"
	}
	card, with := s.lowest(from, to), ""
	if card != s.piles[from].Top() {
		with = ", with all on it"
	}
	return fmt.Sprintf("%s to %s%s: %s.", card.Glyph(), m.To, with, does)
}
