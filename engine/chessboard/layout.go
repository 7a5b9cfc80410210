package chessboard

import (
	"boardwalk/engine"
	"boardwalk/engine/hashset"
)

// cards is a set of cards.
type cards uint64

// setOf returns the set that contains only c, or the empty set for no card.
func setOf(c engine.Card) cards { return 1 << (c - 1) }

// cardCount is the length of an array with an element for each card, and one for no card.
const cardCount = maxRanks*engine.Suits + 1

// links holds a pseudorandom number (SplitMix64) for each card that lies on another card or,
// at index NoCard, at the bottom of a pile.
var links [cardCount][cardCount]uint64

func init() {
	for c := range links {
		for on := range links[c] {
			links[c][on] = hashset.Mix(uint64(c)<<8 | uint64(on))
		}
	}
}

// anyBase is the base rank of a layout whose first card up will choose it.
const anyBase engine.Rank = maxRanks

// A layout is how the cards of the wings lie, with the base rank. All else follows. Layouts
// with the same piles, in whatever order, have the same hash. A search sees so few layouts,
// some millions at most, that two that differ practically never share a hash.
type layout struct {
	game *game
	lie
}

// A lie is a layout without its game: searches keep many, and a pointer in each has a price.
type lie struct {
	hash   uint64
	tops   cards                    // the top cards of the piles
	wanted cards                    // what foundations take next; their first card if complete
	under  [cardCount]engine.Card   // what each card in the piles lies on
	top    [foundations]engine.Card // of each pile
	base   engine.Rank
	left   int8 // the number of cards in the piles
}

func (s *state) layout() layout {
	l := layout{s.game, lie{base: anyBase, wanted: ^cards(0)}}
	if base, ok := s.base(); ok {
		l.begin(base)
	}
	for p := foundations; p < pileCount; p++ {
		for _, c := range s.piles[p].Cards() {
			l.wanted ^= setOf(c) | setOf(s.game.above[c])
		}
	}
	for i, p := range s.piles[:foundations] {
		for j := range p.Len() {
			c := p.At(j)
			l.under[c] = l.top[i]
			l.hash ^= links[c][l.top[i]]
			l.top[i] = c
			l.left++
		}
		l.tops |= setOf(l.top[i])
	}
	return l
}

// begin sets the base rank.
func (l *layout) begin(base engine.Rank) {
	l.base, l.wanted = base, l.game.ofRank[base]
	l.hash ^= hashset.Mix(uint64(base) << 16)
}

// A step takes the top card of a pile to another pile, or up to its foundation. Where sequences move, it takes n
// cards to another pile.
type step struct{ from, to, n int8 }

// back returns the step that undoes one from pile to pile.
func (m step) back() step { return step{m.to, m.from, m.n} }

// up is where a step to a foundation goes.
const up = int8(foundations)

// empty returns the first empty pile, or -1.
func (l *layout) empty() int8 {
	for p, c := range l.top[:l.game.wings] {
		if c == engine.NoCard {
			return int8(p)
		}
	}
	return -1
}

// shifts yields the steps from pile to pile in byte order. It leaves out those that lead to
// the same piles: moving a lone card to an empty place, and moving a card to any empty
// place but the first.
func (l *layout) shifts(yield func(step) bool) {
	empty, tops := l.empty(), l.top[:l.game.wings]
	for from, card := range tops {
		free := empty >= 0 && l.under[card] != engine.NoCard && setOf(card)&l.game.fill != 0
		near := l.game.near[card]
		if !free && l.tops&near == 0 && l.game.rules.Build != Sequences {
			continue
		}
		for to, onto := range tops {
			n := int8(1)
			if setOf(onto)&near == 0 && (!free || int8(to) != empty) {
				if n = l.sequence(card, onto); n == 0 {
					continue
				}
			}
			if !yield(step{int8(from), int8(to), n}) {
				return
			}
		}
	}
}

// sequence returns how many cards of the sequence that ends with a top card can go onto another pile's top card
// together, 0 if none can. The top card alone does not fit there.
func (l *layout) sequence(card, onto engine.Card) int8 {
	if l.game.rules.Build != Sequences || card == onto {
		return 0
	}
	for n := int8(2); ; n++ {
		under := l.under[card]
		switch near := l.game.near[under]; {
		case setOf(card)&near == 0:
			return 0
		case setOf(onto)&near != 0:
			return n
		}
		card = under
	}
}

// lowest returns the lowest card that a step takes.
func (l *layout) lowest(m step) engine.Card {
	card := l.top[m.from]
	for range m.n - 1 {
		card = l.under[card]
	}
	return card
}

// steps yields the steps from this layout: those to foundations, then those from pile to
// pile as in shifts.
func (l *layout) steps(yield func(step) bool) {
	if ready := l.tops & l.wanted; ready != 0 {
		for p, c := range l.top {
			if setOf(c)&ready != 0 && !yield(step{int8(p), up, 1}) {
				return
			}
		}
	}
	for m := range l.shifts {
		if !yield(m) {
			return
		}
	}
}

// play plays a step.
func (l *layout) play(m step) {
	top, card := l.top[m.from], l.lowest(m)
	on := l.under[card]
	l.top[m.from] = on
	l.hash ^= links[card][on]
	if m.to == up {
		if l.base == anyBase {
			l.begin(card.Rank())
		}
		l.tops ^= setOf(card) | setOf(on)
		l.wanted ^= setOf(card) | setOf(l.game.above[card])
		l.left--
		return
	}
	onto := l.top[m.to]
	l.hash ^= links[card][onto]
	l.tops ^= setOf(onto) | setOf(on)
	l.under[card], l.top[m.to] = onto, top
}

// down undoes a step of a card to its foundation. The base rank stays.
func (l *layout) down(from int8, card engine.Card) {
	on := l.under[card]
	l.top[from] = card
	l.hash ^= links[card][on]
	l.tops ^= setOf(card) | setOf(on)
	l.wanted ^= setOf(card) | setOf(l.game.above[card])
	l.left++
}

// safe returns the step of a card that may go to its foundation at once, whatever is to
// come. ok is false if there is none; see safeCards for which may.
func (l *layout) safe() (m step, ok bool) {
	return l.upOf(l.tops & l.wanted & l.game.safe[l.base])
}

// safeCards returns the cards that lose nothing by going up as soon as they can, with a base rank.
//
// Where piles are built in suit, such a card is any that is not of the base rank. The card below
// it has gone up, so all that it could still do is to have the card above it lie on it, and that
// one can now go up as well. Whatever an empty pile takes, the pile that the card leaves serves as
// well without it. A card of the base rank is different if the last card of its suit can lie on
// it, as it can unless the last is the highest rank, the base is the Ace, and the two are no
// neighbours.
//
// Where cards of other suits lie on each other, any card may be needed to lie on for long, and so may one on which
// a sequence fits.
func (g *game) safeCards(base engine.Rank) (safe cards) {
	if g.rules.Build != InSuit {
		return 0
	}
	for rank, of := range g.ofRank {
		if engine.Rank(rank) != base || base == engine.Ace && !g.rules.Wrap {
			safe |= of
		}
	}
	return safe
}

// upOf returns the step to its foundation of the first top card that is in a set. ok is false if there is none.
func (l *layout) upOf(set cards) (m step, ok bool) {
	if set == 0 {
		return step{}, false
	}
	for p, c := range l.top {
		if setOf(c)&set != 0 {
			return step{int8(p), up, 1}, true
		}
	}
	return step{}, false
}

// settled returns the step of a card to its foundation that costs nothing: it is safe, or it begins a win of such
// steps alone, or no other is left. ok is false if there is none.
func (l layout) settled() (m step, ok bool) {
	if m, ok = l.safe(); ok {
		return m, true
	}
	n := 0
	for s := range l.steps {
		if n++; n == 1 {
			m = s
		}
	}
	if n == 0 || m.to != up || l.base == anyBase && n > 1 {
		return step{}, false
	}
	for s, more := m, true; more; s, more = l.upOf(l.tops & l.wanted) {
		l.play(s)
	}
	return m, n == 1 || l.left == 0
}

// playSafe plays all that is safe, and returns the number of steps.
func (l *layout) playSafe() int {
	n := 0
	for m, ok := l.safe(); ok; m, ok = l.safe() {
		l.play(m)
		n++
	}
	return n
}
