// Package hint proposes a good move in any game, without knowing its rules.
//
// It does what a player without experience could do: try each move in the
// mind, play on a little without much thought, and see how well that went.
// What counts is points, a win, and how much there is left to choose from,
// since a game is lost by running out of moves. Face-down cards are guessed
// anew each time, so a hint knows no more than its player. What looks best so
// far is tried more often than the rest.
//
//	states, err := round.Record().Replay(game)
//	...
//	move, ok := hint.Best(ctx, states, hint.Budget, random)
package hint

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"boardwalk/engine"
)

// Budget is how many positions a hint for a player looks at: 15 to 80
// milliseconds of work.
const Budget = 6_000

// Best is a good legal move of the last of these states, which lead there one
// by one as [engine.Record.Replay] gives them; the last alone will do. It
// looks at about budget positions, tries every move at least once, and depends
// on nothing but what the player can see, budget and random.
//
// The move never leads to a board that was seen among the states, nor does it
// only shift a gap about (see [engine.State.Over]). ok is false where no other
// move is left, and where ctx has ended.
func Best(ctx context.Context, states []engine.State, budget int, random *rand.Rand) (m engine.Move, ok bool) {
	s := states[len(states)-1]
	in := candidates(guess(s, random), states)
	p := player{random: random}
	for len(in) > 1 {
		// Each round halves the field and gets its share of what is left.
		stop := p.looked + (budget-p.looked)/bits.Len(uint(len(in)-1))
		for tried := false; !tried || p.looked < stop; tried = true {
			if ctx.Err() != nil {
				return engine.Move{}, false
			}
			g := guess(s, random) // the same for all, that no move has better luck
			for i := range in {
				in[i].value += p.playOut(play(g, in[i].Move))
			}
		}
		slices.SortStableFunc(in, func(a, b candidate) int { return cmp.Compare(b.value, a.value) })
		in = in[:(len(in)+1)/2]
	}
	if len(in) == 0 || ctx.Err() != nil {
		return engine.Move{}, false
	}
	return in[0].Move, true
}

// Movable is the places of all cards that can move, each once, in the order of
// the legal moves.
func Movable(s engine.State) []engine.Place {
	from, _, _ := engine.Next(s.Moves(), engine.Move{})
	return from
}

// A candidate is a move with the sum of what its play-outs came to. All that
// are left have had as many.
type candidate struct {
	engine.Move
	value int
}

// candidates is the moves of g that change something.
func candidates(g engine.State, states []engine.State) []candidate {
	if g.Over() {
		return nil
	}
	before := g.Board()
	seen := make(map[string]bool, len(states))
	for _, past := range states {
		seen[shown(past.Board())] = true
	}
	var in []candidate
	for _, m := range g.Moves() {
		after := play(g, m)
		if !seen[shown(after.Board())] && !idle(before, m, after) {
			in = append(in, candidate{Move: m})
		}
	}
	return in
}

// shown is the same for two boards that show the same.
func shown(b engine.Board) string {
	var key []byte
	for _, v := range b.Piles {
		for _, c := range v.Cards {
			key = append(key, byte(c))
		}
		key = append(key, byte(engine.NoCard), byte(v.Marks))
	}
	return string(key)
}

// idle tells whether a move only shifts a gap about: a lone card goes to an
// empty place of the same kind, and could come right back.
func idle(before engine.Board, m engine.Move, after engine.State) bool {
	from, _ := before.Find(m.From)
	to, ok := before.Find(m.To)
	return ok && from.Kind == to.Kind && len(from.Cards) == 1 && len(to.Cards) == 0 &&
		slices.Contains(after.Moves(), engine.Move{From: m.To, To: m.From})
}

// guess is s as its player may take it to be.
func guess(s engine.State, random *rand.Rand) engine.State {
	if g, ok := s.(engine.Guesser); ok {
		return g.Guess(random)
	}
	return s
}

// play is the state after a move that s has listed.
func play(s engine.State, m engine.Move) engine.State {
	next, err := s.Play(m)
	if err != nil {
		panic("hint: a listed move is refused: " + err.Error())
	}
	return next
}
