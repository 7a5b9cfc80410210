package policy

import (
	"math/bits"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// arms finds the arms and adds the inputs of their parts.
func (s *Sight) arms(moves []compact.Move) {
	p := s.Position
	const none = 1<<16 - 1
	var source, back [compact.Columns + compact.HandMax]uint16 // the parts of places
	for i := range source {
		source[i], back[i] = none, none
	}
	var last compact.Move // whose destination was added last
	lastTo := uint16(none)
	for _, m := range moves {
		a := Arm{Move: m}
		if m.Kind != compact.Favor {
			from := int(m.From)
			if m.ByHand() {
				from += compact.Columns
			}
			if source[from] == none {
				if m.ByHand() {
					s.fromHand(p.Hand[m.From])
				} else {
					s.leave(int(m.From), atSource)
				}
				source[from] = s.part()
			}
			a.add(source[from])
		}
		if lastTo == none || last.Kind != m.Kind || last.To != m.To || last.From != m.From {
			s.to(m)
			last, lastTo = m, s.part()
		}
		a.add(lastTo)
		if m.ByHand() {
			if m.Kind == compact.Blind {
				if back[compact.Columns] == none {
					s.blind()
					back[compact.Columns] = s.part()
				}
				a.add(back[compact.Columns])
			} else {
				if back[m.Back] == none {
					s.leave(int(m.Back), atReturn)
					back[m.Back] = s.part()
				}
				a.add(back[m.Back])
			}
		}
		s.pair(m)
		a.add(s.part())
		s.Arms = append(s.Arms, a)
	}
}

func (a *Arm) add(part uint16) {
	a.Parts[a.N] = part
	a.N++
}

// leave adds the inputs of a card that leaves a tableau.
func (s *Sight) leave(c, at int) {
	p := s.Position
	rank := p.Up[c]
	left := int(p.Down[c])
	s.at = at
	if s.upper(c) {
		s.oneOf(min(left, 4), 5)
		s.put(1)
		s.flag(left+1 == int(s.least))
		s.count(left)
		s.flag(p.Row1 == 1)
		s.flag(left > 0 && !s.AutoFlipUpper)
		seen, unseen := 0, 0
		if left == 0 { // the column becomes void: what could only be declared there?
			for d := s.allowed[c] &^ (s.below | s.declared); d != 0; d &= d - 1 {
				other := bits.TrailingZeros32(uint32(d))
				seen += int(s.tops[other]) + int(s.blockers[other]) + int(s.hand[other])
				unseen += int(s.unseen[other])
			}
		}
		s.count(seen)
		s.count(unseen)
		s.at += 8
	} else {
		s.at += 5 + 7
		q := p.Rank[c]
		s.put(1)
		s.flag(left == 0)
		s.count(left)
		if q != compact.None && left > 0 {
			s.put(float32(s.tops[q]))
			s.put(float32(s.blockers[q]))
			s.put(float32(s.hand[q]))
			s.count(int(s.unseen[q]))
			s.flag(q == rank)
		} else {
			s.at += 5
		}
	}
	if rank < engine.Ranks {
		s.oneOf(int(s.class[rank]), classes)
		own, mine := int(s.tops[rank]), int(s.blockers[rank])
		if s.upper(c) {
			own--
		} else {
			mine--
		}
		s.put(float32(own))
		s.put(float32(mine))
		s.put(float32(s.hand[rank]))
		s.count(int(s.unseen[rank]))
		s.put(float32(rank) / s.ranks)
	}
}

// fromHand adds the inputs of a hand card that is played.
func (s *Sight) fromHand(rank engine.Rank) {
	s.at = atHand
	s.put(1)
	s.oneOf(int(s.class[rank]), classes)
	s.put(float32(s.hand[rank] - 1))
	s.put(float32(s.tops[rank]))
	s.put(float32(s.blockers[rank]))
	s.count(int(s.unseen[rank]))
	s.put(float32(rank) / s.ranks)
}

// blind adds the inputs of a card that returns unseen.
func (s *Sight) blind() {
	s.at = atBlind
	s.put(1)
	pairs := 0
	for _, rank := range s.Hand[:s.HandCards] {
		pairs += int(s.unseen[rank])
	}
	s.put(float32(pairs) / float32(s.FaceDown))
}

// to adds the inputs of where a card goes.
func (s *Sight) to(m compact.Move) {
	p, c := s.Position, int(m.To)
	first := 0
	if p.Count[c] == 0 {
		first = 1
	}
	s.at = atTo
	s.oneOf(2*int(m.Kind)+first, 2*compact.Kinds)
	s.put(float32(c) / float32(s.Columns()))
	switch m.Kind {
	case compact.Favor:
		s.count(int(p.Down[c]))
		s.flag(p.Down[c] == s.least)
		s.put(s.share[lowNow] + s.share[upNow])
		s.put(s.share[lowRoom])
		s.put(s.share[upRoom] + s.share[stuck] + s.share[lowShut])
		return
	case compact.Slide:
		s.at += 5
		return
	}
	s.at += 5
	rank := p.Card(m)
	switch m.Kind {
	case compact.Live, compact.Basic, compact.Power, compact.Blind:
		s.low(c, rank, m.Kind)
		if first == 1 {
			s.at = atDeclare
			s.declare(c, rank, s.Upper, s.Columns(), s.OrderLower)
		}
	case compact.File, compact.Trump:
		s.at = atHigh
		s.count(int(p.Count[c]))
		s.flag(p.Count[c]+1 == s.Copies[rank])
		if first == 1 {
			s.at = atFile
			s.declare(c, rank, 0, s.Upper, s.OrderUpper)
		}
	case compact.HighTrump, compact.Coax:
		s.at = atHigh + 2
		s.count(int(p.Down[c]))
		s.oneOf(int(s.class[rank]), classes)
	}
}

// low adds the inputs of a card for a lower foundation.
func (s *Sight) low(c int, rank engine.Rank, kind compact.Kind) {
	p := s.Position
	s.at = atLow
	down := int(p.Down[c])
	s.count(down)
	s.flag(down == 1)
	s.count(int(p.Count[c]))
	s.flag(p.Count[c]+1 == s.Copies[rank])
	if kind != compact.Blind && down > 0 { // what turns up
		s.put(s.share[lowNow] + s.share[upNow])
		s.put(s.share[lowRoom])
		s.put(s.share[voidNow])
		s.put(s.share[upRoom] + s.share[stuck] + s.share[lowShut])
		s.put(float32(s.unseen[rank]) / float32(p.FaceDown))
	}
}

// declare adds the inputs of declaring a rank on column c, one of those from a column up to
// another: the room that it leaves to its neighbors, and what there is of the rank.
func (s *Sight) declare(c int, rank engine.Rank, from, to int, ordered bool) {
	p := s.Position
	room := s.allowed[c] &^ compact.Only(rank)
	left, right := 0, 0 // undeclared columns of the gap
	var lost compact.Set
	if ordered && !rank.IsWild() {
		for i := c - 1; i >= from && (p.Count[i] == 0 || p.Rank[i].IsWild()); i-- {
			if p.Count[i] == 0 {
				left++
			}
		}
		for i := c + 1; i < to && (p.Count[i] == 0 || p.Rank[i].IsWild()); i++ {
			if p.Count[i] == 0 {
				right++
			}
		}
		order := room & (1<<engine.Ordered - 1)
		under := order & (compact.Only(rank) - 1)
		over := order &^ under
		a, b := under.Len(), over.Len()
		gap := float32(left + right + 1)
		d := float32(a+1)/float32(a+b+2) - float32(left+1)/(gap+1)
		s.put(d * d * gap)
		s.put(max(d, -d) * gap)
		s.put(float32(max(0, left-a) + max(0, right-b)))
		same := 0
		if a == left {
			same++
		}
		if b == right {
			same++
		}
		s.put(float32(same))
		s.put(float32(max(0, a-left)) / s.ranks)
		s.put(float32(max(0, b-right)) / s.ranks)
		if left == 0 {
			lost |= under
		}
		if right == 0 {
			lost |= over
		}
	} else {
		s.at += 6
	}
	others, fit := 0, 0 // undeclared columns besides c, and those that the rank fits
	for i := from; i < to; i++ {
		if i != c && p.Count[i] == 0 {
			others++
			if s.allowed[i].Has(rank) && s.Empty(i) == (from == 0) {
				fit++
			}
		}
	}
	if others == 0 {
		lost = room
	}
	lost &^= s.declared
	s.flag(others == 0)
	s.flag(others == 1)
	s.put(float32(fit) / float32(to-from))
	s.put(float32(s.tops[rank]))
	s.put(float32(s.blockers[rank]))
	s.put(float32(s.hand[rank]))
	s.count(int(s.unseen[rank]))
	seen, unseen := 0, 0
	for d := lost; d != 0; d &= d - 1 {
		other := engine.Rank(bits.TrailingZeros32(uint32(d)))
		seen += s.visible(other)
		unseen += int(s.unseen[other])
	}
	s.put(float32(lost.Len()) / s.ranks)
	s.count(seen)
	s.count(unseen)
	s.flag(s.below.Has(rank))
	s.flag(s.class[rank] == voidNow)
	if p.FaceDown > 0 {
		s.put(float32(p.Down[c]) * float32(s.unseen[rank]) / float32(p.FaceDown))
	}
}

// pair adds the inputs that depend on more than one place.
func (s *Sight) pair(m compact.Move) {
	p := s.Position
	s.at = atPair
	s.flag(!m.ByHand() && m.From == m.To)
	if m.ByHand() && m.Kind != compact.Blind {
		rank, back := p.Hand[m.From], p.Up[m.Back]
		s.flag(rank == back)
		n := int(s.hand[back])
		if rank == back {
			n--
		}
		s.count(n)
		s.flag(m.Kind == compact.Power && p.Rank[m.Back] == rank)
		s.flag(m.Kind == compact.Power && p.Rank[m.Back] != compact.None && s.hand[p.Rank[m.Back]] > 0)
		s.count(s.Points(p) - int(p.Placed) - int(s.hand[rank]))
	} else {
		s.at += 5
	}
	// The lower columns that are open after the play.
	open := s.openLow
	low := -1 // the lower column that the card leaves
	if !m.ByHand() && m.Kind != compact.Favor && !s.upper(int(m.From)) {
		low = int(m.From)
	}
	switch m.Kind {
	case compact.Live:
		if int(m.To) != low {
			open--
		}
	case compact.Power:
		if !s.Complete(p, int(m.Back)) {
			open++
		}
		open--
	case compact.Basic:
	case compact.Blind:
		if p.Count[m.To]+1 == s.Copies[p.Hand[m.From]] {
			open--
		}
	}
	if low >= 0 && int(m.To) != low && !s.Complete(p, low) {
		open++
	}
	if m.Kind == compact.Favor || m.Kind >= compact.Trump {
		return
	}
	if low < 0 {
		s.oneOf(min(open, 5), 6)
	} else {
		s.at += 6
		s.oneOf(min(open, 5), 6)
	}
}
