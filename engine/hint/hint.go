// Package hint proposes a good move in any game: what the game's [engine.Advisor] says or, if
// it has none, what comes of playing on without knowing its rules.
//
// Then it does what an inexperienced player could do: it tries each move, plays on a little
// without much thought, and sees how well that went. It values points, a win, and the
// number of moves left to choose from, since a game is lost by running out of moves. It
// guesses face-down cards again each time, so a hint knows no more than the player. Moves
// that look best so far are tried more often than the rest; see [arms.Race].
//
//	states, err := round.Record().Replay(game)
//	...
//	advice, ok := hint.Best(ctx, states, hint.Tries, random)
//
// A [Desk] gives such hints to all players of an arcade.
//
// A [House] plays on by such moves. It plays sample deals, which say how hard a game is; see
// [Sample] and [Weekly].
package hint

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arms"
)

// Tries is how often the arcade's player tries each move at its best, about; see [engine.Ask].
const Tries = 100

// playOuts is how many play-outs a try is, of all moves together, where the arcade's player plays out
// moves itself: there, a hint of [Tries] takes 15 to 80 milliseconds.
const playOuts = 3

// An Advice is a good move with what speaks for it.
type Advice struct {
	engine.Choice
	Why   string // a clause, as [engine.Explainer] returns it; "" if there is nothing to say
	Sight bool   // it is the choice at first sight, though there were others to try
}

// Best returns a good legal move in the last of the states. The states lead there one by
// one, as [engine.Record.Replay] returns them; the last alone is enough. It asks the state
// if that is an [engine.Advisor], and else plays moves out. tries is as in [engine.Ask]. The
// result depends only on what the player can see, on tries and on random, and on when ctx
// ends: then Best at once returns what looks best by then.
//
// The move leads to a board that was already seen among the states only where a search has shown that
// all that can be gained lies behind it, and never to one that was seen twice. It never only
// shifts a gap around (see [engine.State.Over]), and it is none of except: those were proposed
// before. ok is false if no other move is left.
func Best(ctx context.Context, states []engine.State, tries int, random *rand.Rand, except ...engine.Move) (a Advice, ok bool) {
	seen, twice := make(map[string]bool, len(states)), make(map[string]bool)
	for _, s := range states {
		board := shown(s.Board())
		seen[board], twice[board] = true, seen[board]
	}
	s := states[len(states)-1]
	a.Choice, a.Sight, ok = choose(ctx, s, seen, tries, random, except...)
	if _, searches := s.(engine.Advisor); searches && !ok && len(except) == 0 {
		a.Choice, a.Sight, ok = choose(ctx, s, twice, tries, random)
		ok = ok && !a.Sight
	}
	if !ok {
		return Advice{}, false
	}
	if e, is := s.(engine.Explainer); is {
		a.Why = e.Why(a.Move)
	}
	return a, true
}

// choose returns what is best in s by its advisor or, if it has none, by play-outs, and whether that is
// at first sight. It leads to none of the boards seen, and is none of except.
func choose(ctx context.Context, s engine.State, seen map[string]bool, tries int, random *rand.Rand, except ...engine.Move) (c engine.Choice, sight, ok bool) {
	advisor, is := s.(engine.Advisor)
	if !is {
		return best(ctx, s, seen, tries, player{random: random}, except...)
	}
	choices := advisor.Advise(ctx, engine.Ask{Tries: tries, Random: random, Seen: func(s engine.State) bool { return seen[shown(s.Board())] }})
	c, ok = engine.First(choices, func(c engine.Choice) bool { return !slices.Contains(except, c.Move) })
	return c, ok && c.Tries == 0 && len(choices) > 1, ok
}

// best returns a move in s that is good for a player, leads to none of the boards seen, and is none
// of except. With no tries, or if ctx ends before the first play-outs, it is the choice at first
// sight. In each world all moves have the same guess.
func best(ctx context.Context, s engine.State, seen map[string]bool, tries int, p player, except ...engine.Move) (c engine.Choice, sight, ok bool) {
	in := slices.DeleteFunc(p.candidates(p.guess(s), seen), func(c candidate) bool { return slices.Contains(except, c.Move) })
	if len(in) == 0 {
		return c, false, false
	}
	guess := s
	race := arms.Race{
		Arms: len(in), Tries: (tries*playOuts + len(in) - 1) / len(in), Points: 1,
		World: func(random *rand.Rand) {
			p.random = random
			guess = p.guess(s)
		},
		Try: func(arm int) arms.Outcome {
			return arms.Outcome{Points: float32(p.playOut(play(guess, in[arm].Move)))}
		},
	}
	found := race.Run(ctx, p.random)[0]
	return engine.Choice{Move: in[found.Arm].Move, Tries: found.Tries}, found.Tries == 0 && len(in) > 1, true
}

// Movable returns the places of all cards that can move, without repeats, in the order of
// the legal moves.
func Movable(s engine.State) []engine.Place {
	return engine.Next(s.Moves(), engine.Move{})
}

// fewCards is how many movable cards are few: with three, most games still go on for long.
const fewCards = 2

// Few returns how many cards can move in s, 0 if they are not few: the game may soon be over. As long
// as it has a stock to deal from, or in a game without dead ends, few cards are no sign of that.
func Few(s engine.State) int {
	_, deals := s.(engine.Dealer)
	if _, ends := s.(engine.DeadEnder); deals && engine.Hidden(s) > 0 || !ends || s.Over() {
		return 0
	}
	if n := len(Movable(s)); n <= fewCards {
		return n
	}
	return 0
}

// A candidate is a move with the value of the position that it leads to.
type candidate struct {
	engine.Move
	value int
}

// candidates returns the moves of g that change something and lead to none of the boards
// seen, the best at first sight first: those to positions of great value.
func (p *player) candidates(g engine.State, seen map[string]bool) []candidate {
	if g.Over() {
		return nil
	}
	before := g.Board()
	var in []candidate
	for _, m := range g.Moves() {
		after := play(g, m)
		if !seen[shown(after.Board())] && !idle(before, m, after) {
			in = append(in, candidate{m, p.evaluate(after).value})
		}
	}
	slices.SortStableFunc(in, func(a, b candidate) int { return cmp.Compare(b.value, a.value) })
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
