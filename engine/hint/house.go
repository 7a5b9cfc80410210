package hint

import (
	"context"
	"math/rand/v2"

	"boardwalk/engine"
)

// HouseMoves is the most moves that a [House] plays. The longest games of the arcade take
// half as many; some that can be made up could go on for ever.
const HouseMoves = 500

// A House is the arcade playing a deal by its own advice, of which it always takes the first
// choice. It sees what a player would see. It belongs to one goroutine.
type House struct {
	state  engine.State
	tries  int
	random *rand.Rand
	seen   map[string]bool // the boards it has had
	moves  int
	last   engine.Move
	won    bool
}

// NewHouse returns a House that plays on from s, by what [Best] says with a number of tries.
// The same tries and random numbers play the same game.
func NewHouse(s engine.State, tries int, random *rand.Rand) *House {
	return &House{state: s, tries: tries, random: random, seen: map[string]bool{shown(s.Board()): true}, won: s.Score().Won}
}

// Step plays a move. It reports whether there was one worth playing. Once ctx has ended, the
// House plays on at first sight.
func (h *House) Step(ctx context.Context) bool {
	if h.moves == HouseMoves {
		return false
	}
	c, _, ok := choose(ctx, h.state, h.seen, h.tries, h.random)
	if !ok {
		return false
	}
	h.state = play(h.state, c.Move)
	h.moves, h.last = h.moves+1, c.Move
	h.seen[shown(h.state.Board())] = true
	h.won = h.won || h.state.Score().Won
	return true
}

// State returns the state that the House has reached.
func (h *House) State() engine.State { return h.state }

// Last returns the move that the House has played last, zero before the first.
func (h *House) Last() engine.Move { return h.last }

// Moves returns the number of moves that the House has played.
func (h *House) Moves() int { return h.moves }

// Score returns the score if the House ends the game here. It is won if it was won at any
// time.
func (h *House) Score() engine.Score {
	score := engine.Final(h.state)
	score.Won = score.Won || h.won
	return score
}
