package hopscotch

import (
	"fmt"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/hopscotch/compact"
	"boardwalk/engine/piles"
)

// A pileIndex is the index of a pile in a state. The indices follow the rows of the table: the
// foundations come after the waste, and then the reserves.
type pileIndex int

const (
	stock pileIndex = iota
	waste
	foundations // the first foundation

	mostPiles = foundations + compact.MostLadders + compact.MostReserves
)

// newTable returns where the piles of a game lie.
func newTable(r *compact.Rules) *piles.Table[pileIndex] {
	text := ""
	for p := range r.Reserve(r.Reserves) {
		text += r.Place(p).String() + " "
	}
	return piles.MustParse[pileIndex](text)
}

// name returns what sentences call a pile.
func (g *game) name(p pileIndex) string { return g.table.Place(p).String() }

func (g *game) isFoundation(p pileIndex) bool { return foundations <= p && p < g.reserve(0) }

func (g *game) isReserve(p pileIndex) bool { return g.reserve(0) <= p && p < g.piles() }

// reserve returns the index of a reserve, the first of which is number 0.
func (g *game) reserve(i int) pileIndex { return foundations + pileIndex(g.Foundations+i) }

// piles returns how many piles the table has.
func (g *game) piles() pileIndex { return g.reserve(g.Reserves) }

// deal returns the move that deals a card or, once the stock is empty, the reserves.
func (g *game) deal() engine.Move { return engine.Move{From: g.table.Place(stock)} }

// by returns the step of the foundation at p.
func (g *game) by(p pileIndex) int { return g.Steps[p-foundations] }

// A state is the piles and how many redeals are left; everything else follows from them. It never
// changes once it is handed out.
type state struct {
	*game
	redeals int
	at      [mostPiles]engine.Pile
}

// next returns the rank that the foundation at p takes next; ok is false once it is closed.
func (s *state) next(p pileIndex) (next engine.Rank, ok bool) {
	k := int(p - foundations)
	rung := s.rung(p)
	if rung == s.ladders.Top() {
		return 0, false
	}
	return engine.Rank(s.ladders.Ladder(k, rung+1)), true
}

// rung returns the rung that the foundation at p has reached, -1 while it is empty.
func (s *state) rung(p pileIndex) int {
	if s.at[p].Len() == 0 {
		return -1
	}
	return int(s.ladders.Rung(int(p-foundations), int8(s.at[p].Top().Rank())))
}

// Moves returns the legal moves in byte order.
func (s *state) Moves() []engine.Move { return piles.Legal(s.table, s.check) }

// Over reports whether the game is won or no move is legal.
func (s *state) Over() bool { return !piles.AnyLegal(s.table, s.check) }

// Play returns the state after a move, or an *engine.IllegalMove with one of the codes in
// the package's table.
func (s *state) Play(m engine.Move) (engine.State, error) {
	if r := s.check(m); r != "" {
		return nil, &engine.IllegalMove{Move: m, Code: string(r), Why: s.why(m, r)}
	}
	next := *s
	from, to := s.table.Find(m.From), waste
	switch {
	case m != s.deal():
		to = s.table.Find(m.To)
	case s.at[stock].Len() == 0:
		next.redeal()
		return &next, nil
	}
	next.at[from] = s.at[from].Pop()
	next.at[to] = s.at[to].Push(s.at[from].Top().Up())
	return &next, nil
}

// redeal makes the reserves the stock: put on each other from the left and turned over, so that
// they come in the order in which they lay.
func (s *state) redeal() {
	s.redeals--
	var cards []engine.Card
	for p := s.piles() - 1; p >= s.reserve(0); p-- {
		for ; s.at[p].Len() > 0; s.at[p] = s.at[p].Pop() {
			cards = append(cards, s.at[p].Top().Down())
		}
	}
	s.at[stock] = engine.NewPile(cards...)
}

// Score gives a point for each card on a foundation beyond those that are laid out.
func (s *state) Score() engine.Score {
	points := 0
	for _, p := range s.at[foundations:s.reserve(0)] {
		points += p.Len()
		if s.Laid {
			points--
		}
	}
	won := points == s.most()
	return engine.Score{Points: points, Max: s.most(), Won: won, Perfect: won}
}

// NextDeal returns the deal of the next card if it is legal. It leaves the first card of
// a game, and of a redeal, to the player.
func (s *state) NextDeal() (engine.Move, bool) {
	n := s.at[stock].Len()
	if n == 0 || s.check(s.deal()) != "" || n >= s.most() {
		return engine.Move{}, false
	}
	return s.deal(), true
}

// Position returns every place with its pile.
func (s *state) Position() map[engine.Place]engine.Pile { return s.table.Position(s.at[:s.piles()]) }

// Guess implements [engine.Guesser]: it shuffles the stock, also one that was dealt before.
func (s *state) Guess(random *rand.Rand) engine.State {
	next := *s
	engine.Redeal(next.at[:s.piles()], random)
	return &next
}

// valid returns an error if this game cannot have the position.
func (s *state) valid() error {
	for p := range s.piles() {
		for _, c := range s.at[p].Cards() {
			if c.IsDown() != (p == stock) {
				return fmt.Errorf("%s: %s lies the wrong way: the stock is face down, all else face up", s.name(p), c)
			}
			if int(c.Rank()) >= s.Ranks {
				return fmt.Errorf("%s: %s is none of the %d ranks in play", s.name(p), c, s.Ranks)
			}
		}
		if s.Laid && s.isFoundation(p) && s.at[p].Len() == 0 {
			return fmt.Errorf("%s is empty: each foundation has a first card", s.name(p))
		}
	}
	if n := s.at[waste].Len(); n > 1 {
		return fmt.Errorf("%s (the waste) has %d cards: it takes one at most", s.name(waste), n)
	}
	return nil
}
