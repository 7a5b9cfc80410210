package hint

import (
	"math/rand/v2"

	"boardwalk/engine"
)

// far is how many moves a play-out goes. Farther on, chance says more than the
// move that is being tried.
const far = 12

// A player plays without much thought, and counts the positions looked at.
type player struct {
	random *rand.Rand
	looked int
}

// A position is a state with what the player sees in it.
type position struct {
	state engine.State
	moves []engine.Move
	value int
}

// look takes in a state. A point, and a move to choose from, are worth one; a
// win is worth half of all points.
func (p *player) look(s engine.State) position {
	p.looked++
	score, moves := s.Score(), s.Moves()
	at := position{s, moves, score.Points + len(moves)}
	if score.Won {
		at.value += score.Max / 2
	}
	return at
}

// playOut is the value of where the player comes to from s.
func (p *player) playOut(s engine.State) int {
	at := p.look(s)
	for n := 0; n < far && len(at.moves) > 0; n++ {
		at = p.step(at)
	}
	return at.value
}

// step plays the better of two moves drawn at random. To choose among all of
// them would make all play-outs alike.
func (p *player) step(at position) position {
	i := p.random.IntN(len(at.moves))
	best := p.look(play(at.state, at.moves[i]))
	if len(at.moves) > 1 {
		j := (i + 1 + p.random.IntN(len(at.moves)-1)) % len(at.moves)
		if other := p.look(play(at.state, at.moves[j])); other.value > best.value {
			best = other
		}
	}
	return best
}
