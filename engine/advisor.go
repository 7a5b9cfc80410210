package engine

import (
	"context"
	"math/rand/v2"
)

// An Advisor is a State that knows good moves. It plays fair: what it advises depends on what
// the player can see, and not on where hidden cards lie.
type Advisor interface {
	// Advise returns choices among the legal moves, the best first. It returns none if no
	// move is worth playing. If ctx ends, Advise at once returns what it knows by then,
	// which is never less than it knows without any tries.
	Advise(ctx context.Context, a Ask) []Choice
}

// An Ask is what to ask an [Advisor].
type Ask struct {
	// Tries is how often to play out each move of interest, about: 0 is the choice at first
	// sight. More is stronger and slower. An advisor that searches to the end ignores it.
	Tries int
	// Random is where luck comes from. The same numbers give the same choices.
	Random *rand.Rand
	// Among holds the moves to compare, if it is not empty: the choices are these and no
	// others, and each of them is tried, even if only one is named. It is for those who look
	// back at a move that was played.
	Among []Move
	// Seen reports whether the player has had a position before, as far as it can be seen.
	// No choice leads to such a position. It may be nil.
	Seen func(State) bool
}

// A Choice is a move with what it is worth.
type Choice struct {
	Move Move
	// Win is the estimated chance to win after the move, from 0 to 1, and Points the points
	// to expect at the end of the game. Both are rough where there were few tries.
	Win, Points float64
	// Tries is how often the move was tried: 0 if it is a choice at first sight. An advisor that
	// searches to the end tries once.
	Tries int
	// Behind is how far the chance to win is behind that of the first choice, and Error the
	// standard error of that difference, over play-outs with the same hidden cards. Both
	// are 0 for the first choice and where nothing was tried.
	Behind, Error float64
}

// An Explainer is a State that can say why a move is good. Why returns a clause from what the
// move does and the player can see: "frees the column of Sevens, and keeps the Six for b4".
// It is "" if there is nothing to say.
type Explainer interface {
	Why(Move) string
}
