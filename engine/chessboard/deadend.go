package chessboard

import "boardwalk/engine"

// deadEndBound is the most positions that DeadEnd looks at. The widest of ten thousand dead
// ends reached by random play had 904.
const deadEndBound = 2_000

// Gains implements [engine.Gainer]: a card that reaches a foundation scores.
func (s *state) Gains(m engine.Move) bool { return table.Find(m.To).isFoundation() }

// DeadEnd implements [engine.DeadEnder]. A state is a dead end if moves from pile to
// pile, however many, never let a foundation grow: cards can only be shuttled. DeadEnd
// looks at the nearest positions first and gives up (known is false) after
// deadEndBound positions.
func (s *state) DeadEnd() (dead, known bool) {
	start, wanted := s.layout(), s.wanted()
	if start.tops&wanted != 0 {
		return false, true
	}
	seen := map[uint64]bool{start.hash: true}
	// Level by level; only two levels are kept at a time.
	for level, next := []layout{start}, []layout(nil); len(level) > 0; level, next = next, level[:0] {
		for i := range level {
			now := &level[i]
			for from, to := range now.moves {
				card := now.top[from]
				if setOf(now.under[card])&wanted != 0 {
					return false, true
				}
				hash := now.hash ^ link(card, now.under[card]) ^ link(card, now.top[to])
				switch {
				case seen[hash]:
				case len(seen) == deadEndBound:
					return false, false
				default:
					seen[hash] = true
					next = append(next, now.after(from, to, hash))
				}
			}
		}
	}
	return true, true
}

// wanted returns the cards that foundations take next. For a complete foundation that is
// its own first card, which nobody can play.
func (s *state) wanted() cards {
	var wanted cards
	base, begun := s.base()
	for p := foundations; p < pileCount; p++ {
		switch {
		case s.piles[p].Len() > 0:
			wanted |= setOf(s.next(p))
		case !begun:
			return ^cards(0)
		default:
			for suit := engine.Spades; suit <= engine.Clubs; suit++ {
				wanted |= setOf(engine.NewCard(base, suit))
			}
		}
	}
	return wanted
}

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
