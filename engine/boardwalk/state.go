package boardwalk

import (
	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// A size is the number of columns of each walk, and the number of cards in the hand.
type size struct{ upper, lower, hand int }

func (z size) places() int { return 2*z.upper + 2*z.lower + z.hand }

// width returns the number of places in a row, 0 if there is no such row.
func (z size) width(row int) int {
	switch row {
	case 1, 2:
		return z.upper
	case 3, 4:
		return z.lower
	case 5:
		return z.hand
	}
	return 0
}

// has reports whether the board has the place.
func (z size) has(p engine.Place) bool { return p.Col() <= z.width(p.Row()) && !p.IsZero() }

// A State is one position; it is an [engine.State].
type State struct {
	game   *Game
	favors uint8 // opening favors still to be taken
	size
	piles []engine.Pile  // row by row, each from the left
	rules *compact.Rules // of the game, on a board of this size with these cards
}

// start returns the index in piles at which a row begins.
func (s *State) start(row int) int {
	return [...]int{0, 0, s.upper, 2 * s.upper, 2*s.upper + s.lower, 2*s.upper + 2*s.lower}[row]
}

func (s *State) at(p engine.Place) *engine.Pile { return &s.piles[s.start(p.Row())+p.Col()-1] }

// row returns the piles of a row, from the left.
func (s *State) row(row int) []engine.Pile {
	start := s.start(row)
	return s.piles[start : start+s.width(row)]
}

// column returns the tableau and the foundation of a column, numbered through both walks as in package compact.
func (s *State) column(c int) (tableau, foundation engine.Pile) {
	if c < s.upper {
		return s.row(1)[c], s.row(2)[c]
	}
	return s.row(3)[c-s.upper], s.row(4)[c-s.upper]
}

// places returns every place of the board, row by row.
func (s *State) places() []engine.Place {
	places := make([]engine.Place, 0, len(s.piles))
	for row := 1; row <= 5; row++ {
		for col := 1; col <= s.width(row); col++ {
			places = append(places, engine.At(col, row))
		}
	}
	return places
}

// clone returns a copy that may be changed until it is handed out.
func (s *State) clone() *State {
	next := *s
	next.piles = append([]engine.Pile(nil), s.piles...)
	return &next
}

// Position implements [engine.State].
func (s *State) Position() map[engine.Place]engine.Pile {
	at := make(map[engine.Place]engine.Pile, len(s.piles))
	for i, p := range s.places() {
		at[p] = s.piles[i]
	}
	return at
}

// declared returns the rank of a foundation's cards, compact.None if there are none.
func declared(foundation engine.Pile) engine.Rank {
	if foundation.Len() == 0 {
		return compact.None
	}
	return foundation.Top().Rank()
}

// allowed returns the ranks that each foundation can take as far as declarations go.
func (s *State) allowed() [compact.Columns]compact.Set {
	var p compact.Position
	for c := range s.rules.Columns() {
		_, foundation := s.column(c)
		p.Rank[c] = declared(foundation)
	}
	return s.rules.Allowed(&p)
}
