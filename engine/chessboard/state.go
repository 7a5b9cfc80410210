package chessboard

import (
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/piles"
)

// A pileIndex is the index of a pile in a state. The piles of the wings come first, in
// the order in which they are dealt.
type pileIndex int

const (
	left        pileIndex = 0  // the five piles of the left wing
	right       pileIndex = 5  // the five piles of the right wing
	foundations pileIndex = 10 // the four foundations

	pileCount = 14
)

var table = piles.MustParse[pileIndex]("a1 a2 a3 a4 a5 c1 c2 c3 c4 c5 b1 b2 b3 b4")

func (p pileIndex) String() string { return table.Place(p).String() }

func (p pileIndex) isFoundation() bool { return p >= foundations }

// A state is the fourteen piles; everything else, including the base rank, follows from
// them. It never changes once it is handed out.
type state struct {
	piles [pileCount]engine.Pile
}

// rankAbove returns the rank n above r; an Ace follows the King.
func rankAbove(r engine.Rank, n int) engine.Rank { return (r + engine.Rank(n)) % suitSize }

// base returns the rank that foundations start with; ok is false until the first has
// begun.
func (s *state) base() (rank engine.Rank, ok bool) {
	for _, p := range s.piles[foundations:] {
		if p.Len() > 0 {
			return p.At(0).Rank(), true
		}
	}
	return 0, false
}

// next returns the card that the foundation at p, which must not be empty, takes next.
func (s *state) next(p pileIndex) engine.Card {
	top := s.piles[p].Top()
	return engine.NewCard(rankAbove(top.Rank(), 1), top.Suit())
}

// Moves returns the legal moves in byte order.
func (s *state) Moves() []engine.Move { return piles.Legal(table, s.check) }

// Over reports whether the game is won or no move is legal. A game in which cards can be
// shuttled forever is not over: see [state.DeadEnd].
func (s *state) Over() bool { return !piles.AnyLegal(table, s.check) }

// Play returns the state after a move, or an *engine.IllegalMove with one of the codes in
// the package's table.
func (s *state) Play(m engine.Move) (engine.State, error) {
	if r := s.check(m); r != "" {
		return nil, &engine.IllegalMove{Move: m, Code: string(r), Why: s.why(m, r)}
	}
	next := s.after(m)
	return &next, nil
}

// after returns the state after a legal move.
func (s *state) after(m engine.Move) state {
	next := *s
	from, to := table.Find(m.From), table.Find(m.To)
	next.piles[from] = s.piles[from].Pop()
	next.piles[to] = s.piles[to].Push(s.piles[from].Top())
	return next
}

// Score gives a point for each card on a foundation.
func (s *state) Score() engine.Score {
	points := 0
	for _, p := range s.piles[foundations:] {
		points += p.Len()
	}
	won := points == deckSize
	return engine.Score{Points: points, Max: deckSize, Won: won, Perfect: won}
}

// Position returns every place with its pile.
func (s *state) Position() map[engine.Place]engine.Pile { return table.Position(s.piles[:]) }

// valid returns an error if this game cannot have the position.
func (s *state) valid() error {
	for i, p := range s.piles {
		if p.Down() > 0 {
			return fmt.Errorf("%s has a card face down: all cards lie face up", table.Place(pileIndex(i)))
		}
	}
	base, _ := s.base()
	for p := foundations; p < foundations+4; p++ {
		for i, c := range s.piles[p].Cards() {
			want := engine.NewCard(rankAbove(base, i), s.piles[p].At(0).Suit())
			if c != want {
				return fmt.Errorf("%s: %s lies where %s belongs, built in suit from the base rank", p, c, want)
			}
		}
	}
	return nil
}
