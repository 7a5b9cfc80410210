package compact

import (
	"math/bits"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/hashset"
)

// A Kind is a kind of play.
type Kind uint8

// The kinds of play, as the authors name them.
const (
	Favor     Kind = iota // turns up a card of row 1
	File                  // from row 1 or 3 to row 2
	Live                  // from row 1 or 3 to row 4
	Slide                 // from row 1 or 3 to an empty tableau of row 3
	Basic                 // from the hand to row 4, for the card that blocks the column
	Power                 // from the hand to row 4, for a card of another tableau of row 3
	Blind                 // from the hand to row 4, for the column's next face-down card
	Trump                 // from the hand to row 2, for a card of row 1
	HighTrump             // from the hand to row 1 of a void column, for another card of row 1
	Coax                  // from the hand onto face-down cards of row 1, likewise

	Kinds = 10 // the number of kinds
)

// A Move is one play. Columns are numbered through both walks.
type Move struct {
	Kind Kind
	From uint8 // a column; for plays from the hand, a card of the hand
	To   uint8 // a column; of a favor, From
	Back uint8 // the column of the card that returns to the hand, otherwise 0
}

// ByHand reports whether a card of the hand is played.
func (m Move) ByHand() bool { return m.Kind >= Basic }

// Card returns the rank of the card that is played, None for a favor.
func (p *Position) Card(m Move) engine.Rank {
	if m.ByHand() {
		return p.Hand[m.From]
	}
	return p.Up[m.From]
}

// Moves appends every legal play to dst, in a fixed order.
func (r *Rules) Moves(p *Position, dst []Move) []Move { return r.moves(p, dst, false) }

// Distinct appends the legal plays without those that lead to an equal of what another play
// leads to: of hand cards of one rank it plays the first; of void upper columns on a walk
// without order it takes the first, the one that the card leaves included; and of openings on
// complete columns the first. It leaves out a slide from one such column to another. Where no card
// can be held or coaxed a favor comes alone, because it and any other play lead to the same in
// either order.
func (r *Rules) Distinct(p *Position, dst []Move) []Move { return r.moves(p, dst, true) }

// Over reports whether no play is left but idle slides: those of a card that lies alone on
// row 3.
func (r *Rules) Over(p *Position) bool {
	var buffer [256]Move
	for _, m := range r.moves(p, buffer[:0], true) {
		if m.Kind != Slide || int(m.From) < r.Upper || p.Down[m.From] > 0 {
			return false
		}
	}
	return true
}

func (r *Rules) moves(p *Position, dst []Move, merge bool) []Move {
	if r.Favor {
		for c := range r.Upper {
			if p.Up[c] == None && p.Down[c] > 0 {
				dst = append(dst, Move{Kind: Favor, From: uint8(c), To: uint8(c)})
				if merge && !r.HighTrump && !r.Coax {
					return dst
				}
			}
		}
	}
	if p.Favors > 0 {
		return dst
	}
	allowed := r.Allowed(p)
	for c := range r.Columns() {
		if p.Up[c] != None {
			dst = r.fromTableau(p, &allowed, c, dst, merge)
		}
	}
	for i, rank := range p.Hand[:r.HandCards] {
		if merge && slices.Contains(p.Hand[:i], rank) {
			continue
		}
		dst = r.lowFromHand(p, &allowed, i, dst)
		dst = r.highFromHand(p, &allowed, i, dst, merge)
	}
	return dst
}

// fromTableau appends the plays of a face-up card of row 1 or 3.
func (r *Rules) fromTableau(p *Position, allowed *[Columns]Set, from int, dst []Move, merge bool) []Move {
	rank := p.Up[from]
	declared := false // on a void column
	for c := range r.Upper {
		if !allowed[c].Has(rank) || p.Down[c] > 0 || p.Up[c] != None && c != from {
			continue
		}
		if merge && !r.OrderUpper && p.Count[c] == 0 {
			if declared {
				continue
			}
			declared = true
		}
		dst = append(dst, Move{Kind: File, From: uint8(from), To: uint8(c)})
	}
	for c := r.Upper; c < r.Columns(); c++ {
		if allowed[c].Has(rank) && (p.Up[c] == None || c == from) {
			dst = append(dst, Move{Kind: Live, From: uint8(from), To: uint8(c)})
		}
	}
	if !r.Slide {
		return dst
	}
	// A complete column whose tableau the card would leave empty is like any other of them.
	slid := merge && from >= r.Upper && p.Down[from] == 0 && r.Complete(p, from)
	for c := r.Upper; c < r.Columns(); c++ {
		if !p.Empty(c) {
			continue
		}
		if merge && r.Complete(p, c) {
			if slid {
				continue
			}
			slid = true
		}
		dst = append(dst, Move{Kind: Slide, From: uint8(from), To: uint8(c)})
	}
	return dst
}

// lowFromHand appends the plays of a hand card to row 4.
func (r *Rules) lowFromHand(p *Position, allowed *[Columns]Set, i int, dst []Move) []Move {
	rank := p.Hand[i]
	for c := r.Upper; c < r.Columns(); c++ {
		if !allowed[c].Has(rank) {
			continue
		}
		m := Move{From: uint8(i), To: uint8(c)}
		if p.Up[c] != None {
			if r.HandBasic && p.Held>>c&1 == 0 {
				m.Kind, m.Back = Basic, m.To
				dst = append(dst, m)
			}
			continue
		}
		if r.HandBlind && p.Down[c] > 0 {
			m.Kind, m.Back = Blind, m.To
			dst = append(dst, m)
		}
		if r.HandPower {
			m.Kind = Power
			dst = p.returns(m, r.Upper, r.Columns(), dst)
		}
	}
	return dst
}

// highFromHand appends the plays of a hand card to rows 2 and 1.
func (r *Rules) highFromHand(p *Position, allowed *[Columns]Set, i int, dst []Move, merge bool) []Move {
	if !r.Trump && !r.HighTrump && !r.Coax {
		return dst
	}
	rank := p.Hand[i]
	seen := false // a void column
	for c := range r.Upper {
		if p.Up[c] != None {
			continue
		}
		m := Move{From: uint8(i), To: uint8(c)}
		if p.Down[c] > 0 {
			if r.Coax {
				m.Kind = Coax
				dst = p.returns(m, 0, r.Upper, dst)
			}
			continue
		}
		void := p.Count[c] == 0
		if merge && void && !r.OrderUpper {
			if seen {
				continue
			}
			seen = true
		}
		if r.Trump && allowed[c].Has(rank) {
			m.Kind = Trump
			dst = p.returns(m, 0, r.Upper, dst)
		}
		if r.HighTrump && void {
			m.Kind = HighTrump
			dst = p.returns(m, 0, r.Upper, dst)
		}
	}
	return dst
}

// returns appends the play with each card that can return from the columns of a walk.
func (p *Position) returns(m Move, from, to int, dst []Move) []Move {
	for c := from; c < to; c++ {
		if p.Up[c] != None && c != int(m.To) && p.Held>>c&1 == 0 {
			m.Back = uint8(c)
			dst = append(dst, m)
		}
	}
	return dst
}

// Play makes a legal play. Cards turn up from h.
func (r *Rules) Play(p *Position, h *Hidden, m Move) {
	to := int(m.To)
	p.Hash -= r.column(p, to)
	if m.ByHand() {
		r.exchange(p, h, m)
	} else if m.Kind == Favor {
		r.turnUp(p, h, to, to)
		if p.Favors > 0 {
			p.Hash -= hashset.Mix(favorKey + uint64(p.Favors))
			p.Favors--
			p.Hash += hashset.Mix(favorKey + uint64(p.Favors))
		}
	} else {
		r.standard(p, h, m)
	}
	p.Hash += r.column(p, to)
}

// standard files a card, plays it live or slides it. Play has taken column m.To out of the
// hash.
func (r *Rules) standard(p *Position, h *Hidden, m Move) {
	from, to := int(m.From), int(m.To)
	rank := p.Up[from]
	if from != to {
		p.Hash -= r.column(p, from)
	}
	p.Up[from] = None
	held := p.Held>>from&1 != 0
	p.Held &^= 1 << from
	if from < r.Upper {
		p.Row1--
	}
	if m.Kind == Slide {
		p.Up[to] = rank
		if held { // a hold travels with the card that slides
			p.Held |= 1 << to
		}
	} else {
		p.place(to, rank)
	}
	if from != to {
		p.Hash += r.column(p, from)
	}
	if m.Kind == Live {
		r.turnUp(p, h, to, to)
	}
	if from < r.Upper && r.AutoFlipUpper {
		r.turnUp(p, h, from, to)
	}
}

// exchange plays a hand card. Play has taken column m.To out of the hash.
func (r *Rules) exchange(p *Position, h *Hidden, m Move) {
	from, to, back := int(m.From), int(m.To), int(m.Back)
	rank := p.Hand[from]
	switch m.Kind {
	case HighTrump, Coax:
		p.Up[to] = rank
		p.Held |= 1 << to // before the return, because its flip may release the hold
		p.Row1++
	default:
		p.place(to, rank)
	}
	returned := p.Up[back]
	if m.Kind == Blind {
		p.Down[to]--
		p.FaceDown--
		returned = h[to][p.Down[to]]
		r.release(p, to)
	} else {
		if back != to {
			p.Hash -= r.column(p, back)
		}
		p.Up[back] = None
		if back != to {
			p.Hash += r.column(p, back)
		}
	}
	p.Hash += hashset.Mix(handKey+uint64(returned)) - hashset.Mix(handKey+uint64(rank))
	p.Hand[from] = returned
	switch m.Kind {
	case Basic, Power:
		r.turnUp(p, h, to, to)
	case Trump, HighTrump, Coax:
		p.Row1--
		if r.AutoFlipUpper {
			r.turnUp(p, h, back, to)
		}
	}
}

// place puts a card on a foundation.
func (p *Position) place(c int, rank engine.Rank) {
	p.Rank[c] = rank
	p.Count[c]++
	p.Placed++
}

// turnUp flips the top card of a tableau if it lies face down. Column out is not in the hash.
func (r *Rules) turnUp(p *Position, h *Hidden, c, out int) {
	if p.Up[c] != None || p.Down[c] == 0 {
		return
	}
	if c != out {
		p.Hash -= r.column(p, c)
	}
	p.Down[c]--
	p.FaceDown--
	p.Up[c] = h[c][p.Down[c]]
	if c != out {
		p.Hash += r.column(p, c)
	}
	r.release(p, out)
}

// release lifts every hold, as every flip does. Column out is not in the hash.
func (r *Rules) release(p *Position, out int) {
	for p.Held != 0 {
		c := bits.TrailingZeros32(p.Held)
		if c != out {
			p.Hash -= r.column(p, c)
		}
		p.Held &^= 1 << c
		if c != out {
			p.Hash += r.column(p, c)
		}
	}
}
