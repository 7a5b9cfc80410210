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
// be, and for [engine.GoalShortest] as short as can be. Where the position is lost, the line
// leads to the most points.
//
// A search needs less than 256 MiB.
func (s *state) Solve(ctx context.Context, q engine.Question) engine.Solution {
	d := s.decide(ctx, atMost(decideMost, q.Positions))
	found := engine.Solution{Verdict: d.verdict, Positions: d.visited}
	look := func(weight int) (line []step, ok bool) {
		most := lineMost
		if q.Positions > 0 {
			most = min(most, q.Positions-found.Positions)
		}
		search := lineSearch{weight: weight}
		line, ok = search.toward(ctx, s.layout(), d, most)
		found.Positions += int(search.nodes.n)
		return line, ok
	}
	var line []step
	if q.Goal == engine.GoalShortest {
		line, found.Least = look(shortest)
	}
	if !found.Least {
		line, _ = look(quick)
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
	if points+int(l.left) < deckSize {
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
