package boardwalk

import "boardwalk/engine/boardwalk/compact"

// Compact returns the state for programs that search, with every hidden card. It returns false
// for a state with a tableau that is too high for it, which only [Game.Set] can make: then the hidden cards
// of that are left out.
func (s *State) Compact() (t compact.Table, ok bool) {
	t.Rules, t.Favors, ok = s.rules, s.favors, true
	for c := range t.Columns() {
		tableau, foundation := s.column(c)
		t.Up[c], t.Rank[c], t.Count[c] = compact.None, declared(foundation), uint8(foundation.Len())
		if tableau.Held() {
			t.Held |= 1 << c
		}
		if tableau.Top().IsUp() {
			t.Up[c] = tableau.Top().Rank()
			tableau = tableau.Pop()
		}
		t.Down[c] = uint8(tableau.Len())
		ok = ok && tableau.Len() <= compact.Depth
		for i := range min(tableau.Len(), compact.Depth) {
			t.Hidden[c][i] = tableau.At(i).Rank()
		}
	}
	for i, p := range s.row(5) {
		t.Hand[i] = p.Top().Rank()
	}
	t.Refresh(&t.Position)
	return t, ok
}

// compactRules returns the rules of the game on a board of a size, once its cards lie in piles.
func (s *State) compactRules() *compact.Rules {
	v := &s.game.Variation
	r := &compact.Rules{
		Upper: s.upper, Lower: s.lower, HandCards: s.hand, HandColumns: v.HandColumns, Max: s.game.info.Max,
		OrderUpper: v.OrderUpper, OrderLower: v.OrderLower,
		SpikePoints: v.SpikePoints, PlayKnobs: v.PlayKnobs,
	}
	switch v.Uniqueness {
	case PerWalk:
		r.Uniqueness = compact.PerWalk
	case Anywhere:
		r.Uniqueness = compact.Anywhere
	}
	for _, p := range s.piles {
		for i := range p.Len() {
			r.Copies[p.At(i).Rank()]++
		}
	}
	return r
}
