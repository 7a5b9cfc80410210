package analysis_test

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"boardwalk/engine"
)

// A toss is a small game of luck with hidden cards. Some cards lie face down at a1, red ones
// and black ones. A player takes the next card to b1 or passes it to c1. A red card there is
// a point, a black one takes a point away. It is won with two points or more.
type toss struct {
	engine.Game
	noise float64 // of the advisor's estimates, as the standard error of a single try
	blind bool    // the solver knows nothing
}

var take, pass = engine.Move{From: engine.At(1, 1), To: engine.At(2, 1)}, engine.Move{From: engine.At(1, 1), To: engine.At(3, 1)}

type tossState struct {
	toss
	stock []bool // the next card last; red is true
	taken []bool
	worth int // of the cards taken
}

func (g toss) Info() engine.Info { return engine.Info{ID: "toss", Version: 1, Name: "Toss"} }

// Deal has a card for each letter of the code, the first on top: R is red.
func (g toss) Deal(code engine.Code) engine.State {
	s := tossState{toss: g}
	for _, c := range code {
		s.stock = append(s.stock, c == 'R')
	}
	slices.Reverse(s.stock)
	return s
}

func (s tossState) Over() bool { return len(s.stock) == 0 }

func (s tossState) Moves() []engine.Move {
	if s.Over() {
		return nil
	}
	return []engine.Move{take, pass}
}

func (s tossState) Play(m engine.Move) (engine.State, error) {
	if s.Over() || m != take && m != pass {
		return nil, fmt.Errorf("%s is no move", m)
	}
	last := len(s.stock) - 1
	if m == take {
		s.taken = append(slices.Clip(s.taken), s.stock[last])
		if s.worth--; s.stock[last] {
			s.worth += 2
		}
	}
	s.stock = s.stock[:last]
	return s, nil
}

func (s tossState) Describe(m engine.Move) string { return m.String() }

func (s tossState) Score() engine.Score {
	points := max(s.worth, 0)
	return engine.Score{Points: points, Max: 10, Won: s.Over() && points >= 2}
}

func (s tossState) Position() map[engine.Place]engine.Pile { return nil }

func (s tossState) Board() engine.Board { return engine.Board{} }

func (s tossState) Hidden() int { return len(s.stock) }

func (s tossState) Guess(r *rand.Rand) engine.State {
	s.stock = slices.Clone(s.stock)
	red := 0
	for _, card := range s.stock {
		if card {
			red++
		}
	}
	for i := range s.stock {
		s.stock[i] = i < red
	}
	r.Shuffle(len(s.stock), func(i, j int) { s.stock[i], s.stock[j] = s.stock[j], s.stock[i] })
	return s
}

// Solve takes the red cards and passes the others.
func (s tossState) Solve(_ context.Context, q engine.Question) engine.Solution {
	if s.blind {
		return engine.Solution{Verdict: engine.VerdictUnknown, Points: s.Score().Points}
	}
	found, worth := engine.Solution{Verdict: engine.VerdictLost, Most: true}, s.worth
	for _, red := range slices.Backward(s.stock) {
		m := pass
		if red {
			m = take
			worth++
		}
		found.Line = append(found.Line, m)
	}
	if found.Points = max(worth, 0); worth >= 2 {
		found.Verdict = engine.VerdictWon
	}
	return found
}

// chance returns how likely a win is with a number of red and black cards left, for who
// plays well.
func chance(red, black, worth int) float64 {
	if red+black == 0 {
		if worth >= 2 {
			return 1
		}
		return 0
	}
	return max(chanceAfter(true, red, black, worth), chanceAfter(false, red, black, worth))
}

func chanceAfter(taking bool, red, black, worth int) (p float64) {
	all, up := float64(red+black), 0
	if taking {
		up = 1
	}
	if red > 0 {
		p += float64(red) / all * chance(red-1, black, worth+up)
	}
	if black > 0 {
		p += float64(black) / all * chance(red, black-1, worth-up)
	}
	return p
}

// Advise knows the chances, but says them with noise.
func (s tossState) Advise(_ context.Context, a engine.Ask) []engine.Choice {
	red, black := 0, 0
	for _, card := range s.stock {
		if card {
			red++
		} else {
			black++
		}
	}
	moves := s.Moves()
	if len(a.Among) > 0 {
		moves = a.Among
	}
	deviation := 0.0 // at first sight it plays as it does in the end
	if a.Tries > 0 {
		deviation = s.noise / math.Sqrt(float64(a.Tries))
	}
	var choices []engine.Choice
	for _, m := range moves {
		choices = append(choices, engine.Choice{Move: m, Win: chanceAfter(m == take, red, black, s.worth) + deviation*a.Random.NormFloat64()})
	}
	slices.SortStableFunc(choices, func(a, b engine.Choice) int { return cmp.Compare(b.Win, a.Win) })
	for i := 1; i < len(choices); i++ {
		choices[i].Behind, choices[i].Error = choices[0].Win-choices[i].Win, deviation*math.Sqrt2
	}
	return choices
}

func (s tossState) Why(m engine.Move) string { return "is " + m.String() }
