// Package hint proposes a good move in any game, without knowing its rules.
//
// It does what an inexperienced player could do: it tries each move, plays on a little
// without much thought, and sees how well that went. It values points, a win, and the
// number of moves left to choose from, since a game is lost by running out of moves. It
// guesses face-down cards anew each time, so a hint knows no more than the player. Moves
// that look best so far are tried more often than the rest.
//
//	states, err := round.Record().Replay(game)
//	...
//	move, ok := hint.Best(ctx, states, hint.Budget, random)
//
// The same search with open cards plays sample deals, which say how hard a game is; see
// [Sample] and [Weekly].
package hint

import (
	"cmp"
	"context"
	"math/bits"
	"math/rand/v2"
	"slices"

	"boardwalk/engine"
)

// Budget is the number of positions to evaluate for a player's hint: 15 to 80 milliseconds
// of work.
const Budget = 6_000

// Best returns a good legal move in the last of the states. The states lead there one by
// one, as [engine.Record.Replay] returns them; the last alone is enough. Best evaluates
// about budget positions and tries every move at least once. The result depends only on
// what the player can see, on budget and on random.
//
// The move never leads to a board that was already seen among the states, and never only
// shifts a gap around (see [engine.State.Over]). ok is false if no other move is left, or
// if ctx has ended.
func Best(ctx context.Context, states []engine.State, budget int, random *rand.Rand) (m engine.Move, ok bool) {
	seen := make(map[string]bool, len(states))
	for _, s := range states {
		seen[shown(s.Board())] = true
	}
	return best(ctx, states[len(states)-1], seen, budget, player{random: random})
}

// best returns a move in s that is good for a player and leads to none of the boards seen.
func best(ctx context.Context, s engine.State, seen map[string]bool, budget int, p player) (m engine.Move, ok bool) {
	in := p.candidates(p.guess(s), seen)
	for len(in) > 1 {
		// Each round halves the field and gets an equal share of the remaining budget.
		stop := p.evaluated + (budget-p.evaluated)/bits.Len(uint(len(in)-1))
		for tried := false; !tried || p.evaluated < stop; tried = true {
			g := p.guess(s) // the same guess for all, so that no move has better luck
			for i := range in {
				if ctx.Err() != nil {
					return engine.Move{}, false
				}
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

// Movable returns the places of all cards that can move, without repeats, in the order of
// the legal moves.
func Movable(s engine.State) []engine.Place {
	from, _, _ := engine.Next(s.Moves(), engine.Move{})
	return from
}

// A candidate is a move with the sum of the values of its play-outs. All candidates still
// in the field have had the same number of play-outs.
type candidate struct {
	engine.Move
	value int
}

// candidates returns the moves of g that change something and lead to none of the boards
// seen. A player with open cards looks at some of many moves, whichever come.
func (p *player) candidates(g engine.State, seen map[string]bool) []candidate {
	if g.Over() {
		return nil
	}
	before, moves := g.Board(), g.Moves()
	most := len(moves)
	if p.open && most > openMoves {
		most = openMoves
		p.random.Shuffle(len(moves), func(i, j int) { moves[i], moves[j] = moves[j], moves[i] })
	}
	var in []candidate
	for _, m := range moves {
		if len(in) == most {
			break
		}
		after := play(g, m)
		if !seen[shown(after.Board())] && !idle(before, m, after) {
			in = append(in, candidate{Move: m})
		}
	}
	return in
}

// shown returns a key that is equal for boards that look the same.
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

// idle reports whether a move only shifts a gap around: it moves a lone card to an empty
// place of the same kind, and the card could come right back.
func idle(before engine.Board, m engine.Move, after engine.State) bool {
	from, _ := before.Find(m.From)
	to, ok := before.Find(m.To)
	return ok && from.Kind == to.Kind && len(from.Cards) == 1 && len(to.Cards) == 0 &&
		slices.Contains(after.Moves(), engine.Move{From: m.To, To: m.From})
}

// play returns the state after one of the moves that s lists.
func play(s engine.State, m engine.Move) engine.State {
	next, err := s.Play(m)
	if err != nil {
		panic("hint: a listed move is refused: " + err.Error())
	}
	return next
}
