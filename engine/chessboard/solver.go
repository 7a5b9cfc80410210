package chessboard

import (
	"context"

	"boardwalk/engine"
)

// The bounds of the parts of a search that has no other bound. They keep its memory below
// 256 MiB.
const (
	decideMost = 4_000_000
	lineMost   = 1_200_000
)

// The weights of what is left to do, in halves of what is done.
const (
	shortest = 2
	quick    = 3
)

// Solve implements [engine.Solver]. It is exact: the verdict is unknown only if the search was
// stopped. A line that wins is short, for most deals less than a twentieth longer than it must
// be. Where the position is lost, the line leads to the most points.
//
// A search needs less than 256 MiB.
func (s *state) Solve(ctx context.Context, q engine.Question) engine.Solution {
	start, points := s.layout(), s.Score().Points
	d := start.decide(ctx, atMost(decideMost, q.Positions))
	found := engine.Solution{Verdict: d.verdict, Positions: d.visited}
	search := lineSearch{goal: d.least, weight: quick, open: allBases}
	switch {
	case d.verdict == engine.VerdictWon:
		search.open = d.open
	case d.least == start.left:
		found.Points, found.Most = points, d.verdict == engine.VerdictLost
		return found
	}
	most := lineMost
	if q.Positions > 0 {
		most = min(most, q.Positions-d.visited)
	}
	steps, ok := search.line(ctx, start, most)
	found.Positions += int(search.nodes.n)
	if !ok {
		steps = start.cut(d.way)
	}
	line, end := s.line(steps)
	found.Line, found.Points = line, end.Score().Points
	found.Most = d.verdict != engine.VerdictUnknown && found.Points == points+int(start.left-d.least)
	if found.Verdict == engine.VerdictWon && !end.Score().Won {
		found.Verdict = engine.VerdictLost // not all cards of the deck are on the table
	}
	return found
}

// atMost returns most, or n if it is less but not 0.
func atMost(most, n int) int {
	if n > 0 {
		return min(most, n)
	}
	return most
}

// line returns the moves that the steps are in s, and the state that they lead to.
func (s *state) line(steps []step) ([]engine.Move, *state) {
	var line []engine.Move
	now := *s
	for _, m := range steps {
		move := now.move(m)
		line = append(line, move)
		now = now.after(move)
	}
	return line, &now
}

// move returns the move that a step is in s.
func (s *state) move(m step) engine.Move {
	to := pileIndex(m.to)
	if m.to == up {
		to = s.home(s.piles[m.from].Top())
	}
	return engine.Move{From: table.Place(pileIndex(m.from)), To: table.Place(to)}
}

// home returns the first foundation that takes a card, which must have one.
func (s *state) home(c engine.Card) pileIndex {
	for p := foundations; p < pileCount; p++ {
		if s.checkTo(c, p) == "" {
			return p
		}
	}
	panic("chessboard: no foundation takes the " + c.String())
}
