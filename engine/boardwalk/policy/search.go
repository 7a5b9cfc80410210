package policy

import (
	"cmp"
	"context"
	"math"
	"math/rand/v2"
	"slices"

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

// A Choice is a play with what it leads to; see [engine.Choice].
type Choice struct {
	compact.Move
	Outcome
	Behind, Error float32
}

// worth returns how good an outcome is: all points are worth a fifth of a win. Nets are trained
// on the same sum.
func (o Outcome) worth() float32 { return o.Win + PointsWorth*o.Points }

// PointsWorth is what all points are worth where a win is worth 1.
const PointsWorth = 0.2

const (
	ownPlays  = 10  // after which a play-out asks the net what to expect
	armsTried = 8   // at most, those that the policy likes best
	farBehind = 2.5 // standard errors: such an arm is not tried any more,
	sureAfter = 8   // once it was in as many worlds
	guard     = 0.5 // standard errors by which a rival has to be better than the policy's arm,
	fewWorlds = 8   // and as many more as this is of the worlds: few tell little of the error, too
	checkEach = 4   // worlds, after which arms are dropped
)

// Advise returns the plays of a position, the best first. It tries those that the policy likes,
// and plays them out in the same worlds: the cards that nobody has seen, shuffled. The policy's
// first choice is replaced only by one that does better than it by more than half a standard
// error of their difference, and more where there were few worlds, because the best of several
// noisy estimates is too high. Half of the rivals are left behind in each round.
//
// The result depends only on the position, the question, and when ctx ends.
func (n *Net) Advise(ctx context.Context, r *compact.Rules, p *compact.Position, q Question) []Choice {
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
	choices := make([]Choice, len(order))
	for i, arm := range order {
		choices[i] = Choice{Move: s.Arms[arm].Move, Outcome: expect}
	}
	t := trial{net: n, rules: r, position: p, tried: len(choices)}
	if len(q.Among) == 0 {
		if t.tried = min(t.tried, armsTried); t.tried < 2 {
			return choices
		}
		t.halve = true
	}
	if q.Tries > 0 && len(choices) > 0 {
		t.run(ctx, q, choices)
	}
	return choices
}

// A trial plays out the first of the choices.
type trial struct {
	net      *Net
	rules    *compact.Rules
	position *compact.Position
	tried    int
	halve    bool

	values [][]Outcome // of each arm, by world
	sight  Sight
	at     compact.Position
}

// run tries the choices and sorts them.
func (t *trial) run(ctx context.Context, q Question, choices []Choice) {
	t.values = make([][]Outcome, t.tried)
	in := make([]int, t.tried) // the arms that are still tried; the first is the policy's
	for i := range in {
		in[i] = i
	}
	budget := q.Tries * t.tried
	if !t.halve {
		t.worlds(ctx, q, choices, in, q.Tries)
	} else {
		rounds := 1
		for rivals := t.tried - 1; rivals > 1; rivals = (rivals + 1) / 2 {
			rounds++
		}
		for ; rounds > 0 && ctx.Err() == nil; rounds-- {
			worlds := max(1, budget/rounds/len(in))
			for left := worlds; left > 0 && len(in) > 1; left -= checkEach {
				n := min(left, checkEach)
				t.worlds(ctx, q, choices, in, n)
				budget -= n * len(in)
				in = slices.DeleteFunc(in, func(arm int) bool {
					if arm == in[0] {
						return false
					}
					ahead, err := t.compare(arm, 0)
					return ahead < -farBehind*err && len(t.values[arm]) >= sureAfter
				})
			}
			if len(in) < 2 {
				break
			}
			rivals := in[1:]
			slices.SortStableFunc(rivals, func(a, b int) int { return cmp.Compare(t.mean(b).worth(), t.mean(a).worth()) })
			if rounds > 1 {
				in = in[:1+(len(rivals)+1)/2]
			}
		}
	}
	t.rank(choices, in)
}

// rank puts the best choice first, and after it the others that were tried, by how they did.
func (t *trial) rank(choices []Choice, in []int) {
	if len(t.values[0]) == 0 {
		return
	}
	best := 0
	for _, rival := range in {
		if rival == 0 {
			continue
		}
		if ahead, err := t.compare(rival, 0); ahead > (guard+fewWorlds/float32(len(t.values[rival])))*err && ahead > 0 && (best == 0 || t.mean(rival).worth() > t.mean(best).worth()) {
			best = rival
		}
	}
	for i := range t.tried {
		choices[i].Outcome = t.mean(i)
		if i != best {
			choices[i].Behind, choices[i].Error = t.behind(i, best)
		}
	}
	first := choices[best]
	copy(choices[1:best+1], choices[:best])
	choices[0] = first
	slices.SortStableFunc(choices[1:t.tried], func(a, b Choice) int { return cmp.Compare(b.worth(), a.worth()) })
}

// worlds plays out arms in a number of worlds, the same for all. A world in which ctx ends does
// not count.
func (t *trial) worlds(ctx context.Context, q Question, choices []Choice, in []int, n int) {
	values := make([]Outcome, len(in))
	for range n {
		hidden := t.rules.Deal(t.position, q.Random)
		for i, arm := range in {
			if ctx.Err() != nil {
				return
			}
			values[i] = t.playOut(&hidden, choices[arm].Move)
		}
		for i, arm := range in {
			t.values[arm] = append(t.values[arm], values[i])
		}
	}
}

// playOut returns the outcome of a play in a world, if the policy goes on.
func (t *trial) playOut(h *compact.Hidden, m compact.Move) Outcome {
	t.at = *t.position
	s := &t.sight
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

// mean returns the mean outcome of an arm.
func (t *trial) mean(arm int) (mean Outcome) {
	for _, o := range t.values[arm] {
		mean.Win += o.Win
		mean.Points += o.Points
	}
	n := max(1, float32(len(t.values[arm])))
	return Outcome{mean.Win / n, mean.Points / n}
}

// compare returns how much better arm a does than b in the worlds of both, and the standard
// error of that.
func (t *trial) compare(a, b int) (ahead, err float32) {
	return paired(t.values[a], t.values[b], Outcome.worth)
}

// behind returns how far the chance to win of arm a is behind that of b.
func (t *trial) behind(a, b int) (behind, err float32) {
	return paired(t.values[b], t.values[a], func(o Outcome) float32 { return o.Win })
}

// paired returns the mean difference of a and b, world by world, and its standard error.
func paired(a, b []Outcome, of func(Outcome) float32) (mean, err float32) {
	n := min(len(a), len(b))
	if n == 0 {
		return 0, 0
	}
	var sum, square float64
	for i := range n {
		d := float64(of(a[i]) - of(b[i]))
		sum += d
		square += d * d
	}
	m := sum / float64(n)
	if n > 1 {
		err = float32(math.Sqrt(max(0, square/float64(n)-m*m) / float64(n-1)))
	}
	return float32(m), err
}
