package survey

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"

	"boardwalk/engine"
	"boardwalk/engine/hint"
)

// Options say which deals a survey is of, and what is done with each. Results of equal
// options belong together.
type Options struct {
	Game    string      `json:"game"`    // its ID; see [New]
	Version int         `json:"version"` // of its rules; see [New]
	Seed    engine.Code `json:"seed"`
	Solver  bool        `json:"solver,omitempty"`
	Goal    engine.Goal `json:"goal,omitempty"` // of the solver
	Advisor bool        `json:"advisor,omitempty"`
	Tries   int         `json:"tries,omitempty"` // of the advisor, as in [engine.Ask]
	// Budget is the clock of each search, as text; "" if there is none. Program is the build
	// that searches, as advice differs between builds. The package uses neither.
	Budget  string `json:"budget,omitempty"`
	Program string `json:"program,omitempty"`
}

// A Survey examines deals of one game. It is immutable.
type Survey struct {
	Options
	game engine.Game
}

// New returns the survey of a game. It fills in the game and its version. The error is
// [engine.ErrNoSolver] if the solver is asked for and the game has none.
func New(g engine.Game, o Options) (*Survey, error) {
	if o.Seed == "" {
		return nil, errors.New("a survey needs a seed")
	}
	o.Game, o.Version = g.Info().ID, g.Info().Version
	s := &Survey{o, g}
	if _, ok := g.Deal(s.Code(0)).(engine.Solver); o.Solver && !ok {
		return nil, engine.ErrNoSolver
	}
	return s, nil
}

// MostDeals returns the most deals that a seed has: their codes end in their numbers, and a
// code has at most [engine.CodeMax] characters.
func MostDeals(seed engine.Code) int {
	if len(seed) >= engine.CodeMax {
		return 0
	}
	most := 1
	for range min(engine.CodeMax-len(seed), 9) {
		most *= 10
	}
	return most
}

// Code returns the name of the i-th deal, from 0.
func (s *Survey) Code(i int) engine.Code { return s.Seed + engine.Code(strconv.Itoa(i)) }

// A Deal is what a survey found out about a deal. A part that was not asked for is nil.
type Deal struct {
	Code   engine.Code `json:"deal"`
	Solver *Solved     `json:"solver,omitempty"`
	House  *Played     `json:"advisor,omitempty"`
}

// Solved is what a solver found in a deal.
type Solved struct {
	Verdict engine.Verdict `json:"verdict"`
	Points  int            `json:"points"`            // at the end of its line
	Perfect bool           `json:"perfect,omitempty"` // there is a perfect score at the end of its line
	Moves   int            `json:"moves"`             // of its line
	Micros  int64          `json:"us"`                // what the search took; whoever measures it sets it
}

// Played is how the arcade's player played a deal.
type Played struct {
	Won     bool  `json:"won"`
	Perfect bool  `json:"perfect,omitempty"`
	Points  int   `json:"points"`
	Moves   int   `json:"moves"`
	Micros  int64 `json:"us"` // what all its moves took; whoever measures it sets it
}

// Solve asks the solver about the i-th deal and plays its line. The error names the deal if
// the line is wrong. If ctx ends first, the verdict is unknown or what was known by then.
func (s *Survey) Solve(ctx context.Context, i int) (Solved, error) {
	end := s.game.Deal(s.Code(i))
	found, err := engine.Solve(ctx, end, engine.Question{Goal: s.Goal})
	for played := 0; err == nil && played < len(found.Line); played++ {
		end, err = end.Play(found.Line[played])
	}
	if err != nil {
		return Solved{}, fmt.Errorf("deal %s of %s: %w", s.Code(i), s.Game, err)
	}
	return Solved{Verdict: found.Verdict, Points: found.Points, Perfect: engine.Final(end).Perfect, Moves: len(found.Line)}, nil
}

// Play lets the arcade's player play the i-th deal to the end; see [hint.House]. If ctx ends, it plays
// on with as little thought as it can.
func (s *Survey) Play(ctx context.Context, i int) Played {
	luck := engine.Luck(sha256.Sum256(fmt.Appendf(nil, "boardwalk survey 1\n%s@%d\n%s", s.Game, s.Version, s.Code(i))))
	house := hint.NewHouse(s.game.Deal(s.Code(i)), s.Tries, luck)
	for house.Step(ctx) {
	}
	score := house.Score()
	return Played{Won: score.Won, Perfect: score.Perfect, Points: score.Points, Moves: house.Moves()}
}
