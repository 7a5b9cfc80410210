package boardwalk

import (
	"math/bits"

	"boardwalk/engine"
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
	piles []engine.Pile // row by row, each from the left
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

// ranks is a set of ranks: bit r for rank r.
type ranks uint32

const (
	allRanks  ranks = 1<<engine.Ranks - 1
	wildRanks ranks = 1<<engine.Wild | 1<<engine.Free | 1<<engine.Joker
)

func (r ranks) has(c engine.Card) bool { return r>>c.Rank()&1 != 0 }

func (r ranks) count() int { return bits.OnesCount32(uint32(r)) }

// declared returns the rank of a foundation's cards as a set, empty if there are no
// cards.
func declared(foundation engine.Pile) ranks {
	if foundation.Len() == 0 {
		return 0
	}
	return 1 << foundation.Top().Rank()
}

// allowedRanks holds the ranks that each foundation of a walk can take as far as declarations
// go: its own rank if it has declared one, otherwise every rank that uniqueness and
// ascending order leave to it.
type allowedRanks [13]ranks

// allowed returns the allowed ranks of both walks.
func (s *State) allowed() (upper, lower allowedRanks) {
	above, below := s.row(2), s.row(4)
	var onUpper, onLower ranks
	for _, f := range above {
		onUpper |= declared(f)
	}
	for _, f := range below {
		onLower |= declared(f)
	}
	switch s.game.Uniqueness {
	case PerBoard:
		onUpper |= onLower
		onLower = onUpper
	case Anywhere:
		onUpper, onLower = 0, 0
	}
	equal := s.game.Uniqueness == Anywhere
	return walkAllowed(above, onUpper, s.game.OrderUpper, equal), walkAllowed(below, onLower, s.game.OrderLower, equal)
}

// walkAllowed returns the allowed ranks of one walk. The ranks in used may not be declared
// again; equal allows equal neighbours along an ordered walk.
func walkAllowed(foundations []engine.Pile, used ranks, ordered, equal bool) allowedRanks {
	var a allowedRanks
	for i := range foundations {
		a[i] = allRanks &^ used
	}
	if ordered {
		higher, lower := allRanks, allRanks // the ranks that the columns passed so far allow
		for i, f := range foundations {
			a[i] &= higher
			higher &= atLeast(declared(f), equal)
		}
		for i := len(foundations) - 1; i >= 0; i-- {
			a[i] &= lower
			lower &= atMost(declared(foundations[i]), equal)
		}
	}
	for i, f := range foundations {
		if f.Len() > 0 {
			a[i] = declared(f)
		}
	}
	return a
}

// atLeast returns the ranks that may stand to the right of a declared rank d: the ordered
// ranks above it, d itself if equal is set, and every wild type. An undeclared or wild
// neighbour allows every rank.
func atLeast(d ranks, equal bool) ranks {
	if d == 0 || d&wildRanks != 0 {
		return allRanks
	}
	if !equal {
		d <<= 1
	}
	return ^(d-1)&allRanks | wildRanks
}

// atMost returns the ranks that may stand to the left of a declared rank d; see atLeast.
func atMost(d ranks, equal bool) ranks {
	if d == 0 || d&wildRanks != 0 {
		return allRanks
	}
	if equal {
		d <<= 1
	}
	return d - 1 | wildRanks
}
