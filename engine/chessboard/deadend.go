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
