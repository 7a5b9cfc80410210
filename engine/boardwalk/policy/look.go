package policy

import (
	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// Classes of ranks, by what their cards can do now.
const (
	lowNow  = iota // go to a declared lower column
	lowShut        // go to a declared lower column once it is no longer blocked
	upNow          // go to a declared upper column
	lowRoom        // declare a lower column
	voidNow        // only declare an upper column, and one is void
	upRoom         // only declare an upper column, and none is void yet
	stuck          // go nowhere
	classes
)

// A look is what the inputs are computed from.
type look struct {
	*compact.Rules
	*compact.Position
	suits, ranks float32
	allowed      [compact.Columns]compact.Set
	unseen       [engine.Ranks]uint8
	class        [engine.Ranks]uint8
	tops         [32]uint8 // face-up cards of row 1 of a rank
	blockers     [32]uint8 // face-up cards of row 3
	hand         [32]uint8
	below        compact.Set // ranks for which an undeclared lower column has room
	declared     compact.Set
	share        [classes]float32 // of the face-down cards
	openLow      int              // lower columns that are not blocked and not complete
	freeLow      int              // those of them that are undeclared
	least        uint8            // cards of the smallest stack of row 1
	stacks       int              // stacks of row 1
}

// visible returns how many cards of a rank lie open on the tableaus and in the hand.
func (l *look) visible(r engine.Rank) int {
	return int(l.tops[r]) + int(l.blockers[r]) + int(l.hand[r])
}

func (l *look) upper(c int) bool { return c < l.Upper }

// size returns the number of cards of a tableau.
func (l *look) size(c int) uint8 {
	if l.Up[c] != compact.None {
		return l.Down[c] + 1
	}
	return l.Down[c]
}

// at turns to a position.
func (l *look) at(r *compact.Rules, p *compact.Position) {
	*l = look{Rules: r, Position: p, suits: 1, ranks: 1}
	l.allowed = r.Allowed(p)
	l.unseen = r.Unseen(p)
	ranks := 0
	for rank, n := range r.Copies {
		if n > 0 {
			ranks++
			l.suits = max(l.suits, float32(n))
			l.class[rank] = stuck
		}
	}
	l.ranks = max(1, float32(ranks))
	l.least = 255
	var now, shut, up, void, above compact.Set
	for c := range r.Columns() {
		top := p.Up[c]
		d := compact.Only(p.Rank[c])
		l.declared |= d
		if c < r.Upper {
			if n := l.size(c); n > 0 {
				l.stacks++
				l.least = min(l.least, n)
			} else if d == 0 {
				void |= l.allowed[c]
			}
			l.tops[top]++
			if d != 0 {
				up |= d
			} else {
				above |= l.allowed[c]
			}
			continue
		}
		l.blockers[top]++
		switch {
		case d == 0:
			l.below |= l.allowed[c]
		case top == compact.None:
			now |= d
		default:
			shut |= d
		}
		if top == compact.None && !r.Complete(p, c) {
			l.openLow++
			if d == 0 {
				l.freeLow++
			}
		}
	}
	for _, rank := range p.Hand[:r.HandCards] {
		l.hand[rank]++
	}
	for rank, n := range r.Copies {
		if n == 0 {
			continue
		}
		c := &l.class[rank]
		switch one := compact.Only(engine.Rank(rank)); {
		case now&one != 0:
			*c = lowNow
		case up&one != 0:
			*c = upNow
		case shut&one != 0:
			*c = lowShut
		case l.below&one != 0:
			*c = lowRoom
		case void&one != 0:
			*c = voidNow
		case above&one != 0:
			*c = upRoom
		}
		l.share[*c] += float32(l.unseen[rank])
	}
	if p.FaceDown > 0 {
		for i := range l.share {
			l.share[i] /= float32(p.FaceDown)
		}
	}
}

// deficit returns how many undeclared columns of a walk can find no rank any more.
func (l *look) deficit(from, to int, ordered bool) float32 {
	if !ordered {
		return 0
	}
	lack := 0
	for c := from; c < to; {
		if l.Count[c] > 0 {
			c++
			continue
		}
		n, room := 0, compact.Set(0)
		for ; c < to && l.Count[c] == 0; c++ {
			n++
			room |= l.allowed[c]
		}
		lack += max(0, n-room.Len())
	}
	return float32(lack)
}
