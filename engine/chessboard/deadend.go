package chessboard

import (
	"slices"

	"boardwalk/engine"
)

// searched is the most positions that DeadEnd looks at.
const searched = 4_000

// DeadEnd tells that no position that can be reached by moves from pile to
// pile lets a foundation grow: all that is left is to shuttle cards. It looks
// at the nearest positions first, and gives up (known is false) at its bound.
func (s *state) DeadEnd() (dead, known bool) {
	queue := []state{*s}
	seen := map[string]bool{s.key(): true}
	for i := 0; i < len(queue); i++ {
		for _, m := range queue[i].Moves() {
			if find(m.To).isFoundation() {
				return false, true
			}
			next := queue[i].after(m)
			key := next.key()
			if seen[key] {
				continue
			}
			if len(queue) == searched {
				return false, false
			}
			seen[key] = true
			queue = append(queue, next)
		}
	}
	return true, true
}

// key is the same for two states whose wings have the same piles, in whatever
// order, and differs otherwise. It leaves the foundations out.
func (s *state) key() string {
	piles := [found]engine.Pile(s.piles[:found])
	slices.SortFunc(piles[:], func(p, q engine.Pile) int { return bottom(p) - bottom(q) })
	key := make([]byte, 0, pack+len(piles))
	for _, p := range piles {
		for i := range p.Len() {
			key = append(key, byte(p.At(i)))
		}
		key = append(key, byte(engine.NoCard)) // ends the pile
	}
	return string(key)
}

// bottom is a number of the bottom card, 0 for an empty pile.
func bottom(p engine.Pile) int {
	if p.Len() == 0 {
		return 0
	}
	return int(p.At(0))
}
