// Package solver finds how far a deal of the Boardwalk family goes for a player who sees every
// card, and proves to a player who does not that a game is lost.
//
// It looks for a line in stages. First comes a short search through all positions, depth first.
// It cuts off what an exact bound calls hopeless (hopeless.go), so it wins most deals within some
// hundred positions and decides nearly every position of a game that went wrong. Then come beams
// (beam.go), narrow ones with more and more luck, then wide ones. They rank positions by a weighted
// sum of features; the weights were learnt from the ways to good ends (see [Learn]). A beam that
// finds nothing has proved nothing, so at the end a long search through all positions has the last
// word, as far as the budget goes.
//
// A position is known by a hash of 64 bits, so a proof of 8,000,000 positions is wrong once in
// some 500,000 times. A search needs at most 192 MiB: up to 24 bytes for each of at most 8,000,000
// positions of the long search, or some 20 MiB for the widest beam.
package solver

import (
	"context"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// A search is what all stages have in common: what is looked for and what was found.
type search struct {
	*compact.Table
	goal    engine.Goal
	limit   int             // positions; 0 is no limit
	best    engine.Solution // without its line
	line    []compact.Move  // to the best end found
	perfect bool
	won     bool // at the end of the best line
	cleared bool // whether any position was won
}

func newSearch(t *compact.Table, goal engine.Goal, limit int) *search {
	s := &search{Table: t, goal: goal, limit: limit}
	s.best.Verdict = engine.VerdictUnknown
	s.best.Points = t.Final(&t.Position, &t.Hidden)
	s.won = t.Won()
	s.cleared = s.won
	s.perfect = t.Perfect(&t.Position)
	return s
}

// beam returns a beam for a stage.
func (s *search) beam(st stage) *beam {
	return &beam{evaluator: evaluator{s.Rules, &s.Hidden, st.weights}, stage: st, search: s}
}

// count counts a position and reports whether it was one too many.
func (s *search) count() bool {
	s.best.Positions++
	return s.limit > 0 && s.best.Positions > s.limit
}

// found compares a position with the best so far, and takes it with its line if it is
// better. It reports whether nothing better can be found.
func (s *search) found(p *compact.Position, line func() []compact.Move) bool {
	won := p.Won()
	s.cleared = s.cleared || won
	if s.goal == engine.GoalWin {
		if won {
			s.won, s.line = true, line()
			s.best.Points = s.Final(p, &s.Hidden)
		}
		return won
	}
	if int(p.Placed)+int(p.FaceDown)+s.HandCards < s.best.Points {
		return false
	}
	points := s.Final(p, &s.Hidden)
	perfect := points == s.Max && s.Perfect(p)
	if points > s.best.Points || points == s.best.Points && (won && !s.won || perfect && !s.perfect) {
		s.line, s.best.Points, s.won, s.perfect = line(), points, won, perfect
	}
	return perfect
}

// quick and long are the most positions of the searches through all positions, before and after
// the beams.
const (
	quick = 2_000
	long  = 8_000_000
)

// Solve searches from a position for a goal. It looks at no more positions than limit, or at as
// many as seems fit if limit is 0; the same limit gives the same result. If ctx ends it
// returns within milliseconds what it has found. It takes [engine.GoalShortest] for
// [engine.GoalWin].
func Solve(ctx context.Context, t *compact.Table, goal engine.Goal, limit int) engine.Solution {
	if goal == engine.GoalShortest {
		goal = engine.GoalWin
	}
	s := newSearch(t, goal, limit)
	if goal != engine.GoalWin || !s.won {
		s.run(ctx)
	}
	if s.won {
		s.best.Verdict = engine.VerdictWon
	}
	s.best.Most = s.best.Most || s.best.Points == s.Max
	s.best.Line = make([]engine.Move, len(s.line))
	for i, m := range s.line {
		s.best.Line[i] = t.Word(m)
	}
	return s.best
}

// run runs the stages one after the other until the search is done.
func (s *search) run(ctx context.Context) bool {
	return s.exhaust(ctx, quick) || s.beams(ctx) || s.exhaust(ctx, long)
}

// exhaust searches through all positions, and reports whether the search is done.
func (s *search) exhaust(ctx context.Context, limit int) bool {
	e := exhaustion{evaluator: evaluator{s.Rules, &s.Hidden, WeightsFor(s.Rules, s.goal)}, search: s, limit: limit}
	switch e.run(ctx, &s.Position) {
	case exhausted:
		if !s.won && s.goal == engine.GoalWin {
			s.best.Verdict = engine.VerdictLost
		}
		if s.goal == engine.GoalPoints {
			s.best.Most = true
			if !s.cleared {
				s.best.Verdict = engine.VerdictLost
			}
		}
		return true
	case stopped:
		return true
	}
	return false
}

// beams runs the beams, and reports whether the search is done.
func (s *search) beams(ctx context.Context) bool {
	stages := toWin
	switch {
	case s.goal == engine.GoalPoints:
		stages = forPoints
	case gameLike(s.Rules) == anyGame:
		stages = toWinAny
	}
	for i, st := range stages {
		st.seed, st.weights = uint64(i), weightsAt(s.Rules, s.goal, i)
		s.beam(st).run(ctx, &s.Position)
		if s.won && s.goal == engine.GoalWin || s.perfect || ctx.Err() != nil || s.limit > 0 && s.best.Positions >= s.limit {
			return true
		}
	}
	return false
}

// The beams, one after the other. Many narrow ones with other luck win sooner than one wide
// one: with {50}, {100, 1} and so on alone, 60 deals of Cheshire took four times as long on
// average, and perfect games of 25 deals of Scotsi twice as long.
var (
	toWin = []stage{
		{width: 5}, {width: 5, noise: 1}, {width: 5, noise: 2}, {width: 5, noise: 3},
		{width: 10, noise: 1}, {width: 10, noise: 2}, {width: 10, noise: 3}, {width: 20, noise: 1}, {width: 20, noise: 2},
		{width: 50}, {width: 100, noise: 1}, {width: 200, noise: 2}, {width: 200, noise: 3}, {width: 1000, noise: 1},
	}
	// For games that the authors do not have: a line has one stage for each of the weights in others,
	// the last for the first two.
	toWinAny = []stage{
		{width: 5}, {width: 5}, {width: 5}, {width: 5}, {width: 5},
		{width: 20, noise: 1}, {width: 20, noise: 1}, {width: 20, noise: 1}, {width: 20, noise: 1}, {width: 20, noise: 1},
		{width: 60}, {width: 60}, {width: 60}, {width: 60}, {width: 60},
		{width: 200, noise: 1}, {width: 200, noise: 1}, {width: 200, noise: 1}, {width: 200, noise: 1}, {width: 200, noise: 1},
		{width: 1000}, {width: 1000},
	}
	forPoints = []stage{
		{width: 50},
		{width: 10, perfect: true}, {width: 10, noise: 1, perfect: true}, {width: 10, noise: 2, perfect: true}, {width: 10, noise: 3, perfect: true},
		{width: 20, noise: 1, perfect: true}, {width: 20, noise: 2, perfect: true}, {width: 20, noise: 3, perfect: true}, {width: 50, perfect: true},
		{width: 200, noise: 2, perfect: true}, {width: 200, noise: 3, perfect: true}, {width: 600, noise: 1, perfect: true}, {width: 600, noise: 2, perfect: true},
	}
)
