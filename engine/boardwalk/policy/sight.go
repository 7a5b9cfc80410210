package policy

import (
	"math/bits"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// An Input is a number that a net is given: which one, and how much.
type Input struct {
	Index uint16
	Value float32
}

// An Arm is a play to choose from. Its inputs are those of its parts together: of the card
// that is played, where it goes, the card that returns, and what depends on all of them.
type Arm struct {
	compact.Move
	Parts [4]uint16 // indexes of Sight.Parts
	N     uint8     // how many of them
}

// A Sight is what a net is given of a position. It depends on what a player can see, and on
// nothing else. The zero Sight is ready to be used, again and again: it keeps its memory.
type Sight struct {
	State []Input   // of the position
	Parts [][]Input // of the arms, shared between them
	Arms  []Arm     // the plays that differ, but for idle slides

	look
	inputs []Input
	at     int // the index of the next input
	begun  int // where in inputs the part begins
	moves  []compact.Move
	work
}

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

// Read looks at a position. The sight refers to the position until it reads another.
func (s *Sight) Read(r *compact.Rules, p *compact.Position) {
	s.moves = r.Distinct(p, s.moves[:0])
	s.ReadMoves(r, p, slices.DeleteFunc(s.moves, func(m compact.Move) bool { return idle(r, p, m) }))
}

// idle reports whether a play only slides a card that lies alone on row 3.
func idle(r *compact.Rules, p *compact.Position, m compact.Move) bool {
	return m.Kind == compact.Slide && int(m.From) >= r.Upper && p.Down[m.From] == 0
}

// ReadMoves looks at a position of which only some plays matter.
func (s *Sight) ReadMoves(r *compact.Rules, p *compact.Position, moves []compact.Move) {
	s.survey(r, p)
	s.inputs, s.Parts, s.Arms = s.inputs[:0], s.Parts[:0], s.Arms[:0]
	s.state()
	s.arms(moves)
}

// survey fills the look.
func (s *Sight) survey(r *compact.Rules, p *compact.Position) {
	l := &s.look
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

// put adds the next input.
func (s *Sight) put(v float32) {
	if v != 0 {
		s.inputs = append(s.inputs, Input{uint16(s.at), v})
	}
	s.at++
}

func (s *Sight) flag(b bool) {
	if b {
		s.put(1)
	} else {
		s.put(0)
	}
}

// count adds a number of cards of a rank, or of other things of which there are about as many.
func (s *Sight) count(n int) { s.put(float32(n) / s.suits) }

// oneOf adds n inputs, of which number i is 1. None is if i is out of range.
func (s *Sight) oneOf(i, n int) {
	if i >= 0 && i < n {
		s.inputs = append(s.inputs, Input{uint16(s.at + i), 1})
	}
	s.at += n
}

// part ends a part, which has the inputs that were added since the last, and returns its index.
func (s *Sight) part() uint16 {
	s.Parts = append(s.Parts, s.inputs[s.begun:len(s.inputs):len(s.inputs)])
	s.begun = len(s.inputs)
	return uint16(len(s.Parts) - 1)
}

// The inputs lie in blocks, each of which begins here.
const (
	atState    = 0
	stateSize  = 21 + 5 + 5 + 10 + 6 + 2 + 4 + 8 + 5*classes + rankSize*rankInputs
	rankInputs = 11
	rankSize   = 13
	atSource   = atState + stateSize
	leaveSize  = 5 + 7 + 8 + classes + 5
	atReturn   = atSource + leaveSize
	atHand     = atReturn + leaveSize
	handSize   = 6 + classes
	atBlind    = atHand + handSize
	blindSize  = 2
	atTo       = atBlind + blindSize
	toSize     = 2*compact.Kinds + 6
	atLow      = atTo + toSize
	lowSize    = 9
	atDeclare  = atLow + lowSize // below
	declare    = 19
	atFile     = atDeclare + declare // declaring above
	atHigh     = atFile + declare
	highSize   = 3 + classes
	atPair     = atHigh + highSize
	pairSize   = 6 + 12

	// Inputs is the number of inputs of a net, of which the first StateInputs are those of
	// the position alone.
	Inputs      = atPair + pairSize
	StateInputs = stateSize
)

// state adds the inputs of the position alone.
func (s *Sight) state() {
	r, p := s.Rules, s.Position
	s.begun, s.at = 0, atState
	// The rules.
	s.put(float32(r.Upper) / 10)
	s.put(float32(r.Lower) / 13)
	s.put(float32(r.HandCards) / 10)
	s.put(s.suits / 5)
	s.put(s.ranks / 21)
	for _, on := range [...]bool{r.OrderUpper, r.OrderLower, r.Uniqueness == compact.PerWalk, r.Uniqueness == compact.Anywhere,
		r.Slide, r.HandBasic, r.HandPower, r.HandBlind, r.Trump, r.HighTrump, r.Coax, r.AutoFlipUpper, r.SpikePoints} {
		s.flag(on)
	}
	s.put((s.ranks - float32(r.Lower)) / 10)
	s.put(float32(r.Max) / 105)
	s.put(1)

	s.put(float32(p.FaceDown) / float32(r.Max))
	s.put(float32(p.Row1) / float32(r.Upper) / s.suits)
	s.put(float32(p.Placed) / float32(r.Max))
	s.flag(p.Won())
	s.count(r.Points(p) - int(p.Placed))

	var heights [5]float32
	var voids, declaredUp, untopped, held, open, shut, openings, complete, loose int
	for c := range r.Columns() {
		if c < r.Upper {
			switch n := s.size(c); {
			case n > 0:
				heights[min(n, 5)-1]++
			case p.Count[c] > 0:
				declaredUp++
			default:
				voids++
			}
			if p.Up[c] == compact.None && p.Down[c] > 0 {
				untopped++
			}
			continue
		}
		switch {
		case r.Complete(p, c):
			complete++
		case p.Up[c] != compact.None:
			shut++
		case p.Count[c] > 0:
			open++
		}
		if p.Up[c] != compact.None {
			loose++
		}
		if p.Empty(c) {
			openings++
		}
	}
	held = bits.OnesCount32(p.Held)
	wide, low := float32(r.Upper), float32(r.Lower)
	for _, n := range heights {
		s.put(n / wide)
	}
	s.put(float32(voids))
	s.put(float32(declaredUp) / wide)
	s.put(float32(untopped) / wide)
	s.put(float32(held) / wide)
	s.put(float32(open) / low)
	s.put(float32(shut) / low)
	s.put(float32(openings))
	s.put(float32(complete) / low)
	s.put(float32(loose) / low)
	s.put(float32(s.freeLow) / low)
	s.oneOf(s.openLow, 6)
	s.put(s.deficit(r.Upper, r.Columns(), r.OrderLower))
	s.put(s.deficit(0, r.Upper, r.OrderUpper))
	s.flag(s.stacks == 1)
	s.flag(s.stacks == 2)
	s.flag(s.least == 1)
	s.flag(s.stacks == 1 && s.least == 1)
	s.oneOf(int(p.Row1)-1, 8)

	var kinds, tops, blockers, hand [classes]float32
	for rank, n := range r.Copies {
		if n == 0 {
			continue
		}
		c := s.class[rank]
		kinds[c]++
		tops[c] += float32(s.tops[rank])
		blockers[c] += float32(s.blockers[rank])
		hand[c] += float32(s.hand[rank])
	}
	for c := range classes {
		s.put(kinds[c] / s.ranks)
		s.put(tops[c] / wide)
		s.put(blockers[c] / low)
		s.put(hand[c] / s.suits)
		s.put(s.share[c])
	}
	for rank := range rankSize {
		if r.Copies[rank] == 0 {
			s.at += rankInputs
			continue
		}
		s.oneOf(int(s.class[rank]), classes)
		s.count(int(s.unseen[rank]))
		s.put(float32(s.tops[rank]))
		s.put(float32(s.blockers[rank]))
		s.put(float32(s.hand[rank]))
	}
	s.State = s.inputs[:len(s.inputs):len(s.inputs)]
	s.begun = len(s.inputs)
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
