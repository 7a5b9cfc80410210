package chessboard

import "boardwalk/engine"

// cards is a set of cards.
type cards uint64

// setOf returns the set that contains only c, or the empty set for no card.
func setOf(c engine.Card) cards { return 1 << (c - 1) }

// near holds the cards that each card can lie on, or under, in a pile.
var near = func() (near [suitSize*engine.Suits + 1]cards) {
	for _, c := range engine.Standard() {
		next := engine.NewCard(rankAbove(c.Rank(), 1), c.Suit())
		near[c] |= setOf(next)
		near[next] |= setOf(c)
	}
	return near
}()

// A layout is how the cards of the wings lie. Layouts with the same piles, in whatever
// order, have the same hash. A search sees so few layouts that two with different piles
// practically never share a hash.
type layout struct {
	hash  uint64
	tops  cards
	top   [foundations]engine.Card               // of each pile
	under [suitSize*engine.Suits + 1]engine.Card // what each card lies on
}

func (s *state) layout() layout {
	var l layout
	for i, p := range s.piles[:foundations] {
		for j := range p.Len() {
			c := p.At(j)
			l.under[c] = l.top[i]
			l.hash ^= link(c, l.top[i])
			l.top[i] = c
		}
		l.tops |= setOf(l.top[i])
	}
	return l
}

// moves yields the moves from pile to pile in byte order. It leaves out those that lead
// to the same piles: moving a lone card to an empty place, and moving a card to any empty
// place but the first.
func (l *layout) moves(yield func(from, to int) bool) {
	empty := -1
	for p := len(l.top) - 1; p >= 0; p-- {
		if l.top[p] == engine.NoCard {
			empty = p
		}
	}
	for from, card := range l.top {
		free := empty >= 0 && l.under[card] != engine.NoCard
		if !free && l.tops&near[card] == 0 {
			continue
		}
		for to, onto := range l.top {
			if fits := setOf(onto)&near[card] != 0 || free && to == empty; fits && !yield(from, to) {
				return
			}
		}
	}
}

// after returns the layout after a move; hash is the hash of that layout.
func (l *layout) after(from, to int, hash uint64) layout {
	next := *l
	card, onto := l.top[from], l.top[to]
	next.hash = hash
	next.tops = l.tops&^setOf(onto) | setOf(l.under[card])
	next.top[from], next.top[to], next.under[card] = l.under[card], card, onto
	return next
}

// link returns a pseudorandom number (SplitMix64) for a card that lies on another card
// or, if on is NoCard, at the bottom of a pile.
func link(c, on engine.Card) uint64 {
	z := (uint64(c)<<8 | uint64(on)) * 0x9e3779b97f4a7c15
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
