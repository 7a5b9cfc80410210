package chessboard

import (
	"boardwalk/engine"
	"boardwalk/engine/hashset"
)

// deadEndBound is the most positions that DeadEnd looks at. The widest of ten thousand dead
// ends reached by random play had 904.
const deadEndBound = 2_000

// Gains implements [engine.Gainer]: a card that reaches a foundation scores.
func (s *state) Gains(m engine.Move) bool { return s.game.table.Find(m.To).isFoundation() }

// DeadEnd implements [engine.DeadEnder]. A state is a dead end if moves from pile to
// pile, however many, never let a foundation grow: cards can only be shuttled. DeadEnd
// looks at the nearest positions first and gives up (known is false) after
// deadEndBound positions.
func (s *state) DeadEnd() (dead, known bool) {
	start := s.layout()
	if start.tops&start.wanted != 0 {
		return false, true
	}
	seen := new(hashset.Set)
	seen.Add(start.hash)
	// Level by level; only two levels are kept at a time.
	for level, next := []layout{start}, []layout(nil); len(level) > 0; level, next = next, level[:0] {
		for i := range level {
			now := &level[i]
			for m := range now.shifts {
				if setOf(now.under[now.lowest(m)])&now.wanted != 0 {
					return false, true
				}
				now.play(m)
				switch {
				case !seen.Add(now.hash):
				case seen.Len() > deadEndBound:
					return false, false
				default:
					next = append(next, *now)
				}
				now.play(m.back())
			}
		}
	}
	return true, true
}
