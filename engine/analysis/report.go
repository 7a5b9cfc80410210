// Package analysis finds out how a round that is over could have gone, without knowing any
// rules.
//
// It keeps two clocks apart. The open clock is that of somebody who sees through cards: an
// [engine.Solver] says whether the deal could be won, what the most points were, and after
// which move that could no longer be. What cannot be reached any more stays out of reach
// along a round, so a binary search finds the move. The fair clock is that of the player: an
// [engine.Advisor] says how likely a win was before and after each move, as far as the
// player could see, and what luck each card was that turned up.
//
// The work goes in steps, and can be left between any two of them:
//
//	w := analysis.New(states, moves, analysis.Budget{})
//	for w.Step(ctx) {
//		show(w.Progress())
//	}
//	report := w.Report()
//
// Budgets are numbers of positions and of tries, and all that is random follows from the
// round, so the report on a round is the same everywhere. Never show it, or any part of it,
// to anybody who may still play the deal.
package analysis

import (
	"math"

	"boardwalk/engine"
)

// Version is raised whenever a report on the same round may become better, because of a
// solver, an advisor, or this package. Reports of an earlier version should be made again.
const Version = 2

// A Report is what is known of how a round could have gone.
type Report struct {
	Version int   `json:"version"`
	Moves   int   `json:"moves" jsonschema:"of the round"`
	Points  int   `json:"points" jsonschema:"that the round ended with"`
	Won     bool  `json:"won"`
	Open    *Open `json:"open,omitempty" jsonschema:"with every card known; missing if the game has no solver"`
	Fair    *Fair `json:"fair,omitempty" jsonschema:"with what the player saw; missing if the game hides no cards or has no advisor"`
}

// Open is a round for somebody who sees through cards.
type Open struct {
	Verdict engine.Verdict `json:"verdict" jsonschema:"on the deal: won, lost or unknown"`
	Par     int            `json:"par" jsonschema:"the most points that are known of, the round's own among them"`
	Most    bool           `json:"most" jsonschema:"it is proved that no line gives more than par"`
	Line    []engine.Move  `json:"line,omitempty" jsonschema:"from the deal to par; missing if the round itself is such a line"`
	Turn    *Turn          `json:"turn,omitempty" jsonschema:"where it was thrown away; missing if nothing was"`
}

// A Turn is where a round went past what the deal offered. Where the search is sure, Out is
// In + 1, and the move of that number did it. Else it was one of the moves from In + 1 to Out.
type Turn struct {
	Goal engine.Goal `json:"goal" jsonschema:"what was thrown away: win, or points if that is par"`
	// In is the last position from which the goal is known to have been in reach, by the
	// number of moves before it. It is -1 if none is known.
	In int `json:"in" jsonschema:"after this many moves the goal was still in reach; -1 if that is known of no position"`
	// Out is the first position from which it is known to have been out of reach. It is one
	// more than the number of moves if none is known.
	Out int `json:"out" jsonschema:"after this many moves the goal was out of reach; one more than moves if that is known of no position"`
	// Line leads from the position In to the goal.
	Line []engine.Move `json:"line,omitempty" jsonschema:"from the position in, to the goal"`
}

// Sure reports whether the move is known that threw the goal away.
func (t *Turn) Sure() bool { return t != nil && t.In >= 0 && t.Out == t.In+1 }

// Fair is a round with what its player saw.
type Fair struct {
	Moves []Judged `json:"moves" jsonschema:"the moves of the round in turn"`
}

// A Judged is a move of the round as the player could judge it. Chances are shares of wins,
// from 0 to 1, as the arcade's player plays on.
type Judged struct {
	Played engine.Move `json:"played"`
	Chance float64     `json:"chance" jsonschema:"to win after the move, before it is seen what it turns up"`
	// Best is a better move, or zero if none is known. Loss is how much better it is, and
	// Error the standard error of that.
	Best  engine.Move `json:"best,omitzero" jsonschema:"a better move; missing if none is known"`
	Why   string      `json:"why,omitempty" jsonschema:"what speaks for that"`
	Loss  float64     `json:"loss,omitempty" jsonschema:"how much more likely a win was after the better move"`
	Error float64     `json:"error,omitempty" jsonschema:"the standard error of loss"`
	// Luck is how much the chance changed when it was seen what the move turned up.
	Luck float64 `json:"luck,omitempty" jsonschema:"how much the chance changed when the card that the move turned up was seen"`
}

// sure is how many standard errors a loss must be to be one.
const sure = 2.5

// A Grade says how bad a move was.
type Grade uint8

// The grades: nothing is known against the move, or it threw away 5, 10 or 20 of 100 games.
const (
	Fine Grade = iota
	Inaccuracy
	Mistake
	Blunder
)

// String returns the grade as players of chess write it: "", "?!", "?" or "??".
func (g Grade) String() string { return [...]string{"", "?!", "?", "??"}[g] }

// Grade returns how bad the move was. It is Fine unless the loss is more than 2.5 standard
// errors.
func (j Judged) Grade() Grade {
	switch {
	case j.Loss <= sure*j.Error || j.Loss < 0.05:
		return Fine
	case j.Loss < 0.10:
		return Inaccuracy
	case j.Loss < 0.20:
		return Mistake
	}
	return Blunder
}

// Lucky returns 1 or -1 if what the move turned up was good or bad luck that shows, and 0 in
// any other case.
func (j Judged) Lucky() int {
	switch {
	case j.Luck >= 0.10:
		return 1
	case j.Luck <= -0.10:
		return -1
	}
	return 0
}

// Luck returns the luck of the whole round: the sum of that of its moves.
func (f *Fair) Luck() (sum float64) {
	for _, j := range f.Moves {
		sum += j.Luck
	}
	return sum
}

// rounded returns a share to a thousandth.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }
