package compact

import "boardwalk/engine"

// Numbers of the piles, as in moves. Foundations and reserves have four each.
const (
	Stock      = 0
	Waste      = 1
	Foundation = 2
	InReserve  = 6
)

// A Move takes the top card of a pile to another pile; both are numbers such as [Stock], or
// [Foundation]+k.
type Move struct{ From, To int8 }

// Deal is the move that turns a card from the stock onto the waste.
var Deal = Move{Stock, Waste}

// Up reports whether the move brings a card to a foundation.
func (m Move) Up() bool { return Foundation <= m.To && m.To < InReserve }

// Word returns the move as players write it.
func (m Move) Word() engine.Move {
	if m == Deal {
		return engine.Move{From: place(Stock)}
	}
	return engine.Move{From: place(m.From), To: place(m.To)}
}

func place(pile int8) engine.Place {
	if pile < Foundation {
		return engine.At(int(pile)+1, 1)
	}
	pile -= Foundation
	return engine.At(int(pile)%Ladders+1, 2+int(pile)/Ladders)
}

// Ups appends the legal moves to foundations to list, those to lower foundations first.
func (p *Position) Ups(list []Move) []Move {
	tops := p.Tops()
	for k := range int8(Ladders) {
		next := p.Next(int(k))
		if next == None || tops>>next&1 == 0 {
			continue
		}
		if p.Waste == next {
			list = append(list, Move{Waste, Foundation + k})
		}
		for i := range int8(Ladders) {
			if p.Reserves[i].Top() == next {
				list = append(list, Move{InReserve + i, Foundation + k})
			}
		}
	}
	return list
}

// Moves appends the legal moves to list: first those to the foundations, then those to the
// reserves, then the deal.
func (p *Position) Moves(list []Move) []Move {
	list = p.Ups(list)
	switch {
	case p.Waste != None:
		for i := range int8(Ladders) {
			list = append(list, Move{Waste, InReserve + i})
		}
	case p.Left > 0:
		list = append(list, Deal)
	}
	return list
}

// Play plays a legal move. A deal turns up a card of rank dealt.
func (p *Position) Play(m Move, dealt int8) {
	switch {
	case m == Deal:
		p.Deal(dealt)
	case !m.Up():
		p.Keep(int(m.To - InReserve))
	case m.From == Waste:
		p.Raise(int(m.To - Foundation))
	default:
		p.Release(int(m.From-InReserve), int(m.To-Foundation))
	}
}
