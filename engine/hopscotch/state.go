package hopscotch

import (
	"fmt"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/piles"
)

// A pileIndex is the index of a pile in a state. The indices follow the rows of the table.
type pileIndex int

const (
	stock pileIndex = iota
	waste
	by1 // the four foundations
	by2
	by3
	by4
	first // the four reserves
	second
	third
	fourth

	pileCount = 10
)

var table = piles.MustParse[pileIndex]("a1 b1 a2 b2 c2 d2 a3 b3 c3 d3")

func (p pileIndex) String() string { return table.Place(p).String() }

func (p pileIndex) isFoundation() bool { return by1 <= p && p <= by4 }

func (p pileIndex) isReserve() bool { return first <= p && p <= fourth }

var deal = engine.Move{From: table.Place(stock)}

// A state is the ten piles; everything else follows from them. It never changes once it
// is handed out.
type state struct {
	piles [pileCount]engine.Pile
}

// step returns the rank that follows r on a ladder that climbs by k. On each ladder the
// King comes last.
func step(r engine.Rank, k int) engine.Rank { return (r + engine.Rank(k)) % 13 }

// by returns the step of the foundation at p: 1 to 4.
func by(p pileIndex) int { return int(p-by1) + 1 }

// next returns the rank that the foundation at p takes next; ok is false once its King
// has closed it.
func (s *state) next(p pileIndex) (next engine.Rank, ok bool) {
	top := s.piles[p].Top().Rank()
	return step(top, by(p)), top != engine.King
}

// Moves returns the legal moves in byte order.
func (s *state) Moves() []engine.Move { return piles.Legal(table, s.check) }

// Over reports whether the game is won or no move is legal.
func (s *state) Over() bool { return !piles.AnyLegal(table, s.check) }

// Play returns the state after a move, or an *engine.IllegalMove with one of the codes in
// the package's table.
func (s *state) Play(m engine.Move) (engine.State, error) {
	if r := s.check(m); r != "" {
		return nil, &engine.IllegalMove{Move: m, Code: string(r), Why: s.why(m, r)}
	}
	next := *s
	from, to := table.Find(m.From), waste
	if m != deal {
		to = table.Find(m.To)
	}
	next.piles[from] = s.piles[from].Pop()
	next.piles[to] = s.piles[to].Push(s.piles[from].Top().Up())
	return &next, nil
}

// Score gives a point for each card on a foundation beyond its first.
func (s *state) Score() engine.Score {
	points := 0
	for _, p := range s.piles[by1 : by4+1] {
		points += p.Len() - 1
	}
	won := points == maxPoints
	return engine.Score{Points: points, Max: maxPoints, Won: won, Perfect: won}
}

// NextDeal returns the deal of the next card if it is legal. It leaves the first card of
// a game to the player.
func (s *state) NextDeal() (engine.Move, bool) {
	if s.check(deal) != "" || s.piles[stock].Len() >= maxPoints {
		return engine.Move{}, false
	}
	return deal, true
}

// Position returns every place with its pile.
func (s *state) Position() map[engine.Place]engine.Pile { return table.Position(s.piles[:]) }

// Guess implements [engine.Guesser]: it shuffles the stock.
func (s *state) Guess(random *rand.Rand) engine.State {
	next := *s
	engine.Redeal(next.piles[:], random)
	return &next
}

// valid returns an error if this game cannot have the position.
func (s *state) valid() error {
	for at := range pileIndex(pileCount) {
		for _, c := range s.piles[at].Cards() {
			if c.IsDown() != (at == stock) {
				return fmt.Errorf("%s: %s lies the wrong way: the stock is face down, all else face up", table.Place(at), c)
			}
		}
		if at.isFoundation() && s.piles[at].Len() == 0 {
			return fmt.Errorf("%s is empty: each foundation has a first card", at)
		}
	}
	if n := s.piles[waste].Len(); n > 1 {
		return fmt.Errorf("%s (the waste) has %d cards: it takes one at most", table.Place(waste), n)
	}
	return nil
}
