package compact

import "boardwalk/engine"

// Numbers of the piles, as in moves. The foundations follow, and then the reserves.
const (
	Stock       = 0
	Waste       = 1
	foundations = 2
)

// A Move takes the top card of a pile to another pile; both are numbers such as [Stock], or
// those of [Rules.Foundation] and [Rules.Reserve].
type Move struct{ From, To int8 }

// Deal is the move that turns a card from the stock onto the waste, and Redeal the one that makes
// the reserves the stock.
var (
	Deal   = Move{Stock, Waste}
	Redeal = Move{Stock, Stock}
)

// Up reports whether the move brings a card to a foundation.
func (r *Rules) Up(m Move) bool { return foundations <= m.To && m.To < foundations+r.Ladders }

// Word returns the move as players write it.
func (r *Rules) Word(m Move) engine.Move {
	if m.From == Stock {
		return engine.Move{From: r.Place(Stock)}
	}
	return engine.Move{From: r.Place(m.From), To: r.Place(m.To)}
}

// Place returns where a pile lies.
func (r *Rules) Place(pile int8) engine.Place {
	switch {
	case pile < foundations:
		return engine.At(int(pile)+1, 1)
	case pile < foundations+r.Ladders:
		return engine.At(int(pile-foundations)+1, 2)
	}
	return engine.At(int(pile-foundations-r.Ladders)+1, 3)
}

// Ups appends the legal moves to foundations to list, those to lower foundations first. Of foundations
// that are alike it takes the lowest.
func (p *Position) Ups(list []Move) []Move { return p.ups(list, false) }

func (p *Position) ups(list []Move, all bool) []Move {
	tops := p.Tops()
	for k := range p.Ladders {
		next := p.Next(int(k))
		if next == None || tops>>next&1 == 0 || !all && p.hasTwin(k) {
			continue
		}
		if p.Waste == next {
			list = append(list, Move{Waste, p.Foundation(k)})
		}
		for i := range p.Rules.Reserves {
			if p.Piles[i].Top() == next {
				list = append(list, Move{p.Reserve(i), p.Foundation(k)})
			}
		}
	}
	return list
}

// hasTwin reports whether a lower foundation takes the same ranks from here on.
func (p *Position) hasTwin(k int8) bool {
	for j := p.twins[k]; j < k; j++ {
		if p.twins[j] == p.twins[k] && p.Rungs[j] == p.Rungs[k] {
			return true
		}
	}
	return false
}

// Moves returns the legal moves: first those to the foundations, then those to the
// reserves, then the deal.
func (p *Position) Moves() []Move {
	list := p.ups(nil, true)
	switch {
	case p.Waste != None:
		for i := range p.Rules.Reserves {
			list = append(list, Move{Waste, p.Reserve(i)})
		}
	case p.Left > 0:
		list = append(list, Deal)
	case p.MayGather():
		list = append(list, Redeal)
	}
	return list
}

// Play plays a legal move. A deal turns up a card of rank dealt.
func (p *Position) Play(m Move, dealt int8) {
	switch {
	case m == Deal:
		p.Deal(dealt)
	case m == Redeal:
		p.Gather()
	case !p.Up(m):
		p.Keep(int(m.To - p.Reserve(0)))
	case m.From == Waste:
		p.Raise(int(m.To - foundations))
	default:
		p.Release(int(m.From-p.Reserve(0)), int(m.To-foundations))
	}
}
