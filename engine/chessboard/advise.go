package chessboard

import (
	"cmp"
	"context"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/hashset"
)

// Advise implements [engine.Advisor]. It searches to the end, however often it may try, so
// the chance to win after a move is 1 or 0, and the points are the most that can still be
// made. The first choice begins a short line to a win or, where none is left, to the most
// points. There is none if that cannot be had without going back to a position that was seen,
// or if no point is left to be made.
//
// With no tries it does not search. Then, and for what is not decided when ctx ends, the
// chance is a half, and the order is that of first sight.
func (s *state) Advise(ctx context.Context, a engine.Ask) []engine.Choice {
	options := s.options(a)
	if len(options) == 0 {
		return nil
	}
	most := decideMost
	if a.Tries == 0 {
		most = 0
	}
	d := s.decide(ctx, most)
	best := s.toward(ctx, d, a.Seen)
	sight := s.layout().atSight()
	for i := range options {
		o := &options[i]
		if o.step == best {
			o.rank, o.Win, o.Points = -1, chance(d.verdict), float64(d.points)
			continue
		}
		if o.rank = slices.Index(sight, o.step); o.rank < 0 {
			o.rank = len(sight)
		}
		o.decide(ctx, d, most)
	}
	slices.SortStableFunc(options, func(a, b option) int {
		return cmp.Or(cmp.Compare(b.Win, a.Win), cmp.Compare(b.Points, a.Points), cmp.Compare(a.rank, b.rank))
	})
	first := options[0].Choice
	inVain := d.verdict == engine.VerdictWon && first.Win == 0 || int(first.Points) == s.Score().Points
	if d.proved && inVain && len(a.Among) == 0 {
		return nil
	}
	choices := make([]engine.Choice, len(options))
	for i, o := range options {
		choices[i] = o.Choice
		choices[i].Behind = first.Win - o.Win
		if d.proved {
			choices[i].Tries = 1
		}
	}
	return choices
}

// An option is a move to compare with others.
type option struct {
	engine.Choice
	step step
	next *state
	rank int // among options of equal worth, the lowest comes first
}

// options returns the moves to compare. None leads to a position that was seen. Unless the
// moves are asked for, no two lead to the same piles, and none only shifts a gap.
func (s *state) options(a engine.Ask) []option {
	moves := a.Among
	if len(moves) == 0 {
		moves = s.Moves()
	}
	var reached hashset.Set
	reached.Add(s.layout().hash)
	var options []option
	for _, m := range moves {
		if s.check(m) != "" {
			continue
		}
		next := s.after(m)
		if isNew := reached.Add(next.layout().hash); !isNew && len(a.Among) == 0 || a.Seen != nil && a.Seen(&next) {
			continue
		}
		from, to := s.game.table.Find(m.From), s.game.table.Find(m.To)
		n, _ := s.moving(from, to)
		options = append(options, option{engine.Choice{Move: m}, step{int8(from), int8(min(to, foundations)), int8(n)}, &next, 0})
	}
	return options
}

// decide fills in what the option is worth, given what is known of the position before it.
func (o *option) decide(ctx context.Context, before decision, most int) {
	d := o.next.decide(ctx, most)
	if before.verdict == engine.VerdictLost {
		d.verdict = engine.VerdictLost
	}
	o.Win, o.Points = chance(d.verdict), float64(before.points)
	if d.proved {
		o.Points = float64(d.points)
	}
}

// chance returns the chance to win by a verdict alone.
func chance(v engine.Verdict) float64 {
	switch v {
	case engine.VerdictWon:
		return 1
	case engine.VerdictLost:
		return 0
	}
	return 0.5
}

// toward returns the first step of a short line to a win or to the most points, or a step that
// is none. If it can, the line leads through nothing that was seen.
func (s *state) toward(ctx context.Context, d decision, seen func(engine.State) bool) step {
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
		switch {
		case len(line) == 0:
			return step{}
		case len(avoid) == known:
			return line[0]
		}
	}
}
