// Package hint proposes a good move in any game whose states are an [engine.Advisor], as the
// player can see the game and has played it.
//
//	states, err := round.Record().Replay(game)
//	...
//	advice, ok := hint.Best(ctx, states, hint.Tries, random)
//
// A [House] plays on by such moves. It plays sample deals, which say how hard a game is; see
// [Sample] and [Weekly].
package hint

import (
	"context"
	"math/rand/v2"
	"slices"

	"boardwalk/engine"
)

// Tries is how often to try each move for a player's hint, about; see [engine.Ask].
const Tries = 100

// An Advice is a good move with what speaks for it.
type Advice struct {
	engine.Choice
	Why string // a clause, as [engine.Explainer] returns it; "" if there is nothing to say
}

// Best returns a good legal move in the last of the states. The states lead there one by
// one, as [engine.Record.Replay] returns them; the last alone is enough. It asks the state,
// which has to be an [engine.Advisor]. tries is as in [engine.Ask]. The result depends only on
// what the player can see, on tries and on random, and on when ctx ends: then Best at once
// returns what looks best by then.
//
// The move never leads to a board that was already seen among the states, and it is none of
// except: those were proposed before. ok is false if no other move is worth playing.
func Best(ctx context.Context, states []engine.State, tries int, random *rand.Rand, except ...engine.Move) (a Advice, ok bool) {
	seen := make(map[string]bool, len(states))
	for _, s := range states {
		seen[shown(s.Board())] = true
	}
	s := states[len(states)-1]
	if a.Choice, ok = choose(ctx, s, seen, tries, random, except...); !ok {
		return Advice{}, false
	}
	if e, is := s.(engine.Explainer); is {
		a.Why = e.Why(a.Move)
	}
	return a, true
}

// choose returns the choice of the state's advisor. It leads to none of the boards seen, and is
// none of except.
func choose(ctx context.Context, s engine.State, seen map[string]bool, tries int, random *rand.Rand, except ...engine.Move) (c engine.Choice, ok bool) {
	advisor, ok := s.(engine.Advisor)
	if !ok {
		return engine.Choice{}, false
	}
	choices := advisor.Advise(ctx, engine.Ask{Tries: tries, Random: random, Seen: func(s engine.State) bool { return seen[shown(s.Board())] }})
	i := slices.IndexFunc(choices, func(c engine.Choice) bool { return !slices.Contains(except, c.Move) })
	if i < 0 {
		return engine.Choice{}, false
	}
	return choices[i], true
}

// Movable returns the places of all cards that can move, without repeats, in the order of
// the legal moves.
func Movable(s engine.State) []engine.Place {
	from, _, _ := engine.Next(s.Moves(), engine.Move{})
	return from
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
