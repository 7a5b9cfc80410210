package chessboard

import (
	"fmt"

	"boardwalk/engine"
	"boardwalk/engine/piles"
)

// A pileIndex is the index of a pile in a state. The piles of the wings come first, in
// the order in which they are dealt. A game with fewer piles leaves those out that follow.
type pileIndex int

const (
	foundations pileIndex = 2 * maxRows
	pileCount             = 2*maxRows + maxSuits
)

func (p pileIndex) isFoundation() bool { return p >= foundations }

// A state is the piles of a game; everything else, including the base rank, follows from
// them. It never changes once it is handed out.
type state struct {
	game  *game
	piles [pileCount]engine.Pile
}

// rankAbove returns the rank n above r; an Ace follows the highest rank.
func (g *game) rankAbove(r engine.Rank, n int) engine.Rank {
	return (r + engine.Rank(n)) % engine.Rank(g.rules.Ranks)
}

// base returns the rank that foundations start with. If the first card up chooses it, ok is false
// until then.
func (s *state) base() (rank engine.Rank, ok bool) {
	if s.game.rules.Base == FromAce {
		return engine.Ace, true
	}
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
	return engine.NewCard(s.game.rankAbove(top.Rank(), 1), top.Suit())
}

// Moves returns the legal moves in byte order.
func (s *state) Moves() []engine.Move { return piles.Legal(s.game.table, s.check) }

// Over reports whether the game is won or no move is legal. A game in which cards can be
// shuttled forever is not over: see [state.DeadEnd].
func (s *state) Over() bool { return !piles.AnyLegal(s.game.table, s.check) }

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
	from, to := s.game.table.Find(m.From), s.game.table.Find(m.To)
	n, _ := s.moving(from, to)
	for i := s.piles[from].Len() - n; i < s.piles[from].Len(); i++ {
		next.piles[from], next.piles[to] = next.piles[from].Pop(), next.piles[to].Push(s.piles[from].At(i))
	}
	return next
}

// lowest returns the lowest card that a legal move takes.
func (s *state) lowest(from, to pileIndex) engine.Card {
	n, _ := s.moving(from, to)
	return s.piles[from].At(s.piles[from].Len() - n)
}

// Score gives a point for each card on a foundation.
func (s *state) Score() engine.Score {
	points := 0
	for _, p := range s.piles[foundations:] {
		points += p.Len()
	}
	won := points == s.game.rules.Cards()
	return engine.Score{Points: points, Max: s.game.rules.Cards(), Won: won, Perfect: won}
}

// Position returns every place with its pile.
func (s *state) Position() map[engine.Place]engine.Pile { return s.game.table.Position(s.piles[:]) }

// valid returns an error if this game cannot have the position.
func (s *state) valid() error {
	for i, p := range s.piles {
		at := s.game.table.Place(pileIndex(i))
		if p.Down() > 0 {
			return fmt.Errorf("%s has a card face down: all cards lie face up", at)
		}
		for _, c := range p.Cards() {
			if s.game.above[c] == engine.NoCard {
				return fmt.Errorf("%s: %s is not one of the %d cards of this game", at, c, s.game.rules.Cards())
			}
		}
	}
	base, _ := s.base()
	for p := foundations; p < pileCount; p++ {
		for i, c := range s.piles[p].Cards() {
			want := engine.NewCard(s.game.rankAbove(base, i), s.piles[p].At(0).Suit())
			if c != want {
				return fmt.Errorf("%s: %s lies where %s belongs, built in suit from the base rank", s.game.table.Place(p), c, want)
			}
		}
	}
	return nil
}
