package hint

import (
	"math/rand/v2"

	"boardwalk/engine"
)

// depth is the number of moves in a play-out. Beyond it, the outcome depends more on chance
// than on the move being tried.
const depth = 12

// With open cards, openDepth is the most moves in a play-out, and openMoves the most moves
// to choose from.
const (
	openDepth = 40
	openMoves = 32
)

// A player plays without much thought, and counts the positions it evaluates.
type player struct {
	random    *rand.Rand
	open      bool // it sees all cards
	evaluated int
}

// guess returns s with its hidden cards as the player believes them to lie: guessed, as
// anybody could, or where they are.
func (p *player) guess(s engine.State) engine.State {
	if g, ok := s.(engine.Guesser); ok && !p.open {
		return g.Guess(p.random)
	}
	return s
}

// A position is a state with its moves and its value to the player.
type position struct {
	state engine.State
	moves []engine.Move
	value int
}

// evaluate evaluates a state. A point is worth one, and so is a move to choose from; a win is
// worth half of all points.
func (p *player) evaluate(s engine.State) position {
	p.evaluated++
	score, moves := s.Score(), s.Moves()
	at := position{s, moves, score.Points + len(moves)}
	if score.Won {
		at.value += score.Max / 2
	}
	return at
}

// playOut returns the value of the position that the player reaches from s.
func (p *player) playOut(s engine.State) int {
	if p.open {
		return p.playOn(s)
	}
	at := p.evaluate(s)
	for n := 0; n < depth && len(at.moves) > 0; n++ {
		at = p.step(at)
	}
	return at.value
}

// step plays the better of two moves drawn at random. Choosing among all moves would make
// all play-outs alike.
func (p *player) step(at position) position {
	i := p.random.IntN(len(at.moves))
	best := p.evaluate(play(at.state, at.moves[i]))
	if len(at.moves) > 1 {
		j := (i + 1 + p.random.IntN(len(at.moves)-1)) % len(at.moves)
		if other := p.evaluate(play(at.state, at.moves[j])); other.value > best.value {
			best = other
		}
	}
	return best
}

// playOn plays at random for a while, mostly to the end of the game, and returns the points
// with the worth of a win. Where all cards are known, many such play-outs find more than
// few careful ones.
func (p *player) playOn(s engine.State) int {
	for range openDepth {
		p.evaluated++
		moves := s.Moves()
		if len(moves) == 0 {
			break
		}
		s = play(s, moves[p.random.IntN(len(moves))])
	}
	score := s.Score()
	if score.Won {
		return score.Points + score.Max/2
	}
	return score.Points
}
