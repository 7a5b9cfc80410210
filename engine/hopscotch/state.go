package hopscotch

import "boardwalk/engine"

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
	noPile    = pileIndex(-1)
)

var places = [pileCount]engine.Place{
	engine.At(1, 1), engine.At(2, 1),
	engine.At(1, 2), engine.At(2, 2), engine.At(3, 2), engine.At(4, 2),
	engine.At(1, 3), engine.At(2, 3), engine.At(3, 3), engine.At(4, 3),
}

var names = [pileCount]string{
	"the stock", "the waste",
	"the foundation by 1", "the foundation by 2", "the foundation by 3", "the foundation by 4",
	"the first reserve", "the second reserve", "the third reserve", "the fourth reserve",
}

// find returns the index of the pile at a place, or noPile.
func find(p engine.Place) pileIndex {
	switch col := pileIndex(p.Col()); {
	case p.Row() == 1 && col <= 2:
		return stock + col - 1
	case p.Row() == 2 && col <= 4:
		return by1 + col - 1
	case p.Row() == 3 && col <= 4:
		return first + col - 1
	}
	return noPile
}

func (p pileIndex) String() string { return names[p] }

func (p pileIndex) isFoundation() bool { return by1 <= p && p <= by4 }

func (p pileIndex) isReserve() bool { return first <= p && p <= fourth }

// candidates holds every move of one or two places in byte order, which Moves passes to
// check.
var candidates = func() []engine.Move {
	var all []engine.Move
	for col := 1; col <= 4; col++ {
		for row := 1; row <= 3; row++ {
			if from := engine.At(col, row); find(from) != noPile {
				all = append(all, engine.Move{From: from})
				for i := range 12 {
					if to := engine.At(1+i/3, 1+i%3); find(to) != noPile {
						all = append(all, engine.Move{From: from, To: to})
					}
				}
			}
		}
	}
	return all
}()

var deal = engine.Move{From: places[stock]}

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
func (s *state) Moves() []engine.Move {
	var legal []engine.Move
	for _, m := range candidates {
		if s.check(m) == "" {
			legal = append(legal, m)
		}
	}
	return legal
}

// Over reports whether the game is won or no move is legal.
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
	next := *s
	from, to := find(m.From), waste
	if m != deal {
		to = find(m.To)
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
func (s *state) Position() map[engine.Place]engine.Pile {
	position := make(map[engine.Place]engine.Pile, pileCount)
	for i, p := range s.piles {
		position[places[i]] = p
	}
	return position
}
