package solver

import (
	"context"
	"math/rand/v2"

	"boardwalk/engine"
	"boardwalk/engine/boardwalk/compact"
)

// A Lesson is how a position on the way to a good end differs, feature by feature, from another
// of the same progress that the same beam had the choice of. Weights are good if the sum of
// their products is above zero for most lessons.
type Lesson = Weights

// Learn runs one beam from a position and returns what there is to learn from the way to the
// best end that it found: some lessons for each step, others drawn with random. Half of the
// others have a high value by the weights. It returns none if the goal was to win and
// the beam found no win. The second result says how good the end is: the points, or 1 for a win if
// that was the goal. The memory is that of all positions that the beam held.
func Learn(ctx context.Context, t *compact.Table, goal engine.Goal, w *Weights, width int, noise float32, others int, random *rand.Rand) ([]Lesson, int) {
	s := newSearch(t, goal, 0)
	held := make(map[int][]node) // by progress
	b := s.beam(stage{width: width, noise: noise, weights: w, seed: random.Uint64()})
	b.watch = func(progress int, nodes []node) { held[progress] = append(held[progress], nodes...) }
	b.run(ctx, &t.Position)
	if goal == engine.GoalWin && !s.won {
		return nil, 0
	}
	var lessons []Lesson
	p := t.Position
	for _, m := range s.line {
		t.Play(&p, &t.Hidden, m)
		choice := held[p.Progress()]
		if len(choice) < 2 {
			continue
		}
		var good features
		b.features(&p, roomOf(t.Rules, &p), &good)
		for i := range others {
			n := &choice[random.IntN(len(choice))]
			for range 3 * (i % 2) {
				if o := &choice[random.IntN(len(choice))]; o.value > n.value {
					n = o
				}
			}
			if n.Hash == p.Hash {
				continue
			}
			var lesson Lesson
			b.features(&n.Position, n.room, (*features)(&lesson))
			for j := range lesson {
				lesson[j] = good[j] - lesson[j]
			}
			lessons = append(lessons, lesson)
		}
	}
	if goal == engine.GoalWin {
		return lessons, 1
	}
	return lessons, s.best.Points
}
