package thoughtful

import (
	"context"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/hashset"
	"boardwalk/engine/hopscotch/compact"
)

// exhaust tries all ways to go on. It settles games with redeals, which no plan knows, if the budget
// is large enough: that of a small deck is.
func (s *search) exhaust(ctx context.Context) {
	var seen hashset.Set
	var try func(p compact.Position, stock []int8, line []compact.Move) bool
	try = func(p compact.Position, stock []int8, line []compact.Move) bool {
		if !seen.Add(hash(&p, stock)) {
			return true
		}
		if s.best.Positions++; s.best.Positions > s.budget || s.best.Positions%1024 == 0 && ctx.Err() != nil {
			return false
		}
		if int(p.Points) > s.best.Points {
			s.keep(slices.Clone(line), int(p.Points))
		}
		for _, m := range p.Moves() {
			next := p
			rest := play(&next, stock, m)
			if s.best.Verdict == engine.VerdictWon || !try(next, rest, append(line, m)) {
				return false
			}
		}
		return true
	}
	all := try(*s.p, s.stock, nil)
	s.best.Most = all || s.best.Verdict == engine.VerdictWon
	if s.best.Verdict != engine.VerdictWon && all {
		s.best.Verdict = engine.VerdictLost
	}
}

// hash returns a hash of a position with the order of its stock. Two that differ practically never
// share one.
func hash(p *compact.Position, stock []int8) (h uint64) {
	mix := func(ranks ...int8) {
		for _, r := range ranks {
			h = hashset.Mix(h ^ uint64(r+2))
		}
	}
	mix(p.Rungs[:]...)
	mix(p.Waste, p.Again)
	for i := range p.Reserves() {
		w := &p.Piles[i]
		for j := range w.Len() {
			mix(w.At(j))
		}
		mix(int8(compact.Count))
	}
	mix(stock...)
	return h
}
