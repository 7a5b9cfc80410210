package chessboard

import "boardwalk/engine"

// A pileIndex is the index of a pile in a state. The piles of the wings come first, in
// the order in which they are dealt.
type pileIndex int

const (
	left        pileIndex = 0  // the five piles of the left wing
	right       pileIndex = 5  // the five piles of the right wing
	foundations pileIndex = 10 // the four foundations

	pileCount = 14
	noPile    = pileIndex(-1)
)

var places = [pileCount]engine.Place{
	engine.At(1, 1), engine.At(1, 2), engine.At(1, 3), engine.At(1, 4), engine.At(1, 5),
	engine.At(3, 1), engine.At(3, 2), engine.At(3, 3), engine.At(3, 4), engine.At(3, 5),
	engine.At(2, 1), engine.At(2, 2), engine.At(2, 3), engine.At(2, 4),
}

var names = [pileCount]string{
	"the first pile on the left", "the second pile on the left", "the third pile on the left",
	"the fourth pile on the left", "the fifth pile on the left",
	"the first pile on the right", "the second pile on the right", "the third pile on the right",
	"the fourth pile on the right", "the fifth pile on the right",
	"the first foundation", "the second foundation", "the third foundation", "the fourth foundation",
}

// find returns the index of the pile at a place, or noPile.
func find(p engine.Place) pileIndex {
	switch row := pileIndex(p.Row()); {
	case p.Col() == 1 && row <= 5:
		return left + row - 1
	case p.Col() == 2 && row <= 4:
		return foundations + row - 1
	case p.Col() == 3 && row <= 5:
		return right + row - 1
	}
	return noPile
}

func (p pileIndex) String() string { return names[p] }

func (p pileIndex) isFoundation() bool { return p >= foundations }

// candidates holds every move of two places in byte order, which Moves passes to check.
var candidates = func() []engine.Move {
	var all []engine.Move
	for i := range 15 {
		for j := range 15 {
			m := engine.Move{From: engine.At(1+i/5, 1+i%5), To: engine.At(1+j/5, 1+j%5)}
			if find(m.From) != noPile && find(m.To) != noPile {
				all = append(all, m)
			}
		}
	}
	return all
}()

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
func (s *state) Moves() []engine.Move {
	legal := make([]engine.Move, 0, 32)
	for _, m := range candidates {
		if s.check(m) == "" {
			legal = append(legal, m)
		}
	}
	return legal
}

// Over reports whether the game is won or no move is legal. A game in which cards can be
// shuttled forever is not over: see [state.DeadEnd].
func (s *state) Over() bool {
	for _, m := range candidates {
		if s.check(m) == "" {
			return false
		}
	}
	return true
}

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
	from, to := find(m.From), find(m.To)
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
func (s *state) Position() map[engine.Place]engine.Pile {
	position := make(map[engine.Place]engine.Pile, pileCount)
	for i, p := range s.piles {
		position[places[i]] = p
	}
	return position
}
