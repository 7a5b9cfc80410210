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
	return x.crowded() || x.homeless()
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
// only after the stack above it is gone. A high trump or a coax adds a card to row 1 for the one
// that returns. A high trump goes to a void column, which is a place for it, but then no foundation.
// A coax goes on face-down cards without a card on top: no stack can ever hold more than its
// face-down cards and one, so each counts as that high, and what is missing from it as places.
func (x *relaxation) crowded() bool {
	places, most := 0, 0
	if x.HighTrump {
		most = 1
	}
	for c := range x.Upper {
		most = max(most, x.most(x.allowed[c]))
	}
	var heights [10]int
	stacks := heights[:0]
	for c := range x.Upper {
		height := int(x.p.Down[c])
		if x.p.Up[c] != compact.None {
			height++
		} else if x.Coax && height > 0 {
			height, places = height+1, places+1
		}
		switch {
		case height > 0:
			stacks = append(stacks, height)
		case x.p.Count[c] > 0:
			places += x.most(x.allowed[c])
		default:
			places += most
		}
	}
	for c := x.Upper; c < x.Columns(); c++ {
		gain := x.most(x.allowed[c])
		if x.p.Up[c] == compact.None && (gain > 0 && x.p.Down[c] > 0 || x.gap) {
			places++
		}
		places += max(0, gain-int(x.p.Down[c])) // plays that turn no card up
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

// homeless reports whether the cards of row 1 are of more ranks than there can be foundations of,
// where they can go to foundations alone: they never slide, and never return to the hand.
func (x *relaxation) homeless() bool {
	if x.gap || x.Trump || x.HighTrump || x.Coax {
		return false
	}
	var ranks, declared compact.Set
	for c := range x.Columns() {
		if x.free>>c&1 != 0 {
			declared |= compact.Only(x.p.Rank[c])
		}
		if c < x.Upper {
			ranks |= compact.Only(x.p.Up[c])
			if x.hidden != nil {
				for _, rank := range x.hidden[c][:x.p.Down[c]] {
					ranks |= compact.Only(rank)
				}
			}
		}
	}
	ranks &^= declared
	var sets [compact.Columns]compact.Set
	upper, lower := undeclared(x.Rules, x.p, &x.allowed, &sets)
	return fill(x.Rules, ranks, upper, lower) < ranks.Len()
}
