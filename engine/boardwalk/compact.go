package boardwalk

import "boardwalk/engine/boardwalk/compact"

// Compact returns the state for programs that search, with every hidden card. It returns false
// for a state with a tableau that is too high for it, which only [Game.Set] can make.
func (s *State) Compact() (compact.Table, bool) {
	t := compact.Table{Rules: s.compactRules()}
	t.Favors = s.favors
	tableaus := append(s.row(1)[:s.upper:s.upper], s.row(3)...)
	foundations := append(s.row(2)[:s.upper:s.upper], s.row(4)...)
	for i, tableau := range tableaus {
		t.Up[i] = compact.None
		if tableau.Held() {
			t.Held |= 1 << i
		}
		if tableau.Top().IsUp() {
			t.Up[i] = tableau.Top().Rank()
			tableau = tableau.Pop()
		}
		if tableau.Len() > compact.Depth {
			return compact.Table{}, false
		}
		t.Down[i] = uint8(tableau.Len())
		for j := range tableau.Len() {
			t.Hidden[i][j] = tableau.At(j).Rank()
		}
	}
	for i, foundation := range foundations {
		t.Rank[i] = compact.None
		if foundation.Len() > 0 {
			t.Rank[i] = foundation.Top().Rank()
			t.Count[i] = uint8(foundation.Len())
		}
	}
	for i, p := range s.row(5) {
		t.Hand[i] = p.Top().Rank()
	}
	t.Refresh(&t.Position)
	return t, true
}

// compactRules returns the rules of the state's game, on a board of its size.
func (s *State) compactRules() *compact.Rules {
	v := &s.game.Variation
	r := &compact.Rules{
		Upper: s.upper, Lower: s.lower, HandCards: s.hand, HandColumns: v.HandColumns, Max: s.game.info.Max,
		OrderUpper: v.OrderUpper, OrderLower: v.OrderLower,
		SpikePoints: v.SpikePoints, Slide: v.Slide,
		HandBasic: v.HandBasic, HandPower: v.HandPower, HandBlind: v.HandBlind,
		Trump: v.Trump, HighTrump: v.HighTrump, Coax: v.Coax,
		AutoFlipUpper: v.AutoFlipUpper, Favor: v.Favor,
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
