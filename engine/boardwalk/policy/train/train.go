// Package train trains the nets of package policy by policy gradient. Nobody needs it to play.
package train

import (
	"math"
	"math/rand/v2"

	"boardwalk/engine/boardwalk/compact"
	"boardwalk/engine/boardwalk/policy"
)

// playsMax is the most plays of a game of training.
const playsMax = 200

// A Trainer improves a net by playing games with it: it makes plays more likely that ended
// better than expected, and less likely that ended worse (REINFORCE with a learned baseline and
// advantages that are averaged over the plays to come; Williams 1992, Schulman et al. 2015).
type Trainer struct {
	Net    *policy.Net
	Starts []compact.Table // games to choose from, at their start
	Random *rand.Rand

	Lambda  float32 // how much the end of the game counts against what is expected on the way
	Entropy float32 // how much it is worth to leave the choice open

	// Average is the mean of the last tenth of all steps, about. It plays better than Net,
	// which each step throws off a little.
	Average policy.Net

	gradient policy.Net
	adam     Adam
	sights   []*policy.Sight // of the decisions of a game
	steps    []step
	parts    []policy.Vector
	linear   []float32
}

// A step is a decision of a game.
type step struct {
	chosen int
	odds   []float32 // of the arms
	expect policy.Outcome
}

// Batch plays a number of games and makes one step of Adam. It returns the mean outcome.
func (t *Trainer) Batch(games int, rate float64) policy.Outcome {
	var mean policy.Outcome
	for range games {
		o := t.game()
		mean.Win += o.Win / float32(games)
		mean.Points += o.Points / float32(games)
	}
	t.adam.Step(t.Net, &t.gradient, rate)
	t.average()
	return mean
}

// average takes the net into the average.
func (t *Trainer) average() {
	const part = 0.1
	weight := float32(1 / (1 + part*float64(t.adam.steps-1)))
	numbers := t.Net.Rows()
	for i, row := range t.Average.Rows() {
		for j := range row {
			row[j] += weight * (numbers[i][j] - row[j])
		}
	}
}

// game plays a game as the policy would by chance, and adds its gradient.
func (t *Trainer) game() policy.Outcome {
	table := t.Starts[t.Random.IntN(len(t.Starts))]
	Deal(&table, t.Random)
	n := 0
	for range playsMax {
		if n == len(t.sights) {
			t.sights = append(t.sights, new(policy.Sight))
			t.steps = append(t.steps, step{})
		}
		s := t.sights[n]
		s.Read(table.Rules, &table.Position)
		if len(s.Arms) == 0 {
			break
		}
		chosen := 0
		if len(s.Arms) > 1 {
			t.Net.Score(s)
			st := &t.steps[n]
			st.expect = t.Net.Expect(s)
			st.odds = odds(st.odds[:0], s.Scores)
			st.chosen = draw(st.odds, t.Random)
			chosen = st.chosen
			n++
		}
		table.Play(&table.Position, &table.Hidden, s.Arms[chosen].Move)
	}
	end := policy.End(table.Rules, &table.Position, &table.Hidden)
	aim := end
	for i := n - 1; i >= 0; i-- {
		st := &t.steps[i]
		ahead := aim.Win - st.expect.Win + policy.PointsWorth*(aim.Points-st.expect.Points)
		t.learnPlay(t.sights[i], st, ahead)
		t.learnValue(t.sights[i], st.expect, aim)
		aim.Win = t.Lambda*aim.Win + (1-t.Lambda)*st.expect.Win
		aim.Points = t.Lambda*aim.Points + (1-t.Lambda)*st.expect.Points
	}
	return end
}

// odds appends the chances of the arms with the given scores.
func odds(dst, scores []float32) []float32 {
	most := scores[0]
	for _, x := range scores {
		most = max(most, x)
	}
	var sum float32
	for _, x := range scores {
		e := float32(math.Exp(float64(x - most)))
		dst = append(dst, e)
		sum += e
	}
	for i := range dst {
		dst[i] /= sum
	}
	return dst
}

// draw returns an index with the given chances.
func draw(odds []float32, random *rand.Rand) int {
	x := random.Float32()
	for i, p := range odds {
		if x -= p; x < 0 {
			return i
		}
	}
	return len(odds) - 1
}

// learnPlay adds the gradient of a choice that turned out better than expected by ahead.
func (t *Trainer) learnPlay(s *policy.Sight, st *step, ahead float32) {
	var entropy float32
	for _, p := range st.odds {
		if p > 0 {
			entropy -= p * float32(math.Log(float64(p)))
		}
	}
	scores := st.odds // becomes the gradient of the loss by score
	for k, p := range st.odds {
		g := ahead * p
		if k == st.chosen {
			g -= ahead
		}
		if p > 0 {
			g += t.Entropy * p * (float32(math.Log(float64(p))) + entropy)
		}
		scores[k] = g
	}
	t.learnScores(s, scores)
}

// learnScores adds a gradient by the scores of the arms.
func (t *Trainer) learnScores(s *policy.Sight, gradient []float32) {
	for len(t.parts) < len(s.Parts) {
		t.parts = append(t.parts, policy.Vector{})
		t.linear = append(t.linear, 0)
	}
	parts, linear := t.parts[:len(s.Parts)], t.linear[:len(s.Parts)]
	clear(parts)
	clear(linear)
	var base policy.Vector
	for k, g := range gradient {
		if g < 1e-5 && g > -1e-5 {
			continue
		}
		a := &s.Arms[k]
		s.Units(a)
		units := &s.Hidden
		for h, x := range units {
			if x > 0 {
				t.gradient.Out[h] += g * x
				units[h] = g * t.Net.Out[h]
			} else {
				units[h] = 0
			}
		}
		base.Add(units)
		for _, p := range a.Parts[:a.N] {
			parts[p].Add(units)
			linear[p] += g
		}
	}
	for _, in := range s.State {
		t.gradient.In[in.Index].AddScaled(&base, in.Value)
	}
	for i, part := range s.Parts {
		if linear[i] == 0 && parts[i] == (policy.Vector{}) {
			continue
		}
		for _, in := range part {
			t.gradient.In[in.Index].AddScaled(&parts[i], in.Value)
			t.gradient.Linear[in.Index] += linear[i] * in.Value
		}
	}
}

// learnValue adds the gradient of an expectation that should have been aim.
func (t *Trainer) learnValue(s *policy.Sight, expect, aim policy.Outcome) {
	var units, back policy.Vector
	t.Net.ValueUnits(s, &units)
	win, points := expect.Win-aim.Win, expect.Points-aim.Points
	t.gradient.Last[0] += win
	t.gradient.Last[1] += points
	for h, x := range units {
		if x > 0 {
			t.gradient.ToWin[h] += win * x
			t.gradient.ToPoints[h] += points * x
			back[h] = win*t.Net.ToWin[h] + points*t.Net.ToPoints[h]
		}
	}
	for _, in := range s.State {
		t.gradient.Value[in.Index].AddScaled(&back, in.Value)
	}
}

// Fresh returns a net that knows nothing.
func Fresh(random *rand.Rand) *policy.Net {
	n := new(policy.Net)
	fill := func(v *policy.Vector, size float64) {
		for h := range v {
			v[h] = float32(random.NormFloat64() * size)
		}
	}
	for i := range n.In {
		fill(&n.In[i], 0.2)
	}
	for i := range n.Value {
		fill(&n.Value[i], 0.2)
	}
	fill(&n.Out, 0.1)
	fill(&n.ToWin, 0.1)
	fill(&n.ToPoints, 0.1)
	return n
}

// Play plays one game with the first choices of a net, on cards dealt at random.
func Play(n *policy.Net, start compact.Table, random *rand.Rand) policy.Outcome {
	Deal(&start, random)
	var s policy.Sight
	for range playsMax {
		s.Read(start.Rules, &start.Position)
		n.Score(&s)
		best := s.Best()
		if best < 0 {
			break
		}
		start.Play(&start.Position, &start.Hidden, s.Arms[best].Move)
	}
	return policy.End(start.Rules, &start.Position, &start.Hidden)
}
