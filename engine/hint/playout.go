package hint

import (
	"math/rand/v2"

	"boardwalk/engine"
)

// depth is the number of moves in a play-out. Beyond it, the outcome depends more on chance
// than on the move being tried.
const depth = 12

// A player plays without much thought.
type player struct{ random *rand.Rand }

// guess returns s with its hidden cards guessed, as anybody could.
func (p *player) guess(s engine.State) engine.State {
	if g, ok := s.(engine.Guesser); ok {
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
	score, moves := s.Score(), s.Moves()
	at := position{s, moves, score.Points + len(moves)}
	if score.Won {
		at.value += score.Max / 2
	}
	return at
}

// playOut returns the value of the position that the player reaches from s.
func (p *player) playOut(s engine.State) int {
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
