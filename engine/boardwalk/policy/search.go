package policy

import (
	"cmp"
	"context"
	"math/rand/v2"
	"slices"

	"boardwalk/engine"
	"boardwalk/engine/arms"
	"boardwalk/engine/boardwalk/compact"
)

// A Question is what to ask [Net.Advise].
type Question struct {
	Tries  int // how often to play out each arm that is tried, about
	Random *rand.Rand
	// Among holds the plays to compare; if it is empty, they are all plays that differ.
	Among []compact.Move
	// Leave reports whether not to consider a play. It may be nil.
	Leave func(compact.Move) bool
}

// PointsWorth is what all points are worth where a win is worth 1. Nets are trained on the same sum.
const PointsWorth = 0.2

const (
	ownPlays  = 10 // after which a play-out asks the net what to expect
	armsTried = 8  // at most, those that the policy likes best
)

// Advise returns the plays of a position, the best first. It tries those that the policy likes,
// and plays them out in the same worlds: the cards that nobody has seen, shuffled. The policy's
// first choice is replaced only by one that clearly does better, because the best of several
// noisy estimates is too high; see [arms.Race].
//
// The result depends only on the position, the question, and when ctx ends.
func (n *Net) Advise(ctx context.Context, r *compact.Rules, p *compact.Position, q Question) []engine.Choice {
	var s Sight
	if len(q.Among) > 0 {
		s.ReadMoves(r, p, q.Among)
	} else {
		s.Read(r, p)
	}
	if len(s.Arms) == 0 {
		return nil
	}
	n.Score(&s)
	expect := n.Expect(&s)
	order := make([]int, 0, len(s.Arms))
	for i := range s.Arms {
		if q.Leave == nil || !q.Leave(s.Arms[i].Move) {
			order = append(order, i)
		}
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Scores[b], s.Scores[a]) })
	moves := make([]compact.Move, len(order))
	for i, arm := range order {
		moves[i] = s.Arms[arm].Move
	}
	race := arms.Race{Arms: len(moves), Tries: q.Tries, Points: PointsWorth, Even: len(q.Among) > 0, Trust: true}
	if !race.Even {
		if race.Arms = min(race.Arms, armsTried); race.Arms < 2 {
			race.Tries = 0 // it has no rival
		}
	}
	t := trial{net: n, rules: r, position: p}
	race.World = func(random *rand.Rand) { t.hidden = r.Deal(p, random) }
	race.Try = func(arm int) arms.Outcome { return t.playOut(moves[arm]) }
	ranked := race.Run(ctx, q.Random)
	choices := make([]engine.Choice, len(moves))
	for i, m := range moves {
		found := arms.Result{Outcome: expect} // where nothing was tried
		if i < len(ranked) {
			m = moves[ranked[i].Arm]
			if ranked[i].Tries > 0 {
				found = ranked[i]
			}
		}
		choices[i] = engine.Choice{
			Move: r.Word(m), Win: float64(found.Win), Points: float64(found.Points) * float64(r.Max),
			Tries: found.Tries, Behind: found.Behind, Error: found.Error,
		}
	}
	return choices
}

// A trial plays out plays in a world.
type trial struct {
	net      *Net
	rules    *compact.Rules
	position *compact.Position
	hidden   compact.Hidden
	sight    Sight
	at       compact.Position
}

// playOut returns the outcome of a play in the world, if the policy goes on.
func (t *trial) playOut(m compact.Move) Outcome {
	t.at = *t.position
	s, h := &t.sight, &t.hidden
	t.rules.Play(&t.at, h, m)
	for own := 0; ; own++ {
		s.Read(t.rules, &t.at)
		if len(s.Arms) == 0 {
			return End(t.rules, &t.at, h)
		}
		if own == ownPlays {
			return t.net.Expect(s)
		}
		t.net.Score(s)
		t.rules.Play(&t.at, h, s.Arms[s.Best()].Move)
	}
}
