package solver

import (
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// A relaxation is what could happen at best if nothing ever got in the way again: a card that
// has moved once still lies where it was, a column that was free once stays free, and a rank can
// be declared wherever it can be now. What cannot happen even so can never happen.
type relaxation struct {
	*compact.Rules
	p      *compact.Position
	hidden *compact.Hidden // nil if nobody knows where the hidden cards lie

	allowed [compact.Columns]compact.Set
	unseen  [engine.Ranks]uint8 // with hidden unknown
	some    compact.Set         // the ranks that are unseen
	turned  int                 // cards that turn up and nobody knows

	usable [engine.Ranks]uint8 // cards that can leave their places, but for those of turned
	down   [compact.Columns]uint8
	front  [compact.Columns]engine.Rank // the card that turned up last, or None
	free   uint32                       // lower columns that can be free, upper ones that can be empty
	hand   compact.Set                  // what the hand can hold
	gap    bool                         // there can be an opening to slide to
}

// hopeless reports whether row 1 can never be cleared from a position, by a proof that looks
// at no plays one after the other. Hidden is nil if it must hold wherever the hidden cards lie.
func hopeless(r *compact.Rules, p *compact.Position, hidden *compact.Hidden) bool {
	if p.Won() {
		return false
	}
	x := relaxation{Rules: r, p: p, hidden: hidden, allowed: r.Allowed(p), down: p.Down, front: p.Up}
	if hidden == nil {
		x.unseen = r.Unseen(p)
		for rank, n := range x.unseen {
			if n > 0 {
				x.some |= compact.Only(engine.Rank(rank))
			}
		}
	}
	for c := range r.Columns() {
		x.use(p.Up[c])
	}
	for _, rank := range p.Hand[:r.HandCards] {
		x.use(rank)
		x.hand |= compact.Only(rank)
	}
	for x.step() {
	}
	for c := range r.Upper {
		if x.free>>c&1 == 0 {
			return true
		}
	}
	return x.crowded()
}

// use notes that a card can leave its place.
func (x *relaxation) use(rank engine.Rank) {
	switch {
	case rank < engine.Ranks:
		x.usable[rank]++
	case rank == compact.Unknown:
		x.turned++
	}
}

// count returns how many cards of a rank can leave their places.
func (x *relaxation) count(rank engine.Rank) int {
	return int(x.usable[rank]) + min(x.turned, int(x.unseen[rank]))
}

// most returns the largest count of a set of ranks.
func (x *relaxation) most(ranks compact.Set) int {
	n := 0
	for rank := range engine.Rank(engine.Ranks) {
		if ranks.Has(rank) {
			n = max(n, x.count(rank))
		}
	}
	return n
}

// ranks returns what a card can be.
func (x *relaxation) ranks(rank engine.Rank) compact.Set {
	if rank == compact.Unknown {
		return x.some
	}
	return compact.Only(rank)
}

// A reach is the ranks that can go to a lower and to an upper foundation.
type reach struct{ below, above compact.Set }

// step finds more that can happen, and reports whether there is any.
func (x *relaxation) step() bool {
	before := x.free
	turned, gap, hand := x.down, x.gap, x.hand
	var to reach
	for c := range x.Columns() {
		if x.free>>c&1 == 0 {
			continue
		}
		if c < x.Upper {
			to.above |= x.allowed[c]
		} else {
			to.below |= x.allowed[c]
		}
	}
	for c := x.Upper; c < x.Columns(); c++ {
		x.lower(c, to)
	}
	swap := x.swaps(to)
	for c := range x.Upper {
		x.upper(c, to, swap)
	}
	if swap || x.hand&to.below != 0 || x.basic() {
		for rank := range engine.Rank(engine.Ranks) {
			if x.count(rank) > 0 {
				x.hand |= compact.Only(rank)
			}
		}
	}
	return x.free != before || x.down != turned || x.gap != gap || x.hand != hand
}

// lower frees a lower column and turns up its cards as far as it goes.
func (x *relaxation) lower(c int, to reach) {
	for {
		if x.front[c] != compact.None && !x.leavesRow3(c, to) {
			return
		}
		x.free |= 1 << c
		if x.down[c] == 0 {
			x.gap = x.gap || x.Slide
			return
		}
		plays := int(x.p.Down[c] - x.down[c])
		if x.most(x.allowed[c]) <= plays {
			return
		}
		x.turn(c)
	}
}

// leavesRow3 reports whether the front card of a lower column can leave.
func (x *relaxation) leavesRow3(c int, to reach) bool {
	ranks := x.ranks(x.front[c])
	switch {
	case x.gap, ranks&(to.below|to.above|x.allowed[c]) != 0:
		return true
	case x.HandBasic && x.hand&x.allowed[c] != 0, x.HandPower && x.hand&to.below != 0:
		return true
	}
	// A blind play takes the card to the hand, and so leaves the column free. The card that
	// blocks the column from the start is no such card.
	return x.HandBlind && x.down[c] < x.p.Down[c] && x.hand&x.allowed[c] != 0
}

// basic reports whether a hand card can go to a lower column.
func (x *relaxation) basic() bool {
	for c := x.Upper; c < x.Columns(); c++ {
		if x.hand&x.allowed[c] != 0 {
			return true
		}
	}
	return false
}

// swaps reports whether a card of row 1 can return to the hand.
func (x *relaxation) swaps(to reach) bool {
	if x.HandCards == 0 {
		return false
	}
	if x.Trump && x.hand&to.above != 0 || x.Coax {
		return true
	}
	return x.HighTrump && x.free&(1<<x.Upper-1) != 0
}

// upper takes the cards of an upper column away as far as it goes.
func (x *relaxation) upper(c int, to reach, swap bool) {
	for {
		if x.front[c] != compact.None {
			ranks := x.ranks(x.front[c])
			last := x.down[c] == 0 && ranks&x.allowed[c] != 0
			if !x.gap && !swap && !last && ranks&(to.below|to.above) == 0 {
				return
			}
		}
		if x.down[c] == 0 {
			x.free |= 1 << c
			return
		}
		x.turn(c)
	}
}

// turn turns up the next card of a column.
func (x *relaxation) turn(c int) {
	x.down[c]--
	x.front[c] = compact.Unknown
	if x.hidden != nil {
		x.front[c] = x.hidden[c][x.down[c]]
	}
	x.use(x.front[c])
}

// crowded reports whether row 1 has more cards than there can ever be places for. A play that
// takes a card off row 1 adds one to an upper foundation or to the face-up cards of row 3,
// because each play to row 4 turns a card up or exchanges one; and an upper foundation is open
// only after the stack above it is gone.
func (x *relaxation) crowded() bool {
	places, most := 0, 0
	var heights [10]int
	stacks := heights[:0]
	row1 := 0
	for c := range x.Upper {
		gain := x.most(x.allowed[c])
		most = max(most, gain)
		height := int(x.p.Down[c])
		if x.p.Up[c] != compact.None {
			height++
		}
		if height == 0 || x.HighTrump || x.Coax { // these even out the stacks
			places += gain
		}
		if height > 0 {
			row1 += height
			stacks = append(stacks, height)
		}
	}
	for c := x.Upper; c < x.Columns(); c++ {
		gain := x.most(x.allowed[c])
		if x.p.Up[c] == compact.None && (gain > 0 && x.p.Down[c] > 0 || x.gap) {
			places++
		}
		places += max(0, gain-int(x.p.Down[c])) // plays that turn no card up
	}
	if x.HighTrump || x.Coax {
		return row1 > places
	}
	slices.Sort(stacks)
	for _, height := range stacks { // the lowest goes first, and so opens a foundation soonest
		if places < height-min(1, most) {
			return true
		}
		places += most - height
	}
	return false
}
