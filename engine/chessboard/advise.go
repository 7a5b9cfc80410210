package chessboard

import (
	"cmp"
	"context"
	"slices"

	"boardwalk/engine"
)

// Advise implements [engine.Advisor]. It searches to the end, so the chance to win after a
// move is 1 or 0, and the points are the most that can still be made. The first choice begins
// a short line to a win or, where none is left, to the most points. It returns none if that
// cannot be had without going back to a position that was seen, or no point is left to be made.
//
// If ctx ends first, the chance of a move that could not be decided is a half, and such moves
// are in the order of first sight.
func (s *state) Advise(ctx context.Context, a engine.Ask) []engine.Choice {
	options := s.options(a)
	if len(options) == 0 {
		return nil
	}
	d := s.decide(ctx, decideMost)
	ranking := append(s.toward(ctx, d, a.Seen), s.layout().atSight()...)
	for i := range options {
		options[i].decide(ctx, ranking)
	}
	slices.SortStableFunc(options, func(a, b option) int {
		return cmp.Or(cmp.Compare(b.Win, a.Win), cmp.Compare(b.Points, a.Points), cmp.Compare(a.rank, b.rank))
	})
	best := options[0]
	inVain := d.verdict == engine.VerdictWon && best.Win == 0 || int(best.Points) == s.Score().Points
	if inVain && len(a.Among) == 0 {
		return nil
	}
	choices := make([]engine.Choice, len(options))
	for i, o := range options {
		choices[i] = o.Choice
		choices[i].Behind = best.Win - o.Win
	}
	return choices
}

// An option is a move to compare with others.
type option struct {
	engine.Choice
	step step
	next *state
	rank int // among equals, the lowest first
}

// options returns the moves to compare. None leads to a position that was seen. Unless the
// moves are asked for, no two lead to the same piles, and none only shifts a gap.
func (s *state) options(a engine.Ask) []option {
	moves := a.Among
	if len(moves) == 0 {
		moves = s.Moves()
	}
	var reached hashes
	reached.add(s.layout().hash)
	var options []option
	for _, m := range moves {
		if s.check(m) != "" {
			continue
		}
		next := s.after(m)
		if isNew := reached.add(next.layout().hash); !isNew && len(a.Among) == 0 || a.Seen != nil && a.Seen(&next) {
			continue
		}
		to := min(table.Find(m.To), foundations)
		options = append(options, option{engine.Choice{Move: m}, step{int8(table.Find(m.From)), int8(to)}, &next, 0})
	}
	return options
}

// decide fills in what the option is worth. The ranking holds steps, the best first.
func (o *option) decide(ctx context.Context, ranking []step) {
	if o.rank = slices.Index(ranking, o.step); o.rank < 0 {
		o.rank = len(ranking)
	}
	d := o.next.decide(ctx, decideMost)
	o.Points = float64(d.points)
	switch d.verdict {
	case engine.VerdictWon:
		o.Win = 1
	case engine.VerdictUnknown:
		o.Win = 0.5
	}
}

// toward returns the first step of a short line to a win or to the most points, if there is
// one. If it can, the line leads through nothing that was seen.
func (s *state) toward(ctx context.Context, d decision, seen func(engine.State) bool) []step {
	avoid := make(map[uint64]bool)
	for {
		search := lineSearch{weight: quick, avoid: avoid}
		line, _ := search.toward(ctx, s.layout(), d, lineMost)
		known, now := len(avoid), *s
		for _, m := range line {
			if now = now.after(now.move(m)); seen != nil && seen(&now) {
				avoid[now.layout().hash] = true
			}
		}
		if len(avoid) == known {
			return line[:min(1, len(line))]
		}
	}
}
