package chessboard

import (
	"context"

	"boardwalk/engine"
)

// The bounds of the parts of a search that has no other bound. They keep its memory below
// 256 MiB.
const (
	decideMost = 1_500_000
	lineMost   = 1_200_000
)

// The weights of what is left to do, in halves of what is done. In 200 winnable deals, 199 quick
// lines were at most 10 % longer than the shortest. The search for one made 2,740 nodes in the median
// and 23,195 at most, and took a fourteenth of the time.
const (
	shortest = 2
	quick    = 3
)

// Solve implements [engine.Solver]. It is exact: the verdict is unknown only if the search was
// stopped. Where the position is lost, the line leads to the most points.
//
// A line is mostly within a tenth of the shortest, for some thousands of positions. For
// [engine.GoalShortest] it is the shortest if there is time for a proof.
//
// A search needs less than 256 MiB.
func (s *state) Solve(ctx context.Context, q engine.Question) engine.Solution {
	d := s.decide(ctx, atMost(decideMost, q.Positions))
	found := engine.Solution{Verdict: d.verdict, Positions: d.visited}
	weights := []int{quick}
	if q.Goal == engine.GoalShortest {
		weights = append(weights, shortest)
	}
	var line []step
	for _, weight := range weights {
		most := lineMost
		if q.Positions > 0 {
			most = min(most, q.Positions-found.Positions)
		}
		search := lineSearch{weight: weight}
		shorter, ok := search.toward(ctx, s.layout(), d, most)
		if line == nil || ok {
			line = shorter
		}
		found.Positions += int(search.nodes.n)
		found.Least = ok && weight == shortest
	}
	moves, end := s.line(line)
	found.Line, found.Points = moves, end.Score().Points
	found.Most = d.proved && found.Points == d.points
	found.Least = found.Least && found.Most
	return found
}

// Unwinnable implements [engine.Prover]. No card is hidden, so it finds the proof whenever
// there is one, unless it is stopped.
func (s *state) Unwinnable(ctx context.Context, positions int) bool {
	return s.decide(ctx, min(positions, decideMost)).verdict == engine.VerdictLost
}

// decide is [layout.decide]. A position that lacks some cards, as in tests, is lost.
func (s *state) decide(ctx context.Context, most int) decision {
	l, points := s.layout(), s.Score().Points
	d := l.decide(ctx, most)
	d.points = points + int(l.left-d.least)
	if points+int(l.left) < s.game.rules.Cards() {
		d.verdict = engine.VerdictLost
	}
	return d
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
	return engine.Move{From: s.game.table.Place(pileIndex(m.from)), To: s.game.table.Place(to)}
}

// NextSafe implements [engine.Settler].
func (s *state) NextSafe() (engine.Move, bool) {
	l := s.layout()
	m, ok := l.settled()
	if !ok {
		return engine.Move{}, false
	}
	return s.move(m), true
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
